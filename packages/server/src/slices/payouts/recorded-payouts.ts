import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Period } from '@attain/domain/base/period';
import { type FiguredLine, figuresHash } from '@attain/domain/proofs/statement-file';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { notAsRecorded } from '../audit/not-as-recorded.ts';
import { recordedEntry } from '../audit/recorded-entry.ts';
import { selectWholeLines, type WholeLine } from './payouts-store.ts';

interface RunRecord {
  readonly period: Period;
  readonly version: number;
  readonly planName: string;
  readonly currency: string;
  readonly resultHash: string;
  /** The result hash recomputed from the hashes and lines of the payees. */
  readonly resultHashNow: string | null;
  readonly total: string;
  readonly totalNow: string;
  /** Runs stored before payees had hashes of their own cannot be checked. */
  readonly hashed: boolean;
}

const payeesAtOnce = 500;

/**
 * Throws NOT_AS_RECORDED unless the result hash and total of a completed calculation match its payees, and the lines of
 * these participants match their stored hash.
 */
export async function mustBeRecordedPay(
  tx: TenantTx,
  runId: string,
  participantIds: readonly string[],
): Promise<void> {
  const run = await selectRunRecord(tx, runId);
  if (run?.hashed) await check(tx, runId, run, participantIds);
}

/** The same for every payee, and against the entry that the audit log has of the calculation. */
export async function mustBeLoggedPay(tx: TenantTx, runId: string): Promise<void> {
  const run = await selectRunRecord(tx, runId);
  if (!run?.hashed) return;
  const ids = await tx.client.query<{ id: string }>(
    'SELECT participant_id AS id FROM payout_inputs WHERE tenant_id = $1 AND run_id = $2 ORDER BY 1',
    [tx.tenantId, runId],
  );
  const all = ids.rows.map(({ id }) => id);
  for (let at = 0; at < all.length || at === 0; at += payeesAtOnce)
    await check(tx, runId, run, all.slice(at, at + payeesAtOnce));
  const entry = await recordedEntry(tx, { action: 'calculation.completed', objectId: runId });
  if (entry !== null && entry.after !== run.resultHash) throw notAsRecorded(`The result of ${nameOf(run)}`);
}

async function check(tx: TenantTx, runId: string, run: RunRecord, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await mustHaveFigures(tx, runId, run, ids);
  if (run.resultHashNow !== run.resultHash) throw notAsRecorded(`The result of ${nameOf(run)}`);
  if (!decimal(run.totalNow).eq(decimal(run.total))) throw notAsRecorded(`The total of ${nameOf(run)}`);
}

async function mustHaveFigures(
  tx: TenantTx,
  runId: string,
  run: RunRecord,
  ids: readonly string[],
): Promise<void> {
  const payees = await tx.client.query<{ id: string; name: string; figuresHash: string | null }>(
    `SELECT participant_id AS id, participant->>'name' AS name, figures_hash AS "figuresHash"
       FROM payout_inputs WHERE tenant_id = $1 AND run_id = $2 AND participant_id = ANY($3)`,
    [tx.tenantId, runId, ids],
  );
  const lines = Map.groupBy(await selectWholeLines(tx, runId, ids), ({ participantId }) => participantId);
  for (const { id, name, figuresHash: recorded } of payees.rows) {
    const stored = lines.get(id) ?? [];
    const { planName, period, currency } = run;
    const total = moneyText(sum(stored.map(({ amount }) => decimal(amount))), currency);
    const about = { participant: { id, name }, planName, period, currency, total };
    if (figuresHash(nodeDigest, { ...about, lines: stored.map(figuresOf) }) !== recorded)
      throw notAsRecorded(`The pay of ${name} (${id}) by ${nameOf(run)}`);
  }
}

function figuresOf({ window, carried, earned, ...line }: WholeLine): FiguredLine {
  return { ...line, ...(window && { window }), ...carried, credits: { earned } };
}

function nameOf({ planName, period, version }: RunRecord): string {
  return `${planName} for ${period.key}, version ${version},`;
}

async function selectRunRecord(tx: TenantTx, runId: string): Promise<RunRecord | null> {
  const result = await tx.client.query<RunRecord>(
    `SELECT json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, r.version,
            v.document->>'name' AS "planName", r.currency, r.result_hash AS "resultHash", r.total::text,
            i.hashed, i.now AS "resultHashNow", (SELECT coalesce(sum(l.amount), 0)::text FROM payout_lines l
              WHERE l.tenant_id = r.tenant_id AND l.run_id = r.id) AS "totalNow"
       FROM calculation_runs r JOIN plan_versions v ON v.tenant_id = r.tenant_id AND v.plan_id = r.plan_id AND v.version = r.plan_version
       CROSS JOIN LATERAL (SELECT coalesce(bool_and(figures_hash IS NOT NULL), true) AS hashed, encode(sha256(convert_to(
           coalesce(string_agg(participant_id || ' ' || figures_hash || E'\\n', '' ORDER BY participant_id COLLATE "C"), ''), 'UTF8')), 'hex') AS now
         FROM payout_inputs WHERE tenant_id = r.tenant_id AND run_id = r.id) i
      WHERE r.tenant_id = $1 AND r.id = $2 AND r.status = 'completed'`,
    [tx.tenantId, runId],
  );
  return result.rows[0] ?? null;
}
