import { settled } from '../../testing/settled.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Fields that are right for a case. */
export const rightCase = {
  name: 'Agreed',
  input: {},
  variables: {},
  startAt: '2026-01-31T12:00:00Z',
  stubs: [
    {
      node: 'ask',
      turn: null,
      delaySeconds: 60,
      result: { kind: 'output', value: { decision: 'approved', values: {}, comment: '' } },
    },
  ],
  expectations: [{ kind: 'status', status: 'completed' }],
};

/** Two suites, one of them with a case, and two runs of it. */
export async function fillSuites(
  { admin }: PaidWorkspace,
  { name, workflowId }: { readonly name: string; readonly workflowId: string },
): Promise<{ suiteId: string; caseId: string; testRunId: string }> {
  await admin.post('/api/suites', { name: `${name} idle`, description: '', workflowId });
  const { body: suite } = await admin.post('/api/suites', { name, description: '', workflowId });
  const { body } = await admin.post(`/api/suites/${suite.id}/cases`, {
    revision: suite.revision,
    caseId: null,
    test: rightCase,
  });
  const run = async () => {
    const ordered = await admin.post('/api/suites/run', { suites: [suite.id], version: null });
    const { id } = ordered.body.runs[0];
    await settled(admin, `/api/test-runs/${id}`, ['passed']);
    return id as string;
  };
  await run();
  return { suiteId: suite.id, caseId: body.tests[0].id, testRunId: await run() };
}
