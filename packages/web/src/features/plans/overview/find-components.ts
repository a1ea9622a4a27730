import type { Component } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/** The sum of the active components' weights, percent. */
export function totalWeight(components: readonly Component[]): number {
  return components.filter((one) => one.status === 'Active').reduce((sum, one) => sum + one.weight, 0);
}

/** Whether name, measure or status of a component contains the query, ignoring case. */
export function matchesComponent(
  { name, measure, status }: Pick<Component, 'name' | 'measure' | 'status'>,
  query: string,
): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, measure.unit, status].some((text) => text.toLowerCase().includes(wanted));
}

/** Toast of a component search (ERR-17). */
export function searchWords(found: number): { title: string; text: string } {
  return { title: messages.searchTitle, text: messages.found(found) };
}
