import { count, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
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

/** Votes by the analyser of the suggestion; null: suggestions of people and agents. */
export function countVotesByAnalyser(
  tx: TenantTx,
): Promise<(VoteCounts & { readonly analyser: string | null })[]> {
  return tx.db
    .select({ analyser: suggestions.analyser, ...counts })
    .from(feedback)
    .innerJoin(suggestions, eq(suggestions.id, feedback.suggestionId))
    .groupBy(suggestions.analyser)
    .orderBy(suggestions.analyser);
}
