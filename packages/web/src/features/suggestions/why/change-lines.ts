import type { Plan } from '@attain/domain/plans/plan';
import type { PlanSuggestion } from '../../../api/shapes.ts';
import { messages } from './messages.ts';

/** One changed value: component, field, current and proposed value. */
export type ChangeLine = {
  readonly of: string;
  readonly what: string;
  readonly now: string;
  readonly next: string;
};

const maxLetters = 120;

/** Changes of a suggestion against a plan document, line by line. */
export function changeLines(changes: PlanSuggestion['changes'], plan: Plan): readonly ChangeLine[] {
  return changes.flatMap((change): ChangeLine[] => {
    if ('add' in change) {
      return [
        {
          of: valueWords(change.add.name),
          what: messages.changes.component,
          now: messages.changes.none,
          next: messages.changes.added,
        },
      ];
    }
    if ('plan' in change)
      return fieldLines(messages.changes.plan, new Map(Object.entries(plan)), change.plan);
    const id = 'remove' in change ? change.remove : change.component;
    const component = plan.components.find((one) => one.id === id);
    const of = component?.name ?? id;
    if ('remove' in change)
      return [
        {
          of,
          what: messages.changes.component,
          now: component ? messages.changes.there : messages.changes.none,
          next: messages.changes.removed,
        },
      ];
    const lines = fieldLines(of, new Map<string, unknown>(Object.entries(component ?? {})), change.set);
    return component ? lines : lines.map((line) => ({ ...line, now: messages.changes.gone }));
  });
}

function fieldLines(
  of: string,
  fields: ReadonlyMap<string, unknown>,
  set: Readonly<Record<string, unknown>>,
): ChangeLine[] {
  return Object.entries(set).flatMap(([field, value]) =>
    differences(fields.get(field), value, [field]).map(({ at, now, next }) => ({
      of,
      what: at.map(fieldWords).join(', '),
      now: valueWords(now),
      next: valueWords(next),
    })),
  );
}

type Difference = { readonly at: readonly string[]; readonly now: unknown; readonly next: unknown };

/** Differences of two values, compared recursively while both have the same shape. */
function differences(now: unknown, next: unknown, at: readonly string[]): readonly Difference[] {
  if (JSON.stringify(now) === JSON.stringify(next)) return [];
  const both = [now, next];
  if (both.every((one) => Array.isArray(one)) || both.every(isRecord)) {
    const [before, after] = both.map((one) => new Map(Object.entries(one as object)));
    const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
    return names.flatMap((name) => {
      const place = Array.isArray(now) ? String(Number(name) + 1) : name;
      return differences(before?.get(name), after?.get(name), [...at, place]);
    });
  }
  return [{ at, now, next }];
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldWords(field: string, at = 0): string {
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return at > 0 ? spaced : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return messages.changes.none;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
}
