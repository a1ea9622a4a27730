import { type PayrollLayout, payrollRows } from '@attain/domain/payments/payroll-layout';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { payrollText } from '../../base/table-file.ts';
import { emailsOf } from '../participants/read-emails.ts';
import { selectLayout } from './payroll-layout-store.ts';
import { loggedPayments } from './recorded-payments.ts';
import { visibleRun } from './visible-payments.ts';

/**
 * Posted payments in the layout of a payroll system. NOT_ALLOWED to who sees only some people's pay, CONFLICT before they are
 * posted, or if the amounts don't add up to what the run pays (PAYM-30).
 */
export async function downloadPayroll(
  ctx: AppContext,
  actor: Actor,
  { runId, layoutId }: { runId: string; layoutId: string },
): Promise<{ fileName: string; contentType: string; body: string }> {
  found(anId(runId) || null, 'payment run');
  found(anId(layoutId) || null, 'payroll layout');
  const { run, layout, payments } = await ctx.read(actor, async (tx) => {
    const { run, visible } = await visibleRun(tx, { actor, id: runId });
    if (visible !== null)
      throw new ApiError(
        'NOT_ALLOWED',
        'A payroll file has every payment, and you can see only some of them.',
      );
    const layout = found(await selectLayout(tx, layoutId), 'payroll layout');
    if (run.posted === null)
      throw new ApiError(
        'CONFLICT',
        'These payments are not posted. Payroll files are written from posted payments.',
      );
    const recorded = await loggedPayments(tx, run.id);
    const byEmail = layout.columns.some(({ field }) => field === 'email');
    const emails = byEmail ? await emailsOf(tx) : new Map<string, string>();
    const payments = recorded.map(({ participantId, participantName, paid }) => ({
      participantId,
      name: participantName,
      email: emails.get(participantId) ?? null,
      currency: paid.currency,
      amount: paid.amount,
    }));
    return { run, layout, payments };
  });
  const totals = Object.fromEntries((run.totals ?? []).map(({ currency, amount }) => [currency, amount]));
  const made = payrollRows(layout, { period: run.period, version: run.version ?? 0, payments, totals });
  const rows = must(made, 'CONFLICT', 'The payroll file was not written.');
  return {
    fileName: `payroll-${run.period.key}-v${run.version ?? 0}-${fileNamed(layout)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: payrollText(rows, layout.separator),
  };
}

const fileNamed = ({ name }: PayrollLayout) => name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
