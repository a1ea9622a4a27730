import { expect, test } from 'vitest';
import { roleNames } from '../access/role-names.ts';
import { approvalKinds } from './approval-kinds.ts';
import {
  type ApprovalRequirement,
  isLargeChange,
  requiredApprovals,
  requirementProblems,
} from './required-approvals.ts';

const rule = (
  kind: ApprovalRequirement['kind'],
  required: number,
  fromAmount = '0',
): ApprovalRequirement => ({
  kind,
  required,
  fromAmount,
  roles: [],
});
const payments = [
  rule('payment-run', 1),
  rule('payment-run', 2, '50000'),
  rule('payment-run', 3, '1000000.50'),
];
const messagesOf = (rules: readonly ApprovalRequirement[], deciders = rules.map(() => 9)) =>
  requirementProblems(rules, deciders).map(({ message }) => message);

test('[APR-10] a request requires the approvals of the highest amount it reaches', () => {
  const of = (amount: string | null, currency: string | null = amount === null ? null : 'USD') =>
    requiredApprovals(payments, { kind: 'payment-run', amount, currency }, 'USD').required;
  expect(['0', '49999.99', '50000', '-50000', '1000000.49', '1000000.5'].map((amount) => of(amount))).toEqual(
    [1, 1, 2, 2, 2, 3],
  );
  // no figure, or one in another currency: the strictest
  expect([of(null), of('10', 'EUR')]).toEqual([3, 3]);
});

test('[APR-10] a kind without a rule requires one approval, and other kinds’ rules do not count', () => {
  for (const kind of approvalKinds)
    expect(
      requiredApprovals(kind === 'payment-run' ? [] : payments, { kind, amount: null, currency: null }, 'USD')
        .required,
    ).toBe(1);
  expect(
    requiredApprovals(
      [rule('access-grant', 2)],
      { kind: 'access-grant', amount: null, currency: null },
      'USD',
    ).required,
  ).toBe(2);
});

test('[APR-10] requirements that no one could meet, or that contradict themselves, are rejected', () => {
  expect(messagesOf(payments)).toEqual([]);
  expect(messagesOf([rule('payment-run', 3)], [2])).toEqual([
    'Only 2 people can approve this. Add approvers first.',
  ]);
  expect(messagesOf([rule('payment-run', 1)], [0])).toEqual([]);
  expect(messagesOf([rule('payment-run', 2), rule('payment-run', 1, '100')])).toEqual([
    'A larger amount can’t require fewer approvals.',
  ]);
  expect(messagesOf([rule('payment-run', 1, '100'), rule('payment-run', 2, '100.00')])).toHaveLength(1);
  expect(messagesOf([rule('plan-activation', 2, '100')])).toEqual(['Requests of this kind have no amount.']);
  expect(messagesOf([rule('payment-run', 2, '-1')])).toEqual(['Enter an amount of 0 or more.']);
  expect(messagesOf([rule('autonomy-level', 2)])).toEqual(['The approvals of this kind can’t be changed.']);
});

test('[APR-12] the rule of the highest amount reached names the roles, and names only those that may decide the kind', () => {
  const rules: ApprovalRequirement[] = [
    { ...rule('payment-run', 1), roles: ['administrator', 'finance'] },
    { ...rule('payment-run', 2, '50000'), roles: ['finance'] },
    rule('payment-run', 2, '90000'),
  ];
  const of = (amount: string) =>
    requiredApprovals(rules, { kind: 'payment-run', amount, currency: 'USD' }, 'USD').roles;
  expect([of('1'), of('50000'), of('90000')]).toEqual([['administrator', 'finance'], ['finance'], []]);
  expect(messagesOf(rules)).toEqual([]);
  expect(messagesOf([{ ...rule('payment-run', 1), roles: ['viewer'] }])).toEqual([
    `The role ${roleNames.viewer} can’t approve this.`,
  ]);
  expect(messagesOf([{ ...rule('payment-run', 1), roles: ['finance'] }], [0])).toEqual([
    'Only 0 people can approve this. Add approvers first.',
  ]);
});

test('[APR-16] a rule escalates to a further role, and within half of the days a request is open', () => {
  const base = { ...rule('payment-run', 1), roles: ['administrator'] } as const;
  expect(messagesOf([{ ...base, escalateTo: 'finance', dueDays: 3 }])).toEqual([]);
  expect(messagesOf([{ ...base, escalateTo: 'administrator' }])).toEqual([
    `The role ${roleNames.administrator} already approves this.`,
  ]);
  expect(messagesOf([{ ...base, roles: [], escalateTo: 'finance' }])).toEqual([
    `The role ${roleNames.finance} already approves this.`,
  ]);
  expect(messagesOf([{ ...base, dueDays: 4 }])).toEqual(['Choose 3 days or fewer: requests are open for 7.']);
  expect(messagesOf([{ ...rule('access-grant', 1), dueDays: 2 }])).toEqual([]);
});

test('[APR-14] a change of projected pay is large beyond 5% or beyond 50,000 of the workspace currency', () => {
  const isLarge = (before: string, after: string, currency = 'USD') =>
    isLargeChange({ before, after, currency }, 'USD');
  expect([isLarge('1000', '1050'), isLarge('1000', '1050.01'), isLarge('1000', '949.99')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([isLarge('4584954', '4534954'), isLarge('4584954', '4534953.99')]).toEqual([false, true]);
  expect([isLarge('4584954', '4500000', 'EUR'), isLarge('0', '0.01'), isLarge('0', '0')]).toEqual([
    false,
    true,
    false,
  ]);
});
