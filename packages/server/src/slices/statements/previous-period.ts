import type { PreviousPay } from '@attain/contract/payouts';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readerOf } from '../calculations/publications.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { mustBeRecordedPay } from '../payouts/recorded-payouts.ts';
import type { FullStatement } from './load-statement.ts';
import { payBefore } from './pay-before.ts';
import { selectComponentPay } from './statements-store.ts';

const permission = 'read:statements';

/**
 * The pay of the same payee and plan in the period before, by component, with what the statement pays more; null without such a
 * statement, in another currency, or where the actor may not see it.
 */
export async function previousPay(
  tx: TenantTx,
  actor: Actor,
  { run, participant, currency, lines, total }: FullStatement['statement'],
): Promise<PreviousPay | null> {
  const reach = await reachOf(tx, actor, permission);
  const row = { planId: run.planId, period: run.period, participantId: participant.id, currency };
  const [before] = await payBefore(tx, [row], { reader: readerOf(actor, permission), reach });
  if (!before) return null;
  await mustBeRecordedPay(tx, before.runId, [participant.id]);
  const earlier = await selectComponentPay(tx, before.runId, participant.id);
  const now = new Map(lines.map((line) => [line.componentId, line.amount]));
  const money = (amount: string) => moneyText(decimal(amount), currency);
  const less = (amount: string, from: string) => moneyText(decimal(amount).minus(decimal(from)), currency);
  const paid = money(before.total);
  return {
    runId: before.runId,
    periodKey: before.period.key,
    total: paid,
    difference: less(total, paid),
    lines: earlier.map(({ componentId, componentName, amount }) => ({
      componentId,
      componentName,
      amount: money(amount),
      difference: less(now.get(componentId) ?? '0', amount),
    })),
  };
}
