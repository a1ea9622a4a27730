import { formatDay } from '../../../base/format-date.ts';

type Shown = { from: string; to: string; by: { name: string }; delegate: { name: string }; mine: boolean };

const days = ({ from, to }: Shown) => `${formatDay(from)} to ${formatDay(to)}`;

/** Texts of the dialog about who approves for whom. */
export const messages = {
  open: 'Delegate approvals',
  title: 'Delegate approvals',
  description: 'Someone else approves for you between two days.',
  loading: 'Couldn’t load the delegations',
  none: 'No delegations yet.',
  current: 'Delegations',
  delegation: (row: Shown) =>
    row.mine ? `${row.delegate.name} approves for you` : `${row.delegate.name} approves for ${row.by.name}`,
  days,
  end: 'End',
  endOf: (row: Shown) => `End delegation to ${row.delegate.name}`,
  ended: 'Delegation ended',
  failure: 'Couldn’t end the delegation',
  person: 'Delegate',
  personHint: 'Only people whose roles don’t conflict with yours are listed.',
  from: 'First day',
  to: 'Last day',
  toHint: 'Up to 90 days, in UTC.',
  save: 'Delegate approvals',
  done: 'Approvals delegated',
};
