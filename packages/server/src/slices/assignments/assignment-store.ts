import type { Assignment } from '@attain/contract/plans';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export interface AssignmentQuery {
  readonly reach: Reach;
  readonly planId: string | null;
  readonly participantId: string | null;
  /** ILIKE pattern over the participant's name and id and the plan's name. */
  readonly search: string | null;
  readonly exceptPlanId: string | null;
  /** Days that an assignment touches; null: open. */
  readonly from: string | null;
  readonly to: string | null;
}

const source = `plan_assignments s
  JOIN plans l ON l.id = s.plan_id
  JOIN participants p ON p.id = s.participant_id
 WHERE ${withinReach('$1', 's.participant_id', { from: 's.from_date', to: 's.to_date' })}
   AND ($2::uuid IS NULL OR s.plan_id = $2)
   AND ($3::text IS NULL OR s.participant_id = $3)
   AND ($4::text IS NULL OR p.name ILIKE $4 OR p.id ILIKE $4 OR l.name ILIKE $4)
   AND ($5::uuid IS NULL OR s.plan_id <> $5)
   AND ($6::date IS NULL OR s.to_date IS NULL OR s.to_date >= $6)
   AND ($7::date IS NULL OR s.from_date <= $7)`;

const filters = (query: AssignmentQuery) => [
  ...[reachParameter(query.reach), query.planId, query.participantId, query.search],
  ...[query.exceptPlanId, query.from, query.to],
];

/** One page of assignments by participant, plan and first day, one row more than asked. */
export async function selectAssignments(
  tx: TenantTx,
  query: AssignmentQuery & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Assignment[]> {
  const [name, participantId, planName, planId, from] = query.after ?? [];
  const result = await tx.client.query<Assignment>(
    `SELECT s.plan_id AS "planId", l.name AS "planName", s.participant_id AS "participantId", p.name AS "participantName",
            s.from_date AS "from", s.to_date AS "to"
       FROM ${source}
        AND ($8::text IS NULL OR (p.name, p.id, l.name, s.plan_id::text, s.from_date) > ($8, $9::text, $10::text, $11::text, $12::date))
      ORDER BY p.name, p.id, l.name, s.plan_id::text, s.from_date LIMIT $13`,
    [
      ...filters(query),
      name ?? null,
      participantId ?? null,
      planName ?? null,
      planId ?? null,
      from ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** How many assignments the filters let through. */
export async function countAssignments(tx: TenantTx, query: AssignmentQuery): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    filters(query),
  );
  return result.rows[0]?.count ?? 0;
}

/** Holds the plan so that two people assigning at once cannot make overlaps. False when there is no such plan. */
export async function lockPlanForAssignment(tx: TenantTx, planId: string): Promise<boolean> {
  const result = await tx.client.query('SELECT 1 FROM plans WHERE id = $1 FOR UPDATE', [planId]);
  return result.rowCount === 1;
}

/** Those of the ids that no participant of the workspace has, in the order given. */
export async function selectUnknownParticipants(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT i.id FROM unnest($1::text[]) WITH ORDINALITY i(id, at)
      WHERE NOT EXISTS (SELECT 1 FROM participants p WHERE p.id = i.id) ORDER BY i.at`,
    [ids],
  );
  return result.rows.map((row) => row.id);
}

const isEmployed = `(p.left_on IS NULL OR p.left_on >= $1) AND (p.hired_on IS NULL OR $2::date IS NULL OR p.hired_on <= $2)`;

/** How many participants are employed on at least one day of the span, and how many of them have no quota on any. */
export async function countEmployed(
  tx: TenantTx,
  span: { from: string; to: string | null },
): Promise<{ participants: number; withoutQuota: number }> {
  const result = await tx.client.query<{ participants: number; withoutQuota: number }>(
    `SELECT count(*)::int AS participants, (count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM quotas q WHERE q.tenant_id = $3
              AND q.participant_id = p.id AND q.from_date <= coalesce($2::date, 'infinity') AND q.to_date >= $1)))::int AS "withoutQuota"
       FROM participants p WHERE p.tenant_id = $3 AND ${isEmployed}`,
    [span.from, span.to, tx.tenantId],
  );
  return result.rows[0] ?? { participants: 0, withoutQuota: 0 };
}

/** Participants employed on at least one day of the span. */
export async function selectEmployed(
  tx: TenantTx,
  span: { from: string; to: string | null },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT p.id FROM participants p WHERE ${isEmployed} ORDER BY p.id`,
    [span.from, span.to],
  );
  return result.rows.map((row) => row.id);
}

/** Assigns those who have no assignment to the plan that touches the span; returns their ids. */
export async function insertAssignments(
  tx: TenantTx,
  wanted: { planId: string; ids: readonly string[]; from: string; to: string | null; createdBy: string },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, to_date, created_by)
     SELECT $1, $2, i.id, $4, $5, $6 FROM unnest($3::text[]) i(id)
      WHERE NOT EXISTS (SELECT 1 FROM plan_assignments s WHERE s.plan_id = $2 AND s.participant_id = i.id
              AND s.from_date <= coalesce($5::date, 'infinity') AND coalesce(s.to_date, 'infinity') >= $4::date)
     RETURNING participant_id AS id`,
    [tx.tenantId, wanted.planId, wanted.ids, wanted.from, wanted.to, wanted.createdBy],
  );
  return result.rows.map((row) => row.id).sort();
}

/** Dates of a participant in a plan; `to` null: no end date. */
export interface AssignedDays {
  readonly participantId: string;
  readonly from: string;
  readonly to: string | null;
}

/** Removes assignments that begin after the day; returns them. */
export async function deleteFutureAssignments(
  tx: TenantTx,
  wanted: { planId: string; ids: readonly string[]; on: string },
): Promise<AssignedDays[]> {
  const result = await tx.client.query<AssignedDays>(
    `DELETE FROM plan_assignments WHERE plan_id = $1 AND participant_id = ANY($2) AND from_date > $3
     RETURNING participant_id AS "participantId", from_date AS "from", to_date AS "to"`,
    [wanted.planId, wanted.ids, wanted.on],
  );
  return result.rows;
}

/** Makes the day the last one of assignments that would go on after it; returns them as they were. */
export async function shortenAssignments(
  tx: TenantTx,
  wanted: { planId: string; ids: readonly string[]; on: string },
): Promise<AssignedDays[]> {
  const result = await tx.client.query<AssignedDays>(
    `UPDATE plan_assignments s SET to_date = $3, updated_at = now() FROM plan_assignments was
      WHERE s.plan_id = $1 AND s.participant_id = ANY($2) AND s.from_date <= $3 AND (s.to_date IS NULL OR s.to_date > $3)
        AND was.plan_id = s.plan_id AND was.participant_id = s.participant_id AND was.from_date = s.from_date
     RETURNING s.participant_id AS "participantId", s.from_date AS "from", was.to_date AS "to"`,
    [wanted.planId, wanted.ids, wanted.on],
  );
  return result.rows;
}
