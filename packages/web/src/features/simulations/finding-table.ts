import type { Component } from '@attain/domain/plans/plan';
import type { LintReport } from '../../api/shapes.ts';
import type { TableFile } from '../../base/files/table-file.ts';

/** Findings as a table to keep: one row each, with the rule, where it lies, the money at stake and how to mend it. */
export function findingTable(
  { findings }: Pick<LintReport, 'findings'>,
  components: readonly Pick<Component, 'name'>[],
): TableFile {
  return {
    head: [
      ...['Severity', 'Rule', 'Component', 'Where', 'What', 'At stake', 'Currency', 'Payees'],
      ...['What is at stake', 'How to mend it'],
    ],
    rows: findings.map(({ severity, rule, path, message, fix, stake }) => [
      ...[severity, rule, components[componentIndex(path)]?.name ?? '', path, message],
      ...[
        stake?.amount ?? '',
        stake?.currency ?? '',
        stake ? String(stake.payees) : '',
        stake?.message ?? '',
        fix,
      ],
    ]),
  };
}

/** Which component a path names, -1 where it names none: `components[2].rate` → 2. */
export function componentIndex(path: string): number {
  return Number(/^components\[(\d+)\]/.exec(path)?.[1] ?? -1);
}
