import type { Component } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/** Component options, including a selected component that is no longer in the plan. */
export function otherOptions(
  others: readonly Component[],
  named: string | undefined,
): { value: string; label: string }[] {
  const known = others.map((one) => ({ value: one.id, label: one.name }));
  if (named === undefined || others.some(({ id }) => id === named)) return known;
  return [{ value: named, label: messages.others.missing(named) }, ...known];
}
