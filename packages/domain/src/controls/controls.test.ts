import { expect, test } from 'vitest';
import { approvalKinds } from '../approvals/approval-kinds.ts';
import { controlOfAction, controlOfKind, controlState, controls, monthsUntil } from './controls.ts';

test('[CTRL-5] a failure outweighs an exception, and an exception a pass', () => {
  expect(controlState({ acts: 3, exceptions: 1, failures: 1 })).toBe('fail');
  expect(controlState({ acts: 3, exceptions: 1, failures: 0 })).toBe('exception');
  expect(controlState({ acts: 3, exceptions: 0, failures: 0 })).toBe('pass');
  expect(controlState({ acts: 0, exceptions: 0, failures: 0 })).toBe('empty');
});

test('[CTRL-1] every kind of request but payments, which count when posted, has its control', () => {
  expect(approvalKinds.filter((kind) => controlOfKind[kind] === null)).toEqual(['payment-run']);
  for (const kind of approvalKinds)
    if (kind !== 'payment-run') expect(controls).toContain(controlOfKind[kind]);
});

test('[CTRL-2] of the log, only acts without a request are counted', () => {
  const logged = [
    'import.commit-ordered',
    'connection.created',
    'task.decided',
    'member.second-factor-reset',
  ];
  expect(logged.map(controlOfAction)).toEqual(['imports', 'secrets', 'tasks', 'access']);
  const requested = ['plan.activated', 'member.roles-changed', 'policy.activated', 'approval.approved'];
  expect(requested.map(controlOfAction)).toEqual([null, null, null, null]);
});

test('[CTRL-1] months cross the year', () => {
  expect(monthsUntil('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});
