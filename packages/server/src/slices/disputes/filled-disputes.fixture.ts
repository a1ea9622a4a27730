import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Gives a calculated workspace disputes about the pay of these two people, each with a file; returns the IDs of the first. */
export async function fillDisputes(
  { admin }: Pick<PaidWorkspace, 'admin'>,
  pay: { calculationId: string; participantIds: readonly [string, string] },
): Promise<{ disputeId: string; disputeFileId: string }> {
  const ids: string[] = [];
  for (const participantId of pay.participantIds) {
    const sent = await admin.upload('/api/disputes/files', { name: 'order.txt', content: participantId }, {});
    const answer = await admin.post('/api/disputes', {
      calculationId: pay.calculationId,
      participantId,
      componentId: 'bookings',
      reason: 'A deal is missing.',
      files: [{ id: sent.body.id, fileName: 'order.txt' }],
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    ids.push(answer.body.id);
  }
  const disputeId = ids[0] as string;
  const { body } = await admin.get(`/api/disputes/${disputeId}`);
  return { disputeId, disputeFileId: body.files[0].id };
}
