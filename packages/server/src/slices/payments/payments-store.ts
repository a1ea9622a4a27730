import type { LedgerLine, PaymentRow } from '@attain/contract/payments';
import type { LedgerKind } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';

const rowColumns = `p.payment_run_id AS "runId", p.participant_id AS "participantId", p.participant_name AS "participantName", p.currency,
  p.earned::text, p.net::text, p.opening, p.closing, p.paid, p.prior_count AS "priorCount"`;

const lineColumns = `l.participant_id AS "participantId", p.participant_name AS "participantName", l.currency, l.seq, l.kind, l.amount::text,
  l.message, l.formula, l.rule, l.refers_to AS "references", l.before, l.after`;

const lineSource = `payment_lines l JOIN payments p ON p.payment_run_id = l.payment_run_id AND p.participant_id = l.participant_id
  AND p.currency = l.currency`;

/** Filter of the payments of a run. */
export interface PayeeFilter {
  readonly runId: string;
  readonly visible: string[] | null;
  readonly search: string | null;
}

/** An earlier run to show next to it, and whose payments in it. */
export interface EarlierRun {
  readonly id: string;
  readonly visible: string[] | null;
}

const condition = `p.payment_run_id = $1 AND ($2::text[] IS NULL OR p.participant_id = ANY($2))
  AND ($3::text IS NULL OR p.participant_name ILIKE $3 OR p.participant_id ILIKE $3)`;

/** One page of a run's payments by name, one more than asked. */
export async function selectPayees(
  tx: TenantTx,
  query: PayeeFilter & { after: readonly string[] | null; limit: number },
): Promise<PaymentRow[]> {
  const [name, participantId, currency] = query.after ?? [null, null, null];
  const result = await tx.client.query<PaymentRow>(
    `SELECT ${rowColumns} FROM payments p
      WHERE ${condition} AND ($4::text IS NULL OR (p.participant_name, p.participant_id, p.currency) > ($4, $5::text, $6::text))
      ORDER BY p.participant_name, p.participant_id, p.currency LIMIT $7`,
    [query.runId, query.visible, query.search, name, participantId, currency, query.limit + 1],
  );
  return result.rows;
}

const earlierPayment = (id: string, visible: string) =>
  `LEFT JOIN payments b ON b.tenant_id = p.tenant_id AND b.payment_run_id = ${id}::uuid AND b.participant_id = p.participant_id
     AND b.currency = p.currency AND (${visible}::text[] IS NULL OR b.participant_id = ANY(${visible}))`;

/** What these payees were paid by an earlier run, by participant and currency of earnings. */
export async function selectEarlierPaid(
  tx: TenantTx,
  of: { readonly runId: string; readonly earlier: EarlierRun; readonly participantIds: readonly string[] },
): Promise<{ participantId: string; currency: string; paid: { currency: string; amount: string } }[]> {
  const result = await tx.client.query(
    `SELECT p.participant_id AS "participantId", p.currency, json_build_object('currency', b.paid->>'currency', 'amount', b.paid->>'amount') AS paid
       FROM payments p ${earlierPayment('$2', '$3')}
      WHERE p.tenant_id = $5 AND p.payment_run_id = $1 AND p.participant_id = ANY($4) AND b.paid IS NOT NULL`,
    [of.runId, of.earlier.id, of.earlier.visible, of.participantIds, tx.tenantId],
  );
  return result.rows;
}

/** Sums of the payments that the filters let through, by currency. */
export async function selectPayeeSums(
  tx: TenantTx,
  filter: PayeeFilter & { readonly earlier: EarlierRun | null },
): Promise<{ of: string; currency: string; amount: string }[]> {
  const result = await tx.client.query(
    `SELECT x.of, x.currency, sum(x.amount)::text AS amount FROM payments p ${earlierPayment('$4', '$5')}
      CROSS JOIN LATERAL (VALUES ('earned', p.currency, p.earned), ('held', p.currency, (p.closing->>'held')::numeric),
        ('draw', p.currency, (p.closing->>'draw')::numeric), ('carried', p.currency, (p.closing->>'carried')::numeric),
        ('paid', p.paid->>'currency', (p.paid->>'amount')::numeric), ('previous', b.paid->>'currency', (b.paid->>'amount')::numeric)
      ) x("of", currency, amount)
      WHERE ${condition} AND x.currency IS NOT NULL GROUP BY x.of, x.currency ORDER BY x.of, x.currency`,
    [
      filter.runId,
      filter.visible,
      filter.search,
      filter.earlier?.id ?? null,
      filter.earlier?.visible ?? null,
    ],
  );
  return result.rows;
}

/** How many payments the filters let through. */
export async function countPayees(tx: TenantTx, filter: PayeeFilter): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM payments p WHERE ${condition}`,
    [filter.runId, filter.visible, filter.search],
  );
  return result.rows[0]?.count ?? 0;
}

/** One payment, or null. */
export async function selectPayment(
  tx: TenantTx,
  name: { runId: string; participantId: string; currency: string },
): Promise<PaymentRow | null> {
  const result = await tx.client.query<PaymentRow>(
    `SELECT ${rowColumns} FROM payments p WHERE p.payment_run_id = $1 AND p.participant_id = $2 AND p.currency = $3`,
    [name.runId, name.participantId, name.currency],
  );
  return result.rows[0] ?? null;
}

/** Every event of one payment, in order. */
export async function selectLedger(
  tx: TenantTx,
  name: { runId: string; participantId: string; currency: string },
): Promise<LedgerLine[]> {
  const result = await tx.client.query<LedgerLine>(
    `SELECT ${lineColumns} FROM ${lineSource} WHERE l.payment_run_id = $1 AND l.participant_id = $2 AND l.currency = $3 ORDER BY l.seq`,
    [name.runId, name.participantId, name.currency],
  );
  return result.rows;
}

/** The payments of these participants in a run; null: of all. */
export async function selectRows(
  tx: TenantTx,
  runId: string,
  participantIds: readonly string[] | null,
): Promise<PaymentRow[]> {
  const result = await tx.client.query<PaymentRow>(
    `SELECT ${rowColumns} FROM payments p WHERE p.tenant_id = $1 AND p.payment_run_id = $2
        AND ($3::text[] IS NULL OR p.participant_id = ANY($3)) ORDER BY p.participant_id, p.currency`,
    [tx.tenantId, runId, participantIds],
  );
  return result.rows;
}

/** Every event of the payments of these participants in a run, in order; null: of all. */
export async function selectLedgers(
  tx: TenantTx,
  runId: string,
  participantIds: readonly string[] | null,
): Promise<LedgerLine[]> {
  const result = await tx.client.query<LedgerLine>(
    `SELECT ${lineColumns} FROM ${lineSource} WHERE l.tenant_id = $1 AND p.tenant_id = $1 AND l.payment_run_id = $2
        AND ($3::text[] IS NULL OR l.participant_id = ANY($3)) ORDER BY l.participant_id, l.currency, l.seq`,
    [tx.tenantId, runId, participantIds],
  );
  return result.rows;
}

/** One page of a run's ledger lines by participant, one more than asked. */
export async function selectLines(
  tx: TenantTx,
  query: {
    runId: string;
    visible: string[] | null;
    kind: LedgerKind | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<LedgerLine[]> {
  const [participantId, currency, seq] = query.after ?? [null, null, null];
  const result = await tx.client.query<LedgerLine>(
    `SELECT ${lineColumns} FROM ${lineSource}
      WHERE l.payment_run_id = $1 AND ($2::text[] IS NULL OR l.participant_id = ANY($2)) AND ($3::text IS NULL OR l.kind = $3)
        AND ($4::text IS NULL OR (l.participant_id, l.currency, l.seq) > ($4, $5::text, $6::int))
      ORDER BY l.participant_id, l.currency, l.seq LIMIT $7`,
    [query.runId, query.visible, query.kind, participantId, currency, seq, query.limit + 1],
  );
  return result.rows;
}

/** The payments of one person that took a calculation in, newest first: the one that paid it, and those that paid a difference to it. */
export async function selectPaymentsOf(
  tx: TenantTx,
  wanted: { calculationId: string; participantId: string; closedOnly: boolean },
): Promise<PaymentRow[]> {
  const result = await tx.client.query<PaymentRow>(
    `SELECT ${rowColumns} FROM payments p JOIN payment_runs r ON r.id = p.payment_run_id
      WHERE p.participant_id = $2 AND r.status <> 'withdrawn' AND (NOT $3 OR r.posted_at IS NOT NULL)
        AND EXISTS (SELECT 1 FROM payment_sources s JOIN calculation_runs c ON c.id = $1
             WHERE s.payment_run_id = p.payment_run_id AND (s.calculation_id = c.id OR s.original_id = c.id) AND p.currency = c.currency)
      ORDER BY r.period_to DESC, r.created_at DESC LIMIT 20`,
    [wanted.calculationId, wanted.participantId, wanted.closedOnly],
  );
  return result.rows;
}

/** Positive earnings of a run, by currency of earnings. */
export async function selectCosts(tx: TenantTx, runId: string) {
  const result = await tx.client.query<{ currency: string; cost: string }>(
    `SELECT currency, sum(earned)::text AS cost FROM payments WHERE payment_run_id = $1 GROUP BY currency HAVING sum(earned) > 0 ORDER BY currency`,
    [runId],
  );
  return result.rows;
}
