import type { PaidAgain } from '@attain/contract/recalculations';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Plan } from '@attain/domain/plans/plan';
import type { ChangedPayee } from './changed-payee.ts';

const MAX_REASONS = 10;

/** The payee's lines of which any figure is another now, in the plan's order, each with the records it depends on. */
export function lineDifferences(plan: Plan, payee: ChangedPayee): PaidAgain[] {
  const before = new Map(payee.stored.map((line) => [line.componentId, line]));
  const now = new Map(payee.lines.map((line) => [line.componentId, line]));
  const names = new Map(plan.components.map(({ id, name }) => [id, name]));
  return [...new Set([...names.keys(), ...before.keys()])].flatMap((componentId): PaidAgain[] => {
    const [was, is] = [before.get(componentId), now.get(componentId)];
    if (was === undefined && is === undefined) return [];
    const same = (['amount', 'credited', 'quota', 'attainmentPercent', 'target'] as const).every(
      (figure) => was?.[figure] === is?.[figure],
    );
    if (same) return [];
    const delta = decimal(is?.amount ?? '0').minus(decimal(was?.amount ?? '0'));
    const componentName = was?.componentName ?? names.get(componentId) ?? componentId;
    return [
      {
        participantId: payee.participantId,
        participantName: payee.participantName,
        componentId,
        componentName,
        kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
        before: was?.amount ?? null,
        after: is?.amount ?? null,
        delta: moneyText(delta, plan.currency),
        message: is?.message ?? null,
        because: reasonsFor(componentId, payee),
      },
    ];
  });
}

function reasonsFor(componentId: string, { changes }: ChangedPayee): string[] {
  const own = changes.filter(({ componentIds }) => componentIds.includes(componentId));
  const said = own.slice(0, MAX_REASONS).map(({ message }) => message);
  const more = own.length - said.length;
  return more === 0 ? said : [...said.slice(0, -1), `And ${more + 1} more records.`];
}
