/** Names and examples of the questions, and how one was read. */
export const questionWords = {
  kinds: {
    total: {
      name: 'Total pay',
      example: 'How much did we pay in 2025-Q4?',
    },
    earners: {
      name: 'Who earned most',
      example: 'Who earned most in 2025-Q4?',
    },
    attainment: {
      name: 'Attainment',
      example: 'Who is furthest above quota in 2025-Q4?',
      ownExample: 'What was my attainment in 2025-Q4?',
    },
    person: {
      name: "A person's pay",
      example: 'How much did I earn in 2025-Q4?',
    },
    nextTier: {
      name: 'The next tier',
      example: 'What do I need for the next tier?',
    },
    deals: {
      name: 'Deals by size',
      example: 'What are the 5 biggest deals in 2025?',
    },
    imports: {
      name: 'Open imports',
      example: 'Which imports are open?',
    },
    stale: {
      name: 'Results out of date',
      example: 'Which calculations are out of date?',
    },
    compare: {
      name: 'Two periods compared',
      example: 'Compare 2025-Q4 with 2025-Q3',
    },
    suggestions: {
      name: 'Open suggestions',
      example: 'What do you suggest?',
    },
    changed: {
      name: 'Why pay changed',
      example: 'Why did pay change in 2025-Q4?',
      ownExample: 'Why did my pay change in 2025-Q4?',
    },
    waiting: {
      name: 'What waits for you',
      example: 'What waits for me?',
    },
    forecast: {
      name: 'The forecast',
      example: 'What is the forecast for next quarter?',
    },
    plans: {
      name: 'Plans',
      example: 'Which plans pay on bookings?',
    },
    component: {
      name: 'What a component pays',
      example: 'What does component Bookings pay?',
    },
    disputes: {
      name: 'Open disputes',
      example: 'Which disputes are open?',
    },
    pipeline: {
      name: 'The pipeline',
      example: 'What is in the pipeline?',
    },
  },
  reading: {
    order: (order: string) => `${order} first`,
    count: (count: number) => `up to ${count}`,
    side: (side: string) => `${side} quota only`,
    me: 'yourself',
    name: (name: string) => `“${name}”`,
    noPeriod: 'latest period',
    everyPeriod: 'all periods',
    range: { monthly: 'one month ahead', quarterly: 'one quarter ahead', yearly: 'one year ahead' },
    period: (period: string, phrase: string) => `${period} (${phrase})`,
  },
};
