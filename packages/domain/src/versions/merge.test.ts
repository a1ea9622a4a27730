import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEW_AGENT } from '../agents/agent.ts';
import { canonicalWorkflow } from '../workflows/parse-workflow.ts';
import { randomWorkflow } from '../workflows/random-workflow.fixture.ts';
import { flow } from '../workflows/sample-workflow.fixture.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';
import { type VersionContent, versionForm } from './content.ts';
import { aheadBehind, branchStatus, mergeBase, type VersionNode } from './history.ts';
import { mergeContents } from './merge.ts';

const RUNS = { numRuns: 60 };
const form = versionForm({ ...NEW_AGENT, agentId: 'payer', name: 'Payer' });
const of = (workflow: Workflow, more: Partial<typeof form> = {}): VersionContent => {
  return { agent: { ...form, ...more }, workflow };
};
const pair = flow({ a: 'start', b: ['transform', { fields: {}, note: 'x' }], c: 'end' }, [
  'a.out > b.in',
  'b.out > c.in',
]);
const base = of(pair);
const change = (id: string, part: Partial<WorkflowNode>, from: Workflow = pair): Workflow => ({
  ...from,
  nodes: from.nodes.map((node) => (node.id === id ? { ...node, ...part } : node)),
});
const without = (id: string): Workflow => ({
  ...pair,
  nodes: pair.nodes.filter((node) => node.id !== id),
  edges: pair.edges.filter(({ from, to }) => from.node !== id && to.node !== id),
});
const extra: WorkflowNode = { id: 'new', type: 'end', title: '', position: { x: 0, y: 0 }, config: {} };
const merge = (ours: Workflow, theirs: Workflow) =>
  mergeContents(base, { ours: of(ours), theirs: of(theirs) });
const canonical = ({ workflow, agent }: VersionContent) => [agent, workflow && canonicalWorkflow(workflow)];
const found = ({ conflicts }: ReturnType<typeof merge>) => conflicts.map(({ path, kind }) => [path, kind]);

/** A workflow with some titles and positions changed and some notes more, marked by who did it. */
function edited(workflow: Workflow, mark: string, chosen: readonly number[]): Workflow {
  const isChosen = (at: number) => chosen.includes(at);
  return {
    ...workflow,
    nodes: workflow.nodes.map((node, at) =>
      isChosen(at) ? { ...node, title: `${mark} ${node.title}` } : node,
    ),
    notes: [...workflow.notes, { id: `note-${mark}`, text: mark, position: { x: 0, y: 0 } }],
  };
}
const some = fc.uniqueArray(fc.nat(12), { maxLength: 6 });

describe('merging three contents', () => {
  test('[VC-6] with an unchanged side gives the other, and equal sides give that', () => {
    fc.assert(
      fc.property(randomWorkflow, randomWorkflow, (one, other) => {
        const [b, x] = [of(one), of(other, { riskLevel: 'high' })];
        for (const [ours, theirs] of [
          [b, x],
          [x, b],
          [x, x],
        ] as const) {
          const merged = mergeContents(b, { ours, theirs });
          expect(merged.conflicts).toEqual([]);
          expect(canonical(merged.content)).toEqual(canonical(x));
        }
      }),
      RUNS,
    );
  });

  test('[VC-6] keeps disjoint changes of both sides', () => {
    fc.assert(
      fc.property(randomWorkflow, some, some, (workflow, first, second) => {
        const apart = second.filter((at) => !first.includes(at));
        const merged = mergeContents(of(workflow), {
          ours: of(edited(workflow, 'one', first)),
          theirs: of(edited(workflow, 'two', apart)),
        });
        expect(merged.conflicts).toEqual([]);
        const titles = new Map(merged.content.workflow?.nodes.map(({ id, title }) => [id, title]));
        for (const [at, { id, title }] of workflow.nodes.entries()) {
          const mark = first.includes(at) ? 'one ' : apart.includes(at) ? 'two ' : '';
          expect(titles.get(id)).toBe(`${mark}${title}`);
        }
        const notes = merged.content.workflow?.notes.map(({ text }) => text) ?? [];
        expect(notes).toEqual(expect.arrayContaining(['one', 'two']));
      }),
      RUNS,
    );
  });

  test('[VC-6] finds the same conflicts from either side, and follows the choices', () => {
    fc.assert(
      fc.property(randomWorkflow, some, some, (workflow, first, second) => {
        const [ours, theirs] = [of(edited(workflow, 'one', first)), of(edited(workflow, 'two', second))];
        const there = mergeContents(of(workflow), { ours, theirs });
        const back = mergeContents(of(workflow), { ours: theirs, theirs: ours });
        expect(back.conflicts.map(({ path }) => path).toSorted()).toEqual(
          there.conflicts.map(({ path }) => path).toSorted(),
        );
        const shared = workflow.nodes.filter((_, at) => first.includes(at) && second.includes(at));
        expect(there.conflicts.map(({ id, field }) => [id, field])).toEqual(
          shared.map(({ id }) => [id, 'title']),
        );
        const choose = (choice: 'ours' | 'theirs') =>
          Object.fromEntries(there.conflicts.map(({ path }) => [path, choice]));
        const a = mergeContents(of(workflow), { ours, theirs }, choose('theirs'));
        const b = mergeContents(of(workflow), { ours: theirs, theirs: ours }, choose('ours'));
        expect(a.open).toEqual([]);
        expect(canonical(a.content)).toEqual(canonical(b.content));
      }),
      RUNS,
    );
  });

  test('[VC-6] merges settings of one node by field, and names the field both changed', () => {
    const merged = merge(
      change('b', { config: { fields: {}, note: 'ours' } }),
      change('b', { title: 'Theirs', config: { fields: { x: 1 }, note: 'theirs' } }),
    );
    expect(found(merged)).toEqual([['nodes/b/config/note', 'both-changed']]);
    expect(merged.conflicts[0]).toMatchObject({
      id: 'b',
      field: 'config.note',
      base: 'x',
      ours: 'ours',
      theirs: 'theirs',
    });
    expect(merged.content.workflow?.nodes[1]).toMatchObject({
      title: 'Theirs',
      config: { fields: { x: 1 } },
    });
  });

  test('[VC-6] asks about what one side removed and the other changed, or added twice', () => {
    const removed = merge(without('b'), change('b', { title: 'Kept' }));
    expect(found(removed)).toEqual([['nodes/b', 'removed-changed']]);
    const moved = merge(without('b'), change('b', { position: { x: 900, y: 0 } }));
    expect(found(moved)).toEqual([]);
    expect(moved.content.workflow?.nodes.map(({ id }) => id)).toEqual(['a', 'c']);
    const added = merge(
      { ...pair, nodes: [...pair.nodes, extra] },
      { ...pair, nodes: [...pair.nodes, { ...extra, type: 'start' }] },
    );
    expect(found(added)).toEqual([['nodes/new', 'both-added']]);
  });

  test('[VC-6] asks about a node that is removed here and connected anew there, and drops loose connections', () => {
    const link = { id: 'n', from: { node: 'b', port: 'out' }, to: { node: 'new', port: 'in' } };
    const connected = { ...pair, nodes: [...pair.nodes, extra], edges: [...pair.edges, link] };
    const merged = merge(without('b'), connected);
    expect(found(merged)).toEqual([['nodes/b', 'still-connected']]);
    const decided = (choice: 'ours' | 'theirs') =>
      mergeContents(base, { ours: of(without('b')), theirs: of(connected) }, { 'nodes/b': choice }).content
        .workflow;
    expect(decided('ours')?.edges).toEqual([]);
    expect(decided('ours')?.nodes.map(({ id }) => id)).toEqual(['a', 'c', 'new']);
    expect(decided('theirs')?.edges.map(({ id }) => id)).toEqual(['n']);
    expect(
      decided('theirs')
        ?.nodes.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['a', 'b', 'c', 'new']);
  });

  test('[VC-6] asks about an undo step that is removed here and chosen there, and drops the choice without it', () => {
    const undo: WorkflowNode = { ...extra, id: 'undo', type: 'api_call' };
    const drawn = { ...pair, nodes: [...pair.nodes, undo] };
    const choosing = change('b', { undoWith: 'undo' }, drawn);
    const decided = (choices = {}) =>
      mergeContents(of(drawn), { ours: of(pair), theirs: of(choosing) }, choices as Record<string, 'theirs'>);
    expect(found(decided())).toEqual([['nodes/undo', 'still-connected']]);
    const undoOf = ({ content }: ReturnType<typeof decided>) =>
      content.workflow?.nodes.find(({ id }) => id === 'b')?.undoWith;
    expect(undoOf(decided())).toBeUndefined();
    expect(undoOf(decided({ 'nodes/undo': 'theirs' }))).toBe('undo');
    expect(decided({ 'nodes/undo': 'theirs' }).content.workflow?.nodes).toContainEqual(undo);
  });

  test('[VC-6] never asks about positions, and merges the form by field', () => {
    const merged = mergeContents(base, {
      ours: of(change('b', { position: { x: 1, y: 1 } }), { riskLevel: 'high' }),
      theirs: of(change('b', { position: { x: 2, y: 2 } }), { trustThreshold: 0.5, riskLevel: 'medium' }),
    });
    expect(found(merged)).toEqual([['form/riskLevel', 'both-changed']]);
    expect(merged.content.agent).toMatchObject({ trustThreshold: 0.5, riskLevel: 'high' });
  });
});

describe('the history of branches', () => {
  // 1 ─ 2 ─ 4 ─ 6 (main), 3 and 5 branch off at 1 and are merged by 4
  const graph = new Map(
    (
      [
        [1, []],
        [2, [1]],
        [3, [1]],
        [4, [2, 3]],
        [5, [3]],
        [6, [4]],
      ] as const
    ).map(([number, parents]): [string, VersionNode] => [
      `v${number}`,
      { hash: `v${number}`, number, parents: parents.map((one) => `v${one}`) },
    ]),
  );

  test('[VC-7] the base of a merge is the newest version both have', () => {
    expect(mergeBase(graph, 'v2', 'v3')).toBe('v1');
    expect(mergeBase(graph, 'v6', 'v5')).toBe('v3');
    expect(mergeBase(graph, 'v6', 'v4')).toBe('v4');
    expect(mergeBase(graph, 'v6', 'nowhere')).toBe(null);
  });

  test('[VC-8] [VERS-22] ahead and behind are counted; a branch is merged, stale or active', () => {
    expect(aheadBehind(graph, 'v5', 'v6')).toEqual({ ahead: 1, behind: 3 });
    expect(aheadBehind(graph, 'v6', 'v6')).toEqual({ ahead: 0, behind: 0 });
    const now = new Date('2026-03-01T00:00:00Z');
    const status = (name: string, ahead: number, hasOwn: boolean, lastCommit: string) =>
      branchStatus({ name, ahead, hasOwn, lastCommit }, now);
    expect(status('try', 0, true, '2026-02-27T00:00:00Z')).toBe('merged');
    expect(status('try', 0, false, '2026-02-27T00:00:00Z')).toBe('active');
    expect(status('try', 1, true, '2026-01-30T00:00:00Z')).toBe('active');
    expect(status('try', 1, true, '2026-01-29T00:00:00Z')).toBe('stale');
    expect(status('main', 0, true, '2020-01-01T00:00:00Z')).toBe('active');
  });
});
