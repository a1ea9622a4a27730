import { addNode, connect } from '@attain/domain/workflows/canvas/edits';
import { openHistory, perform, undo } from '@attain/domain/workflows/canvas/history';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { expect, test } from 'vitest';
import { legalTargets } from '../acts/legal-targets.ts';
import { stepStates } from '../acts/step-states.ts';
import { freePlace } from './free-place.ts';
import { historyKey, keepHistory, readHistory } from './kept-history.ts';
import { canonicalText, sameWorkflow } from './same-workflow.ts';
import { takeDocument } from './take-document.ts';

/** Start, Decision and End, the first two connected. */
function sample(): Workflow {
  let workflow: Workflow = { ...EMPTY_WORKFLOW, name: 'Sample' };
  for (const [at, type] of ['start', 'decision', 'end'].entries()) {
    const made = addNode(workflow, type, { x: at * 200, y: 0 });
    if (made.ok) workflow = perform(openHistory(workflow), made.value).workflow;
  }
  const made = connect(workflow, { node: 'start-1', port: 'out' }, { node: 'decision-1', port: 'in' });
  return made.ok ? perform(openHistory(workflow), made.value).workflow : workflow;
}

/** A browser's storage with room for so many characters. */
function storageOf(room: number): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, text);
    },
  } as unknown as Storage;
}

test('[CANVAS-40] the steps come back from the browser and can still be undone', () => {
  const before = sample();
  const made = addNode(before, 'merge', { x: 0, y: 200 });
  if (!made.ok) throw new Error('no merge');
  const history = perform(openHistory(before), made.value);
  const storage = storageOf(1_000_000);
  const key = historyKey('tenant.ada', 'sample');
  expect(keepHistory(storage, key, { base: { revision: 3, document: before }, history })).toBe(true);
  const kept = readHistory(storage, key);
  expect(kept?.base.revision).toBe(3);
  expect(kept?.history.workflow).toEqual(history.workflow);
  expect(kept && undo(kept.history).workflow).toEqual(before);
  expect(readHistory(storage, historyKey('tenant.bob', 'sample'))).toBeNull();
});

test('a browser without room keeps nothing and says so; strange texts are no history', () => {
  const history = openHistory(sample());
  const base = { revision: 1, document: history.workflow };
  expect(keepHistory(storageOf(10), 'k', { base, history })).toBe(false);
  const storage = storageOf(1_000);
  for (const text of ['{', '7', '{"history":{"past":[],"future":[]}}', '{"base":{},"history":{"past":1}}']) {
    storage.setItem('k', text);
    expect(readHistory(storage, 'k')).toBeNull();
  }
});

test('two workflows are the same whatever order their parts are kept in, and canonical text orders every key', () => {
  const one = sample();
  const turned = { ...one, nodes: one.nodes.toReversed(), edges: one.edges.toReversed() };
  expect(sameWorkflow(one, turned)).toBe(true);
  expect(sameWorkflow(one, { ...one, name: 'Another' })).toBe(false);
  const numbered = { ...one, variables: [{ name: 'v', description: '', default: { 10: 1, 9: 2, a: 3 } }] };
  expect(canonicalText(numbered)).toContain('{"10":1,"9":2,"a":3}');
});

test('taking another user’s version is one step, and undoing it restores the own drawing', () => {
  const mine = sample();
  const theirs: Workflow = { ...EMPTY_WORKFLOW, name: 'Theirs' };
  const taken = perform(openHistory(mine), takeDocument(mine, theirs, 'Take what was saved'));
  expect(taken.workflow).toEqual(theirs);
  expect(undo(taken).workflow).toEqual(mine);
});

test('an automatically placed node covers no other', () => {
  const workflow = sample();
  const place = freePlace(workflow, { x: 205, y: 8 });
  expect(place).toEqual({ x: 200, y: 100 });
  expect(freePlace({ nodes: [] }, { x: -50, y: 33 })).toEqual({ x: 0, y: 40 });
});

test('the list of targets holds what may be connected and nothing else; without any it says why', () => {
  const workflow = sample();
  expect(legalTargets(workflow, 'decision-1').targets.map(({ by, label }) => [by, label])).toEqual([
    ['Yes', 'End'],
    ['No', 'End'],
  ]);
  expect(legalTargets(workflow, 'start-1', 'decision-1')).toEqual({
    targets: [],
    why: 'These two are already connected.',
  });
  expect(legalTargets(workflow, 'end-1')).toEqual({ targets: [], why: 'This node has no output.' });
});

test('[CANVAS-22] a node in a loop shows the turn that began last', () => {
  const step = (iteration: string, status: 'success' | 'running', startedAt: string) => ({
    node: 'a',
    iteration,
    title: 'A',
    type: 'calculator',
    status,
    attempt: 1,
    startedAt,
    endedAt: null,
    input: null,
    output: null,
    error: null,
    by: null,
  });
  const steps = [
    step('2', 'running', '2026-01-01T00:00:02.000Z'),
    step('1', 'success', '2026-01-01T00:00:01.000Z'),
  ];
  expect(stepStates({ steps })).toEqual(new Map([['a', 'running']]));
  expect(stepStates(undefined).size).toBe(0);
});
