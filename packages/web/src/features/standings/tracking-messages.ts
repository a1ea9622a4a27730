import { counted } from '../../base/format-number.ts';

/** Texts of attainment that the first screen of a rep does not load. */
export const trackingMessages = {
  team: (component: string) => `Attainment in ${component} by person`,
  others: (count: number) => (count === 1 ? '1 more person in tracking' : `${count} more people in tracking`),
  notOnPlan: (plan: string, period: string) => `Not on ${plan} in ${period}.`,
  outlook: {
    title: (period: string) => `Expected pay for ${period}`,
    range: (low: string, high: string) => `80% range ${low} – ${high}`,
    soFar: (amount: string) => `${amount} so far`,
    how: (from: string, to: string) =>
      `Later days are drawn from ${from} – ${to} and paid by the plan. The projection carries on the pace of today instead.`,
    noMonths: 'There are no earlier months to draw from. Only deals so far count.',
    withoutMonths: (count: number, of: number) =>
      `${count} of ${counted(of, 'payee')} ${count === 1 ? 'has' : 'have'} no whole month yet. Only their deals so far count.`,
    withoutFund: (component: string) => `The fund of ${component} is not considered.`,
    unpayable: (count: number) => `Not included: ${counted(count, 'payee')}`,
    more: (count: number) => `${counted(count, 'more payee')} ${count === 1 ? 'is' : 'are'} not included.`,
    failure: 'Expected pay could not be computed',
  },
  planGone: {
    title: 'This plan is not tracked',
    text: 'It is not active, has no payees or you can’t see it. Choose another plan.',
    open: (plan: string) => `Open ${plan}`,
  },
};
