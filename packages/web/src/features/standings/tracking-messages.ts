/** Texts of attainment that the first screen of a rep does not load. */
export const trackingMessages = {
  team: (component: string) => `Attainment in ${component} by person`,
  others: (count: number) => (count === 1 ? '1 more person in tracking' : `${count} more people in tracking`),
  notOnPlan: (plan: string, period: string) => `Not on ${plan} in ${period}.`,
  planGone: {
    title: 'This plan is not tracked',
    text: 'It is not active, has no payees or you can’t see it. Choose another plan.',
    open: (plan: string) => `Open ${plan}`,
  },
};
