import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Gives a calculated workspace disputes about the pay of these two people; returns the ID of the first. */
export async function fillDisputes(
  { admin }: Pick<PaidWorkspace, 'admin'>,
  pay: { calculationId: string; participantIds: readonly [string, string] },
): Promise<{ disputeId: string }> {
  const ids: string[] = [];
  for (const participantId of pay.participantIds) {
    const answer = await admin.post('/api/disputes', {
      calculationId: pay.calculationId,
      participantId,
      componentId: 'bookings',
      reason: 'A deal is missing.',
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    ids.push(answer.body.id);
  }
  return { disputeId: ids[0] as string };
}
