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
      `The rest is drawn from the same days of the months ${from} – ${to}, and paid by the plan. In each draw, everyone takes the same months.`,
    withoutMonths: (count: number, of: number) =>
      `${count} of ${counted(of, 'payee')} have no whole month on the plan yet: only deals so far count.`,
    unpayable: (count: number) => `${counted(count, 'payee')} can’t be paid yet and are not included.`,
    more: (count: number) => `${counted(count, 'more payee')} are not included.`,
    failure: 'Expected pay could not be computed',
  },
  planGone: {
    title: 'This plan is not tracked',
    text: 'It is not active, has no payees or you can’t see it. Choose another plan.',
    open: (plan: string) => `Open ${plan}`,
  },
};
