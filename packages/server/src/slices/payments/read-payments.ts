import type { PaymentDetail, PaymentRow, PaymentRun } from '@attain/contract/payments';
import type { LedgerKind } from '@attain/domain/payments/payment';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aCount, aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { idsWithin, mustSee, reachOf } from '../participants/visible-participants.ts';
import { withNewCalculations } from './payable-sources.ts';
import { selectPaymentRuns } from './payment-runs-store.ts';
import { paymentDetail } from './payments-of-statement.ts';
import {
  countPayees,
  type EarlierRun,
  selectEarlierPaid,
  selectLines,
  selectPayeeSums,
  selectPayees,
  selectPayment,
} from './payments-store.ts';
import { mustBeRecorded } from './recorded-payments.ts';
import { selectRunBefore } from './run-figures-store.ts';
import { asSeen, visibleRun } from './visible-payments.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Payment runs, newest first. Users who see only some people's pay get posted runs, without totals over everyone. */
export function listPaymentRuns(ctx: AppContext, actor: Actor, input: Page) {
  return ctx.read(actor, async (tx) => {
    const seesAll = mustAllow(actor, 'read:payments') === 'tenant';
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const query = { userId: actor.userId, closedOnly: !seesAll, after, limit: input.limit };
    const page = onePage(await selectPaymentRuns(tx, query), input.limit, (row) => [row.createdAt, row.id]);
    const rows: PaymentRun[] = [];
    for (const run of page.rows) rows.push(asSeen(await withNewCalculations(tx, run), seesAll));
    return { ...page, rows };
  });
}

/** One payment run. NOT_FOUND in other workspaces, and before it is posted to those who see only some people's pay. */
export function readPaymentRun(ctx: AppContext, actor: Actor, id: string) {
  return ctx.read(actor, async (tx) => (await visibleRun(tx, { actor, id })).run);
}

/** Payments the actor may see, by payee name, with their sums and what the latest posted run of an earlier period paid. */
export function listPayees(
  ctx: AppContext,
  actor: Actor,
  input: Page & { runId: string; search?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { run, visible } = await visibleRun(tx, { actor, id: input.runId });
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, anyText]);
    const filter = { runId: input.runId, visible, search: containing(input.search) };
    const rows = await selectPayees(tx, { ...filter, after, limit: input.limit });
    await mustBeRecorded(tx, input.runId, rows);
    const before = await selectRunBefore(tx, run);
    const reach = await reachOf(tx, actor, 'read:payments');
    const earlier = before && { id: before.id, visible: idsWithin(reach, before) };
    const paid = earlier === null ? [] : await paidBefore(tx, { runId: input.runId, earlier, rows });
    const previous = new Map(paid.map((one) => [`${one.participantId} ${one.currency}`, one.paid]));
    const page = onePage(rows, input.limit, (row) => [row.participantName, row.participantId, row.currency]);
    const sums = await selectPayeeSums(tx, { ...filter, earlier });
    const sumOf = (name: string) =>
      sums.flatMap(({ of, currency, amount }) => (of === name ? [{ currency, amount }] : []));
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        previous: previous.get(`${row.participantId} ${row.currency}`) ?? null,
      })),
      total: await countPayees(tx, filter),
      against: before?.periodKey ?? null,
      sums: {
        earned: sumOf('earned'),
        held: sumOf('held'),
        draw: sumOf('draw'),
        carried: sumOf('carried'),
        paid: sumOf('paid'),
        previous: sumOf('previous'),
      },
    };
  });
}

/** What an earlier run paid the payees of a page, as it was recorded. */
async function paidBefore(
  tx: TenantTx,
  { runId, earlier, rows }: { runId: string; earlier: EarlierRun; rows: readonly PaymentRow[] },
) {
  const participantIds = rows.map(({ participantId }) => participantId);
  const paid = await selectEarlierPaid(tx, { runId, earlier, participantIds });
  await mustBeRecorded(tx, earlier.id, paid);
  return paid;
}

/** One payment with its ledger. NOT_FOUND outside what the actor may see. */
export function readLedger(
  ctx: AppContext,
  actor: Actor,
  input: { runId: string; participantId: string; currency: string },
): Promise<PaymentDetail> {
  return ctx.read(actor, async (tx) => {
    const { run, visible } = await visibleRun(tx, { actor, id: input.runId });
    mustSee(visible, input.participantId);
    await mustBeRecorded(tx, input.runId, [input]);
    return paymentDetail(tx, found(await selectPayment(tx, input), 'payment'), run);
  });
}

/** Ledger lines of a run that the actor may see, of one kind or all. */
export function listLedgerLines(
  ctx: AppContext,
  actor: Actor,
  input: Page & { runId: string; kind?: LedgerKind | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { visible } = await visibleRun(tx, { actor, id: input.runId });
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, aCount]);
    const { runId, limit, kind = null } = input;
    const rows = await selectLines(tx, { runId, visible, kind, after, limit });
    await mustBeRecorded(tx, runId, rows);
    return onePage(rows, limit, (row) => [row.participantId, row.currency, row.seq]);
  });
}
