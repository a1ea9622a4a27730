import { type ViewedList, viewedLists, viewParameter } from '@attain/domain/access/saved-views';
import type { SavedView } from '../../api/shapes.ts';

export type ViewSearch = SavedView['search'];

/** The part of an address that a view keeps: without what opens a row, and names that no list has. */
export function viewSearch(list: ViewedList, address: Readonly<Record<string, unknown>>): ViewSearch {
  const opens: readonly string[] = [...viewedLists[list].opens, 'preview'];
  return Object.fromEntries(
    Object.entries(address)
      .filter(([name, value]) => !opens.includes(name) && isSet(value) && viewParameter.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Whether an address says nothing about a list, so that its default view applies. */
export const isBare = (address: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(address).every(([name, value]) => name === 'preview' || !isSet(value));

/** A list without filters: its tab, and the plan of lists that always show one. */
export function allRows(list: ViewedList, search: ViewSearch): ViewSearch {
  const kept = list === 'tracking' ? ['tab', 'plan'] : ['tab'];
  return Object.fromEntries(Object.entries(search).filter(([name]) => kept.includes(name)));
}

export function isSame(one: ViewSearch, other: ViewSearch): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const isSet = (value: unknown) => value !== undefined && value !== '';
