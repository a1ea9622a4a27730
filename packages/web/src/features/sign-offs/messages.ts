import { counted } from '@attain/domain/base/figures';
import { formatMoment } from '../../base/format-date.ts';

/** The texts of sign-offs. */
export const messages = {
  table: 'Statements to sign off',
  month: 'Month',
  payee: 'Payee',
  payeeId: 'Payee ID',
  plan: 'Plan',
  planId: 'Plan ID',
  period: 'Period',
  manager: 'Manager',
  managerId: 'Manager ID',
  total: 'Pay',
  previous: 'Period before',
  change: 'Change',
  state: 'Sign-off',
  states: { open: 'Open', signed: 'Signed off', disputed: 'Disputed' },
  signedBy: (name: string, at: string) => `${name}, ${formatMoment(at)}`,
  progress: ({ all, signed, disputed }: { all: number; signed: number; disputed: number }) =>
    `${signed} of ${counted(all, 'statement')} signed off${disputed === 0 ? '' : `, ${disputed} disputed`}`,
  sign: 'Sign off',
  signOf: (name: string) => `Sign off the pay of ${name}`,
  signAll: (count: number) => `Sign off all ${count}`,
  signShown: (count: number) => `Sign off the ${count} shown`,
  askTitle: (count: number) => `Sign off ${counted(count, 'statement')}?`,
  ask: (sum: string) => `They pay ${sum} together. A sign-off can’t be taken back.`,
  done: (count: number) => `${counted(count, 'statement')} signed off`,
  failure: 'The statements could not be loaded',
  signFailure: 'Nothing was signed off',
  none: 'Nothing to sign off',
  noneText: 'Once pay is published to managers, the statements of their teams appear here.',
};
