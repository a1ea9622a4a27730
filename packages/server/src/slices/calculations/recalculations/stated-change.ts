import type { Recalculation, StatedChange } from '@attain/contract/recalculations';
import type { Deal } from '@attain/domain/crediting/deal';
import { hashOf } from '../../../audit/canonical.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { mustBeParticipants } from '../../assignments/known-participants.ts';
import { dealRecord, type PaidRun } from './recalculation-store.ts';

type Stated<Of extends StatedChange['of']> = Extract<StatedChange, { of: Of }>;

/** A change that was made in the records of this transaction: what it is called, and what the record was and is. */
export type AppliedChange = Recalculation['change'];

/** Hashes of what the record was and is, as evidence of an act. */
export function sideHashes({ before, after }: AppliedChange): string[] {
  return [before, after].flatMap((side) => (side === null ? [] : [hashOf(side)]));
}

/**
 * Applies a change to the records. `by` is the user who makes it permanent; omitted in a transaction that is rolled
 * back. Throws BAD_INPUT for unknown people, end dates before start dates and overlapping assignments. A record to
 * remove that does not exist is null before and after.
 */
export async function applyChange(
  tx: TenantTx,
  run: PaidRun,
  change: StatedChange,
  by?: string,
): Promise<AppliedChange> {
  if (change.of === 'quota') return applyQuota(tx, change);
  if (change.of === 'exchange-rate') return applyRate(tx, change);
  if (change.of === 'assignment') return applyAssignment(tx, { planId: run.planId, by }, change);
  return applyDeal(tx, change);
}

/** The same for a quota, whose component names the plan. */
export async function applyQuota(tx: TenantTx, change: Stated<'quota'>): Promise<AppliedChange> {
  const { participantId, componentId, unit, from, to, after } = change;
  await mustBeParticipants(tx, [participantId]);
  inOrder(from, to, 'to');
  const key = [participantId, componentId ?? '', unit, from, to];
  if (unit !== '$' && (after?.currency ?? null) !== null)
    throw badInput('after.currency', `A quota in ${unit} has no currency. Leave the currency blank.`);
  const isIt = `participant_id = $1 AND component_id = $2 AND unit = $3 AND from_date = $4 AND to_date = $5`;
  const stored = await tx.client.query<{ amount: string; currency: string | null }>(
    `SELECT amount::text, currency FROM quotas WHERE ${isIt} FOR UPDATE`,
    key,
  );
  const [before] = stored.rows;
  if (after === null) await tx.client.query(`DELETE FROM quotas WHERE ${isIt}`, key);
  // the row keeps the file and line of its origin
  else if (before !== undefined)
    await tx.client.query(`UPDATE quotas SET amount = $6, currency = $7, updated_at = now() WHERE ${isIt}`, [
      ...key,
      after.amount,
      after.currency,
    ]);
  else
    await tx.client.query(
      `INSERT INTO quotas (tenant_id, participant_id, component_id, unit, from_date, to_date, amount, currency) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tx.tenantId, ...key, after.amount, after.currency],
    );
  const name = `Quota of ${participantId}${componentId === null ? '' : ` for ${componentId}`} from ${from} to ${to} (${unit})`;
  const record = { participantId, componentId, unit, from, to };
  return applied(change.of, name, { record, before, after });
}

async function applyRate(tx: TenantTx, change: Stated<'exchange-rate'>): Promise<AppliedChange> {
  const { from, to, date, after } = change;
  const gone = await tx.client.query<{ rate: string; source: string }>(
    'DELETE FROM exchange_rates WHERE from_currency = $1 AND to_currency = $2 AND date = $3 RETURNING rate::text, source',
    [from, to, date],
  );
  if (after !== null) {
    await tx.client.query(
      'INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source) VALUES ($1, $2, $3, $4, $5, $6)',
      [tx.tenantId, from, to, date, after.rate, after.source],
    );
  }
  const name = `Rate ${from} to ${to} of ${date}`;
  return applied(change.of, name, { record: { from, to, date }, before: gone.rows[0], after });
}

async function applyAssignment(
  tx: TenantTx,
  { planId, by }: { planId: string; by: string | undefined },
  change: Stated<'assignment'>,
): Promise<AppliedChange> {
  const { participantId, from, after } = change;
  await mustBeParticipants(tx, [participantId]);
  const gone = await tx.client.query<{ to: string | null; createdBy: string }>(
    `DELETE FROM plan_assignments WHERE plan_id = $1 AND participant_id = $2 AND from_date = $3
     RETURNING to_date AS "to", created_by AS "createdBy"`,
    [planId, participantId, from],
  );
  if (after !== null) {
    if (after.to !== null) inOrder(from, after.to, 'after.to');
    const other = await tx.client.query<{ from: string; to: string | null }>(
      `SELECT from_date AS "from", to_date AS "to" FROM plan_assignments WHERE plan_id = $1 AND participant_id = $2
          AND from_date <= coalesce($4::date, 'infinity') AND coalesce(to_date, 'infinity') >= $3::date LIMIT 1`,
      [planId, participantId, from, after.to],
    );
    const [beside] = other.rows;
    if (beside !== undefined) {
      const until = beside.to === null ? '' : ` to ${beside.to}`;
      const message = `${participantId} is already in the plan from ${beside.from}${until}. Choose other dates or change that assignment.`;
      throw badInput('from', message);
    }
    await tx.client.query(
      `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, to_date, created_by)
       SELECT $1, $2, $3, $4, $5, coalesce($6::uuid, created_by) FROM plan_versions WHERE plan_id = $2 LIMIT 1`,
      [tx.tenantId, planId, participantId, from, after.to, gone.rows[0]?.createdBy ?? by ?? null],
    );
  }
  const before = gone.rows[0] && { to: gone.rows[0].to };
  return applied(change.of, `Assignment of ${participantId} from ${from}`, {
    record: { participantId, from },
    before,
    after,
  });
}

async function applyDeal(tx: TenantTx, { id, after }: Stated<'deal'>): Promise<AppliedChange> {
  if (after !== null) {
    const credited = [after.participantId, ...after.splits, ...after.overlays];
    const ids = credited.map((one) => (typeof one === 'string' ? one : one.participantId));
    await mustBeParticipants(tx, [...new Set(ids)]);
  }
  const gone = await tx.client.query<{ before: Deal }>(
    `DELETE FROM deals WHERE id = $1 RETURNING ${dealRecord} AS before`,
    [id],
  );
  if (after !== null) {
    await tx.client.query(
      `INSERT INTO deals (tenant_id, id, date, amount, unit, currency, participant_id, splits, kind, product, territory, customer, overlays,
         approved_on, term_months, reverses_id, own_fields) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        ...[tx.tenantId, id, after.date, after.amount, after.unit, after.currency, after.participantId],
        ...[listOrNull(after.splits), after.kind, after.product, after.territory, after.customer],
        ...[listOrNull(after.overlays), after.approvedOn, after.termMonths, after.reversesId],
        JSON.stringify(after.ownFields ?? {}),
      ],
    );
  }
  return applied('deal', `Deal ${id}`, {
    record: { id },
    before: gone.rows[0]?.before,
    after,
  });
}

function applied(
  of: StatedChange['of'],
  name: string,
  sides: { record: object; before: object | undefined; after: object | null },
): AppliedChange {
  const before = sides.before === undefined ? null : { ...sides.record, ...sides.before };
  return { of, name, before, after: sides.after === null ? null : { ...sides.record, ...sides.after } };
}

function inOrder(from: string, to: string, path: string): void {
  if (to < from) throw badInput(path, `The end date ${to} is before the start date ${from}. Swap the dates.`);
}

function badInput(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, {
    problems: [{ rule: 'BASE-9', path: `change.${path}`, message }],
  });
}

const listOrNull = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list));
