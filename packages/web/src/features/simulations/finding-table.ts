import type { Component } from '@attain/domain/plans/plan';
import type { LintReport } from '../../api/shapes.ts';
import type { TableFile } from '../../base/files/table-file.ts';
import { messages } from './messages.ts';

/** Findings as an export table. */
export function findingTable(
  { findings }: Pick<LintReport, 'findings'>,
  components: readonly Pick<Component, 'id' | 'name'>[],
): TableFile {
  return {
    head: [
      ...[
        messages.export.severity,
        messages.export.ruleHead,
        messages.export.component,
        messages.export.componentId,
        messages.export.path,
        messages.export.message,
        messages.export.stake,
        messages.export.currency,
        messages.export.payees,
      ],
      ...[messages.export.stakeText, messages.export.fix],
    ],
    rows: findings.map(({ severity, rule, path, message, fix, stake }) => {
      const component = components[componentIndex(path)];
      return [
        ...[severity, rule, component?.name ?? '', component?.id ?? '', path, message],
        ...[stake?.amount ?? '', stake?.currency ?? '', stake ? String(stake.payees) : ''],
        ...[stake?.message ?? '', fix],
      ];
    }),
  };
}

/** Index of the component in a path, or -1: `components[2].rate` → 2. */
export function componentIndex(path: string): number {
  return Number(/^components\[(\d+)\]/.exec(path)?.[1] ?? -1);
}
