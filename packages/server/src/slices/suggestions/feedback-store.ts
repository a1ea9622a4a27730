import type { Held } from '@attain/domain/access/permissions';
import { and, count, eq, sql } from 'drizzle-orm';
import { ATTAIN_ID } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { activeMembers, userPreferences } from '../../db/schema/people.ts';
import { suggestionFeedback as feedback, suggestions } from '../../db/schema/suggestions.ts';

/** Stores a vote, one for each person and suggestion; returns its ID, which a later vote keeps. */
export async function upsertFeedback(
  tx: TenantTx,
  vote: Required<Omit<typeof feedback.$inferInsert, 'tenantId'>>,
): Promise<string> {
  const { type, timestamp } = vote;
  const [row] = await tx.db
    .insert(feedback)
    .values({ ...vote, tenantId: tx.tenantId })
    .onConflictDoUpdate({
      target: [feedback.tenantId, feedback.suggestionId, feedback.userId],
      set: { type, timestamp },
    })
    .returning({ id: feedback.id });
  return row?.id ?? vote.id;
}

/** How many votes there are, by what they are about. */
export interface VoteCounts {
  readonly votes: number;
  readonly rejected: number;
}

const counts = {
  votes: count(),
  rejected: sql<number>`count(*) FILTER (WHERE ${feedback.type} = 'thumbs_down')::int`,
};

/** Votes of the workspace, and of those the ones since a moment. */
export async function countVotes(
  tx: TenantTx,
  since: string,
): Promise<{ readonly all: VoteCounts; readonly recent: VoteCounts }> {
  const recent = sql`${feedback.timestamp} >= ${since}::timestamptz`;
  const [row] = await tx.db
    .select({
      ...counts,
      recentVotes: sql<number>`count(*) FILTER (WHERE ${recent})::int`,
      recentRejected: sql<number>`count(*) FILTER (WHERE ${recent} AND ${feedback.type} = 'thumbs_down')::int`,
    })
    .from(feedback);
  const { votes = 0, rejected = 0, recentVotes = 0, recentRejected = 0 } = row ?? {};
  return { all: { votes, rejected }, recent: { votes: recentVotes, rejected: recentRejected } };
}

/** Votes by the analyser of the suggestion, with the newest one that was voted on; null: suggestions of people and agents. */
export function countVotesByAnalyser(
  tx: TenantTx,
): Promise<(VoteCounts & { readonly analyser: string | null; readonly newest: string })[]> {
  return tx.db
    .select({
      analyser: suggestions.analyser,
      newest: sql<string>`(array_agg(${suggestions.suggestionId} ORDER BY ${suggestions.createdAt} DESC, ${suggestions.id}))[1]`,
      ...counts,
    })
    .from(feedback)
    .innerJoin(suggestions, eq(suggestions.id, feedback.suggestionId))
    .groupBy(suggestions.analyser)
    .orderBy(suggestions.analyser);
}

/** Votes by the roles of who voted, and the persona they chose, if any. */
export function countVotesByRoles(
  tx: TenantTx,
): Promise<(VoteCounts & { readonly roles: readonly Held[] | null; readonly chosen: string | null })[]> {
  const chosen = sql<string | null>`${userPreferences.preferences}->>'persona'`;
  return tx.db
    .select({ roles: activeMembers.roles, chosen, ...counts })
    .from(feedback)
    .leftJoin(
      activeMembers,
      and(eq(activeMembers.tenantId, feedback.tenantId), eq(activeMembers.userId, feedback.userId)),
    )
    .leftJoin(
      userPreferences,
      and(eq(userPreferences.tenantId, feedback.tenantId), eq(userPreferences.userId, feedback.userId)),
    )
    .where(eq(feedback.tenantId, tx.tenantId))
    .groupBy(activeMembers.roles, chosen);
}

/** How people decided since a moment, and what the even-handedness of the suggestions was. */
export interface Reliance {
  /** Suggestions that people applied, and those they applied without opening Why or Evidence before. */
  readonly applied: number;
  readonly unseen: number;
  /** From first opening Why or Evidence to the decision; null: no decision had one. */
  readonly medianSeconds: number | null;
  /** Suggestions checked for even-handedness, and those with a warning. */
  readonly checked: number;
  readonly uneven: number;
}

export async function selectReliance(tx: TenantTx, since: string): Promise<Reliance> {
  const { rows } = await tx.client.query<Reliance>(
    `WITH decided AS (
       SELECT s.status, s.decided_at, (
                SELECT min(e.timestamp) FROM telemetry_events e
                 WHERE e.tenant_id = s.tenant_id AND e.suggestion_id = s.suggestion_id AND e.user_id = s.decided_by
                   AND e.type IN ('why', 'evidence') AND e.timestamp <= s.decided_at) AS opened
         FROM suggestions s
        WHERE s.tenant_id = $1 AND s.decided_at >= $2 AND s.decided_by <> $3
          AND s.status IN ('applied', 'overridden', 'rejected')
     ), overlays AS (
       SELECT overlay->>'status' AS status FROM suggestions s, jsonb_array_elements(s.claim->'overlays') AS overlay
        WHERE s.tenant_id = $1 AND s.created_at >= $2 AND overlay->>'id' = 'even-handedness'
     )
     SELECT count(*) FILTER (WHERE status = 'applied')::int AS applied,
            count(*) FILTER (WHERE status = 'applied' AND opened IS NULL)::int AS unseen,
            round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - opened)))::int AS "medianSeconds",
            (SELECT count(*)::int FROM overlays) AS checked,
            (SELECT count(*) FILTER (WHERE status <> 'OK')::int FROM overlays) AS uneven
       FROM decided`,
    [tx.tenantId, since, ATTAIN_ID],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Counts are one row.');
  return row;
}
