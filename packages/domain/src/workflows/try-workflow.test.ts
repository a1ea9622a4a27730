import { describe, expect, test } from 'vitest';
import { GALLERY } from '../agents/gallery/gallery.ts';
import { flow } from './sample-workflow.fixture.ts';
import { tryWorkflow } from './try-workflow.ts';

const atMs = Date.parse('2026-01-31T12:00:00Z');
const tried = (workflow: Parameters<typeof tryWorkflow>[0], outputs = {}, input = {}) => {
  const trial = tryWorkflow(workflow, { input, outputs, atMs });
  if (!trial.ok) throw new Error(JSON.stringify(trial.problems));
  return trial.value;
};

describe('[WF-77] a test run', () => {
  test.each(GALLERY.map((agent) => [agent.agentId, agent.workflow] as const))(
    'brings %s to its end on sample data',
    (_id, workflow) => {
      const trial = tried(workflow);
      expect([trial.status, trial.error]).toEqual(['completed', null]);
      expect(trial.steps.filter(({ error }) => error !== null)).toEqual([]);
    },
  );

  const asking = flow(
    {
      start: 'start',
      call: ['api_call', { method: 'POST', url: 'https://example.com/' }],
      pause: ['wait', { mode: 'duration', seconds: 86_400 }],
      approve: ['approval', { title: 'Pay?' }],
      yes: ['end', { result: 'nodes.call.body.amount' }],
      no: ['end', { result: '"rejected"' }],
    },
    [
      ...['start.out > call.in', 'call.out > pause.in', 'pause.out > approve.in'],
      ...['approve.approved > yes.in', 'approve.rejected > no.in'],
    ],
  );

  test('uses the data it is given, goes over pauses and answers tasks', () => {
    const call = { status: 200, body: { amount: 7 } };
    expect(tried(asking, { call })).toMatchObject({ status: 'completed', output: 7 });
    const approve = { decision: 'rejected', values: {}, comment: 'No' };
    expect(tried(asking, { call, approve })).toMatchObject({ status: 'completed', output: 'rejected' });
  });

  test('says where it fails, as a live run does', () => {
    const { status, error, steps } = tried(asking, { call: { status: 200, body: {} } });
    expect([status, error?.code]).toEqual(['failed', 'EXPRESSION']);
    expect(steps.find(({ node }) => node === 'yes')?.status).toBe('error');
  });

  test('of a draft with problems names them', () => {
    const { edges: _, ...loose } = asking;
    const trial = tryWorkflow({ ...loose, edges: [] }, { input: {}, outputs: {}, atMs });
    expect(trial.ok).toBe(false);
  });
});
