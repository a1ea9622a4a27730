import { expect, test } from 'vitest';
import type { HumanTask } from '../../api/shapes.ts';
import { dueIn, taskKinds, whyNotMine } from './task-words.ts';

const task = { type: 'approval', assignee: null, queue: null, startedBy: 'olga', fallbackReason: null };
const finance = { username: 'fay', roles: ['finance'] };

test.each([
  [{}, finance, null],
  [{ queue: 'finance' }, finance, null],
  [{ assignee: 'fay', queue: 'manager' }, finance, null],
  [{ assignee: 'max' }, finance, 'assigned to max'],
  [{ assignee: 'max' }, { username: 'ada', roles: ['administrator'] }, 'assigned to max'],
  [{ queue: 'manager' }, finance, 'for the role Manager'],
  [{ queue: 'manager' }, { username: 'ada', roles: ['administrator'] }, null],
  [{ startedBy: 'fay' }, finance, 'someone else must approve'],
  [{ startedBy: 'fay', type: 'approval_request' }, finance, 'someone else must approve'],
  [{ startedBy: 'fay', type: 'manual_input' }, finance, null],
  [{ startedBy: 'fay', type: 'unknown_outcome', queue: 'agent-operator' }, finance, null],
  [{ fallbackReason: 'The manager has left.' }, finance, 'The manager has left.'],
  [{ startedBy: 'ada' }, { username: 'ada', roles: ['administrator'] }, null],
])('[AUTH-25] %j is said beforehand to %j', (change, who, why) => {
  const said = whyNotMine({ ...task, ...change }, who);
  if (why === null) expect(said).toBeNull();
  else expect(said).toContain(why);
});

test('what is late says so, and what has ended only when it was due', () => {
  const due = (status: HumanTask['status']) => ({ status, dueAt: '2026-01-01T12:00:00.000Z' });
  const at = (time: string) => Date.parse(`2026-01-01T${time}:00.000Z`);
  expect(dueIn(due('pending'), at('11:35'))).toEqual({ words: 'in 25 minutes', late: false });
  expect(dueIn(due('escalated'), at('14:00'))).toEqual({ words: 'Late: 2 hours ago', late: true });
  expect(dueIn(due('completed'), at('14:00')).late).toBe(false);
});

test('[CANVAS-10] [CANVAS-12] every kind of task has its word', () => {
  expect(Object.keys(taskKinds).length).toBe(9);
});
