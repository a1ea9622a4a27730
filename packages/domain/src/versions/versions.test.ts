import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEW_AGENT } from '../agents/agent.ts';
import { randomWorkflow } from '../workflows/random-workflow.fixture.ts';
import { flow } from '../workflows/sample-workflow.fixture.ts';
import type { Workflow } from '../workflows/workflow.ts';
import { changesBetween } from './compare.ts';
import { contentOf, treeOf, type VersionContent, versionForm } from './content.ts';
import { type TaggedVersion, tagsOf } from './history.ts';
import { bumpOf, compareLabels, nextLabel } from './numbering.ts';

const base = flow({ begin: 'start', step: ['transform', {}], finish: 'end' }, [
  'begin > step',
  'step > finish',
]);
const content = (workflow: Workflow | null = base, form: object = {}): VersionContent => ({
  agent: { ...versionForm({ ...NEW_AGENT, agentId: 'payer', name: 'Payer' }), ...form },
  workflow,
});
const edited = (change: (nodes: Workflow['nodes']) => Workflow['nodes']) =>
  content({ ...base, nodes: change(base.nodes) });
const parameter = {
  id: 'p',
  name: 'month',
  type: 'string',
  description: '',
  defaultValue: null,
  required: false,
};
const wordsOf = (before: VersionContent, after: VersionContent) =>
  changesBetween(before, after).map(({ words }) => words);

describe('the content of a version', () => {
  test('[VC-4] is the same after it was a tree, and does not differ from itself', () => {
    fc.assert(
      fc.property(randomWorkflow, (workflow) => {
        const whole = content(workflow, { parameters: [parameter] });
        expect(contentOf(treeOf(whole))).toEqual(whole);
        expect(changesBetween(whole, structuredClone(whole))).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(contentOf(treeOf(content(null)))).toEqual(content(null));
  });

  test('[VC-4] lists what changed by element, in words', () => {
    const moved = edited((nodes) => nodes.map((node) => ({ ...node, position: { x: 500, y: 20 } })));
    expect(changesBetween(content(), moved).map(({ kind }) => kind)).toEqual(['moved', 'moved', 'moved']);
    const retitled = edited((nodes) =>
      nodes.map((node) =>
        node.id === 'step' ? { ...node, title: 'Add up', config: { fields: [1], deep: { a: 1 } } } : node,
      ),
    );
    expect(wordsOf(content(), retitled)).toEqual([
      expect.stringMatching(/^Node “Add up”: title .+ becomes “Add up”, and 2 more$/),
    ]);
    const [{ fields = [] } = {}] = changesBetween(content(), retitled);
    expect(fields.map(({ field, before }) => [field, before])).toEqual([
      ['title', expect.anything()],
      ['config.fields', undefined],
      ['config.deep', undefined],
    ]);
    const without = content({ ...base, edges: [], settings: { deadlineMinutes: 20 } }, { riskLevel: 'high' });
    expect(wordsOf(content(), without)).toEqual([
      'Form: risk level “low” becomes “high”',
      'Workflow: deadline minutes (none) becomes 20',
      expect.stringContaining('removed'),
      expect.stringContaining('removed'),
    ]);
  });
});

describe('the label of a version', () => {
  const bump = (before: VersionContent, after: VersionContent) =>
    bumpOf(before, after, changesBetween(before, after));

  test('[VC-5] rises by what changed for those who use the agent', () => {
    const asks = (more: object) => content(base, { parameters: [{ ...parameter, ...more }] });
    expect(bump(asks({}), content())).toBe('major');
    expect(bump(content(), asks({ required: true }))).toBe('major');
    expect(bump(asks({}), asks({ type: 'number' }))).toBe('major');
    expect(bump(asks({}), asks({ name: 'period' }))).toBe('major');
    expect(bump(content(), content(null))).toBe('major');
    expect(bump(content(), asks({}))).toBe('minor');
    expect(bump(content(), asks({ required: true, defaultValue: 'x' }))).toBe('minor');
    expect(bump(content({ ...base, nodes: base.nodes.slice(1) }), content())).toBe('minor');
    expect(bump(asks({}), asks({ description: 'The month' }))).toBe('patch');
    expect(
      bump(
        content(),
        edited((nodes) => nodes.map((node) => ({ ...node, title: 'x' }))),
      ),
    ).toBe('patch');
  });

  test('[VC-5] counts and is ordered by its numbers', () => {
    expect(['major', 'minor', 'patch'].map((one) => nextLabel('1.9.10', one as 'major'))).toEqual([
      '2.0.0',
      '1.10.0',
      '1.9.11',
    ]);
    const labels = ['1.10.0', '1.9.11', '2.0.0', '1.9.9'];
    expect(labels.toSorted(compareLabels)).toEqual(['1.9.9', '1.9.11', '1.10.0', '2.0.0']);
  });
});

test('[VC-9] one tag: hotfix by branch, latest of main, legacy for what still runs or is deprecated', () => {
  const version = (number: number, more: Partial<TaggedVersion> = {}): TaggedVersion => {
    return {
      hash: `v${number}`,
      number,
      parents: [],
      branch: 'main',
      status: 'active',
      openRuns: 0,
      ...more,
    };
  };
  const tags = tagsOf([
    version(1),
    version(2, { openRuns: 3 }),
    version(3, { status: 'deprecated' }),
    version(4),
    version(5, { branch: 'hotfix/cap' }),
    version(6, { branch: 'try', openRuns: 1 }),
    version(7, { status: 'archived' }),
  ]);
  expect([...tags.values()]).toEqual([null, 'legacy', 'legacy', 'latest', 'hotfix', null, null]);
});
