import { formatDay } from '../../base/format-date.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { monthName } from '../../base/months.ts';

const totals = 'Control totals differ or are missing';

/** Texts of the monthly close. */
export const messages = {
  title: (month: string) => `Close of ${monthName(month)}`,
  month: 'Month',
  open: 'Open close',
  openPayments: 'Open payments',
  failure: 'The close could not be loaded',
  none: 'Nothing to close yet',
  noneText: 'A close begins once an active plan has payees and deals.',
  summary: {
    blocked: (blockers: string) => `${blockers} to fix before pay can be published.`,
    next: (step: string, due: string) => `Next: ${step.toLowerCase()}, due ${formatDay(due)}.`,
    done: 'Everything is paid.',
  },
  blockers: (count: number) => counted(count, 'blocker'),
  tiles: {
    payDay: 'Pay day',
    late: 'Late',
    payDayIn: (days: number | null, isLate: boolean, done: number, of: number) =>
      `${days === null ? '' : `${daysText(days, isLate)} · `}${done} of ${of} steps done`,
    blockers: 'Blockers',
    check: (count: number) => (count === 0 ? 'Nothing else to check' : `${counted(count, 'item')} to check`),
    deals: 'Deals',
    behind: (pay: string) =>
      pay === '' ? 'Their pay was never calculated' : `${pay} behind them, as last calculated`,
    sameDay: (percent: string, of: { workingDay: number; isAfter: boolean; usual: number; months: number }) =>
      `${percent}% against ${formatCount(of.usual)} by ${
        of.isAfter ? `day ${of.workingDay} after the month` : `working day ${of.workingDay}`
      }, ${of.months === 1 ? 'the month before' : `median of ${of.months} months`}`,
    usual: (count: number) => `Usually ${formatCount(count)} a month`,
    noUsual: 'The first month with deals',
    toPay: 'Calculated pay',
    of: (done: number, of: number) => `${done} of ${of} calculations up to date`,
    hidden: 'Hidden: too few payees',
  },
  steps: {
    title: 'Steps',
    names: {
      load: 'Load deals',
      fix: 'Fix data',
      calculate: 'Calculate',
      exceptions: 'Review exceptions',
      preview: 'Preview to managers',
      'sign-off': 'Sign-off by managers',
      publish: 'Publish to payees',
      disputes: 'Resolve disputes',
      pay: 'Create payments',
      approve: 'Approve payments',
      post: 'Post payments',
      paid: 'Pay',
    },
    states: { done: 'Done', blocked: 'Blocked', open: 'Open', waiting: 'Waiting' },
    late: 'late',
    lastLoaded: (day: string) => `Last import ${formatDay(day)}`,
    notLoaded: 'No import yet',
    totals,
    count: (done: number, of: number) => `${done} of ${of}`,
    noDisputes: 'None open',
    openDisputes: (open: number) => `${open} open`,
  },
  findings: {
    title: 'Blockers and checks',
    none: 'No blockers. Nothing to check.',
    kinds: {
      failed: (of: string) => `${of} can’t be calculated`,
      outdated: (of: string) => `${of} is out of date`,
      uncounted: (of: string) => `${of}: a component credits nothing`,
      uncredited: (_: string, count: number) => `${counted(count, 'deal')} of people on no active plan`,
      unapproved: (_: string, count: number) =>
        `${counted(count, 'deal')} ${count === 1 ? 'waits' : 'wait'} for approval`,
      totals: () => totals,
      import: (_: string, count: number) =>
        count === 0 ? 'A file is not imported yet' : `A file has ${counted(count, 'problem')}`,
    },
    last: (pay: string) => `${pay} before`,
    more: (count: number) => `and ${counted(count, 'more problem', 'more problems')}`,
    acts: {
      failed: 'View problems',
      outdated: 'View changes',
      uncounted: 'View calculation',
      uncredited: 'Assign plans',
      unapproved: 'View deals',
      import: 'Continue import',
      totals: 'View import',
    },
  },
  periods: {
    title: 'Plans',
    plan: 'Plan',
    period: 'Period',
    payees: 'Payees',
    calculation: 'Calculation',
    pay: 'Pay',
    published: 'Visible to',
    payment: 'Payment',
    calculations: {
      none: 'Not calculated',
      running: 'Running',
      failed: 'Failed',
      outdated: 'Out of date',
      current: 'Up to date',
    },
    audiences: { managers: 'Managers', payees: 'Payees' },
    unpublished: 'Finance',
    stages: { made: 'Created', approved: 'Approved', posted: 'Posted', paid: 'Paid' },
    unpaid: 'Not created',
    empty: 'No plan period ends in this month',
  },
  calculate: {
    label: 'Calculate all',
    failure: 'The close could not be calculated',
    done: (count: number) => `${counted(count, 'calculation')} started`,
    notStarted: (count: number) => `${counted(count, 'calculation')} not started`,
    reason: (of: { planName: string; periodKey: string; message: string }) =>
      `${of.planName} ${of.periodKey}: ${of.message}`,
  },
  imported: {
    one: (plan: string, period: string) => `Calculate ${plan}, ${period}`,
    some: (count: number) => (count === 0 ? 'Calculate payouts' : `Calculate ${counted(count, 'period')}`),
    payouts: 'Open payouts',
  },
  publish: {
    label: 'Publish all',
    title: (month: string) => `Publish the results of ${monthName(month)}`,
    text: (plans: number, payees: number, total: string) =>
      `${counted(plans, 'plan')}, ${counted(payees, 'payee')}, ${total}. Later versions appear at once. This can’t be undone.`,
    audience: 'Audience',
    audiences: { managers: 'Publish to managers', payees: 'Publish to payees' },
    hints: {
      managers: 'Managers preview the statements of their team and sign them off.',
      payees: 'Payees see their statement and are notified.',
    },
    unsigned: (signed: number, all: number) =>
      `Managers signed off ${signed} of ${counted(all, 'statement')}.`,
    done: { managers: 'Published to managers', payees: 'Published to payees' },
  },
};

function daysText(days: number, isLate: boolean): string {
  // on the weekend after it no working day has passed
  if (days === 0) return isLate ? 'Has passed' : 'Today';
  const count = counted(Math.abs(days), 'working day');
  return days > 0 ? `In ${count}` : `${count} ago`;
}
