import { NEW_AGENT } from '@attain/domain/agents/agent';
import { versionForm } from '@attain/domain/versions/content';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { expect, test } from 'vitest';
import { mergeView, type Sides } from './merge-view.ts';

const node = (id: string, title: string) => {
  return { id, type: 'end', title, position: { x: 0, y: 0 }, config: {} };
};
const workflow = (...nodes: Workflow['nodes']): Workflow => {
  return { ...EMPTY_WORKFLOW, name: 'Pay', nodes };
};
const side = (document: Workflow, form: object = {}): Sides['ours'] => {
  const agent = { ...versionForm({ ...NEW_AGENT, agentId: 'payer', name: 'Payer' }), ...form };
  return {
    hash: '',
    version: '1.0.0',
    author: '',
    at: '',
    content: { agent, workflow: document },
  } as Sides['ours'];
};
const sides: Sides = {
  base: side(workflow(node('a', 'Read'), node('b', 'Tell'))),
  ours: side(workflow(node('a', 'Read all'), node('b', 'Tell')), { riskLevel: 'high', trustThreshold: 0.8 }),
  theirs: side(workflow(node('a', 'Read some'), node('c', 'Review')), {
    riskLevel: 'high',
    trustThreshold: 0.7,
  }),
};

test('a merge lists what is settled, whose it is, and only the fields without a conflict', () => {
  const { conflicts, settled, titleOf, open } = mergeView(sides, {});
  expect(conflicts.map((one) => [one.path, titleOf(one)])).toEqual([
    ['form/trustThreshold', 'Form'],
    ['nodes/a/title', 'Read all'],
  ]);
  expect(open.size).toBe(2);
  expect(settled.map(({ change, from }) => [from, change.words])).toEqual([
    ['both', 'Form: risk level “low” becomes “high”'],
    ['theirs', 'Node “Tell” removed'],
    ['theirs', 'Node “Review” added'],
  ]);
});

test('a choice resolves a conflict in the preview, and removed nodes stay drawn on their side', () => {
  const before = mergeView(sides, {});
  expect([...before.marks.ours]).toEqual([['a', 'conflict']]);
  expect(before.drawn.theirs?.nodes.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(before.marks.theirs.get('b')).toBe('removed');
  const after = mergeView(sides, { 'nodes/a/title': 'theirs' });
  expect(after.result?.nodes.map(({ title }) => title)).toEqual(['Read some', 'Review']);
  expect(after.marks.result.get('a')).toBe('changed');
  expect(after.open).toEqual(new Set(['form/trustThreshold']));
});
