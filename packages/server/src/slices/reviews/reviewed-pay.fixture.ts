import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Gives a calculated workspace two suggestions about its plan and disputes about the pay of these two people. */
export async function fillReviews(
  { admin, planId }: Pick<PaidWorkspace, 'admin' | 'planId'>,
  pay: { calculationId: string; participantIds: readonly [string, string] },
): Promise<{ suggestionId: string; disputeId: string }> {
  const made = async (path: string, body: object) => {
    const answer = await admin.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as string;
  };
  const ids: { suggestionId: string; disputeId: string }[] = [];
  for (const [at, participantId] of pay.participantIds.entries()) {
    const title = `Cap the bookings ${at + 1}`;
    const suggestionId = await made('/api/suggestions', { planId, title, reasoning: 'It is not capped.' });
    const disputeId = await made('/api/disputes', {
      ...{ calculationId: pay.calculationId, participantId, componentId: 'bookings' },
      reason: 'A deal is missing.',
    });
    ids.push({ suggestionId, disputeId });
  }
  return ids[0]!;
}
