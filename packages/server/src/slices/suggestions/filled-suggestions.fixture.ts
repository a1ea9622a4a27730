import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Gives a workspace two suggestions about its plan and two what-ifs; returns the UUID of the first. */
export async function fillSuggestions({
  admin,
  planId,
  sql,
}: Pick<PaidWorkspace, 'admin' | 'planId' | 'sql'>): Promise<{ suggestionId: string }> {
  const ids: string[] = [];
  for (const at of [1, 2]) {
    const title = `Cap the bookings ${at}`;
    const changes = [{ component: 'bookings', set: { cap: `${at + 1}x` } }];
    const body = { planId, title, changes, reasoning: 'It is not capped.' };
    const answer = await admin.post('/api/suggestions', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    ids.push(answer.body.uuid);
    await sql(
      `INSERT INTO what_if_runs (tenant_id, plan_id, document_hash, parameter, original_value, new_value, figures, input_hash, created_by)
        SELECT $1, $2, '', 'weights', '100', '90', $3, '', created_by FROM suggestions WHERE id = $4`,
      [planId, JSON.stringify(tried), answer.body.uuid],
    );
  }
  return { suggestionId: ids[0] as string };
}

/** The figures of a what-if, as far as its list shows them. */
const tried = {
  projectedSavings: '1.00',
  currency: 'USD',
  risk: null,
  range: null,
  confidence: 50,
  payees: 1,
  losers: 0,
};
