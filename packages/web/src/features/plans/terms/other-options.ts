import type { Component } from '@attain/domain/plans/plan';

/** The components one may name, and the one that is named though the plan has it no more: it is said, not hidden. */
export function otherOptions(
  others: readonly Component[],
  named: string | undefined,
): { value: string; label: string }[] {
  const known = others.map((one) => ({ value: one.id, label: one.name }));
  if (named === undefined || others.some(({ id }) => id === named)) return known;
  return [{ value: named, label: `“${named}”, not in this plan` }, ...known];
}
