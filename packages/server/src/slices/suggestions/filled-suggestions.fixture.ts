import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Gives a workspace two suggestions about its plan; returns the UUID of the first. */
export async function fillSuggestions({
  admin,
  planId,
}: Pick<PaidWorkspace, 'admin' | 'planId'>): Promise<{ suggestionId: string }> {
  const ids: string[] = [];
  for (const at of [1, 2]) {
    const title = `Cap the bookings ${at}`;
    const changes = [{ component: 'bookings', set: { cap: `${at + 1}x` } }];
    const body = { planId, title, changes, reasoning: 'It is not capped.' };
    const answer = await admin.post('/api/suggestions', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    ids.push(answer.body.uuid);
  }
  return { suggestionId: ids[0] as string };
}
