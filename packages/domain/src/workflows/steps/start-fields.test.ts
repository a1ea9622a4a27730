import { expect, test } from 'vitest';
import type { JsonValue } from '../json-value.ts';
import { EMPTY_WORKFLOW, type WorkflowNode } from '../workflow.ts';
import { startFields } from './start-fields.ts';

const begin = (config: WorkflowNode['config']) => ({
  ...EMPTY_WORKFLOW,
  nodes: [{ id: 'begin', type: 'start', title: '', position: { x: 0, y: 0 }, config }],
});

test('a run requires the fields of its beginning, by label or name', () => {
  const fields: JsonValue = [
    { name: 'plan', type: 'text', label: 'Plan', required: true },
    { name: 'mode', type: 'choice', options: ['fast', 'exact'] },
    'nonsense',
  ];
  expect(startFields(begin({ fields }))).toEqual([
    { name: 'plan', label: 'Plan', type: 'text', required: true, options: [] },
    { name: 'mode', label: 'mode', type: 'choice', required: false, options: ['fast', 'exact'] },
  ]);
});

test('nothing is asked for where nothing is stated, or where there is no one beginning', () => {
  expect(startFields(begin({}))).toEqual([]);
  expect(startFields(EMPTY_WORKFLOW)).toEqual([]);
});
