import type { LedgerLine, PaymentRow } from '@attain/contract/payments';
import { decimal, sum } from '@attain/domain/base/decimal';
import type { Period } from '@attain/domain/base/period';
import { paymentLeaf, paymentsRoot, type RecordedPayment } from '@attain/domain/proofs/payments-file';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { notAsRecorded } from '../audit/not-as-recorded.ts';
import { recordedEntry } from '../audit/recorded-entry.ts';
import { selectLedgers, selectRows } from './payments-store.ts';

interface RunRecord {
  readonly period: Period;
  readonly version: number | null;
  readonly totals: Readonly<Record<string, string>> | null;
  readonly resultHash: string | null;
}

/**
 * The payments of a run as they were recorded: of these participants, or of all (null), each held against its hash, and all
 * hashes and sums against the run. Throws NOT_AS_RECORDED naming the first payment or total that was changed.
 */
export async function recordedPayments(
  tx: TenantTx,
  runId: string,
  participantIds: readonly string[] | null,
): Promise<RecordedPayment[]> {
  const run = await selectRun(tx, runId);
  if (run === null || run.resultHash === null) return [];
  const leaves = await selectLeaves(tx, runId);
  const rows = await selectRows(tx, runId, participantIds);
  const ledgers = Map.groupBy(await selectLedgers(tx, runId, participantIds), keyOf);
  const known = new Map(leaves.map((leaf) => [keyOf(leaf), leaf.leafHash]));
  const { key } = run.period;
  const payments = rows.map((row) => {
    const payment = recorded(row, ledgers.get(keyOf(row)) ?? [], key);
    if (paymentLeaf(nodeDigest, payment) !== known.get(keyOf(row)))
      throw notAsRecorded(`The payment of ${row.participantName} (${row.participantId}) for ${key}`);
    return payment;
  });
  const wrong =
    paymentsRoot(nodeDigest, leaves) === run.resultHash
      ? wrongTotal(run, leaves)
      : `The list of payments for ${key}, version ${run.version},`;
  if (wrong === null) return payments;
  // a changed payment is named rather than the sum it is in
  if (participantIds !== null) await recordedPayments(tx, runId, null);
  throw notAsRecorded(wrong);
}

/** Throws NOT_AS_RECORDED unless the payments of these participants are as recorded. */
export async function mustBeRecorded(
  tx: TenantTx,
  runId: string,
  shown: readonly { readonly participantId: string }[],
): Promise<void> {
  await recordedPayments(tx, runId, [...new Set(shown.map(({ participantId }) => participantId))]);
}

/** All payments of a run, also held against the entry that the audit log has of them. Throws NOT_AS_RECORDED. */
export async function loggedPayments(tx: TenantTx, runId: string): Promise<RecordedPayment[]> {
  const payments = await recordedPayments(tx, runId, null);
  const run = await selectRun(tx, runId);
  const entry = await recordedEntry(tx, { action: 'payment.calculated', objectId: runId });
  if (run?.resultHash != null && entry?.after !== run.resultHash)
    throw notAsRecorded(`The result of the payments for ${run.period.key}, version ${run.version},`);
  return payments;
}

function wrongTotal({ totals, period }: RunRecord, leaves: readonly Leaf[]): string | null {
  const paid = Map.groupBy(leaves, ({ paidIn }) => paidIn);
  for (const currency of new Set([...paid.keys(), ...Object.keys(totals ?? {})])) {
    const added = sum((paid.get(currency) ?? []).map(({ amount }) => decimal(amount)));
    if (!added.eq(decimal(totals?.[currency] ?? '0')))
      return `The total in ${currency} of the payments for ${period.key}`;
  }
  return null;
}

function recorded(row: PaymentRow, ledger: readonly LedgerLine[], periodKey: string): RecordedPayment {
  const { participantId, participantName, currency, earned, net, opening, closing, paid } = row;
  const lines = ledger.map(({ seq, kind, amount, message, formula, rule, references, before, after }) => ({
    seq,
    kind,
    amount,
    message,
    formula,
    rule,
    references: present(references),
    before,
    after,
  }));
  return {
    participantId,
    participantName,
    periodKey,
    currency,
    earned,
    net,
    opening,
    closing,
    paid,
    ledger: lines,
  };
}

/** Without the members that are not there: the type of an optional member may not be undefined. */
function present(references: LedgerLine['references']): RecordedPayment['ledger'][number]['references'] {
  return Object.fromEntries(Object.entries(references).filter(([, value]) => value !== undefined));
}

function keyOf({ participantId, currency }: { participantId: string; currency: string }): string {
  return JSON.stringify([participantId, currency]);
}

async function selectRun(tx: TenantTx, runId: string): Promise<RunRecord | null> {
  const result = await tx.client.query<RunRecord>(
    `SELECT json_build_object('key', period_key, 'from', period_from, 'to', period_to) AS period, version, totals,
            result_hash AS "resultHash" FROM payment_runs WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, runId],
  );
  return result.rows[0] ?? null;
}

interface Leaf {
  readonly participantId: string;
  readonly currency: string;
  readonly leafHash: string;
  readonly paidIn: string;
  readonly amount: string;
}

async function selectLeaves(tx: TenantTx, runId: string): Promise<Leaf[]> {
  const result = await tx.client.query<Leaf>(
    `SELECT participant_id AS "participantId", currency, leaf_hash AS "leafHash", paid->>'currency' AS "paidIn",
            paid->>'amount' AS amount FROM payments WHERE tenant_id = $1 AND payment_run_id = $2`,
    [tx.tenantId, runId],
  );
  return result.rows;
}
