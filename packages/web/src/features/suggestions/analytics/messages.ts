import { counted } from '../../../base/format-number.ts';

const lengths = { monthly: 'month', quarterly: 'quarter', yearly: 'year' };

/** `6 quarters were`, `quarter was`. */
const were = (count: number, noun: string, plural?: string) =>
  count === 1 ? `${noun} was` : `${counted(count, noun, plural)} were`;

/** Texts of the two analytics cards. */
export const messages = {
  smart: {
    title: 'Smart Analytics',
    failure: 'The figures could not be loaded',
    none: 'No calculations yet',
    noneText: 'The figures come from completed calculations. Calculate a period of a plan first.',
    of: (quarter: string, calculations: string) => `${quarter}, from ${calculations}, everyone together`,
    leftOut: (count: string) => `Excludes ${count} in another currency.`,
    facts: {
      'pay-cost': 'Pay',
      'pay-to-target': 'Pay against target',
      'cost-per-dollar': 'Pay per dollar booked',
      'median-attainment': 'Median attainment',
      'at-goal': 'Lines at goal or above',
      'top-tenth': 'Pay to the top tenth',
      'weight-gap': 'Widest gap to the weight',
    },
    change: (change: string, quarter: string) => `${change} against ${quarter}`,
    noChange: (quarter: string) => `Same as ${quarter}`,
    noBefore: 'No quarter before',
    points: (value: string) => `${value} points`,
    history: (label: string, quarters: string) => `${label}, ${quarters}`,
    quarters: (count: string) => `last ${count}`,
    outOfDate: 'Out-of-date calculations',
    outOfDateText: (money: string) => `They hold ${money} of pay.`,
    upToDate: 'All are up to date.',
    quality: 'Data quality',
    qualityNone: 'Known after the first analysis.',
    qualityText: 'By the newest analysis.',
  },
  predictive: {
    title: 'Predictive Insights',
    failure: 'The forecast could not be loaded',
    of: { bookings: 'Bookings', 'pay-cost': 'Pay' },
    until: (day: string) => `From whole periods up to ${day}.`,
    nothing: 'There is nothing to forecast from yet.',
    missing: (count: number, period: string) => `A forecast needs ${counted(count, `more ${period}`)}.`,
    interval: (low: string, high: string) => `Typically ${low} to ${high} (80%)`,
    noInterval: (count: number, period: string) => `A range needs ${counted(count, `more ${period}`)}.`,
    error: (forecasts: string, percent: string) => `The last ${forecasts} off by ${percent} on average`,
    past: {
      monthly: (count: number) => were(count, 'month'),
      quarterly: (count: number) => were(count, 'quarter'),
      yearly: (count: number) => were(count, 'forecast of a year', 'forecasts of a year'),
    },
    low: (percent: string) => `, ${percent} too low in total`,
    high: (percent: string) => `, ${percent} too high in total`,
    worse: {
      'last-year': (ratio: string) =>
        `Last year’s value would have been closer: this was off ${ratio} times as much.`,
      'last-value': (ratio: string) =>
        `The last value would have been closer: this was off ${ratio} times as much.`,
    },
    better: {
      'last-year': (ratio: string) => `Closer than last year’s value: off ${ratio} times as much.`,
      'last-value': (ratio: string) => `Closer than the last value: off ${ratio} times as much.`,
    },
    methods: {
      'last-value': 'the last value',
      'mean-of-three': 'the mean of the last three',
      drift: 'the mean step',
      'simple-smoothing': 'smoothing',
      theta: 'theta',
      'damped-trend': 'a damped trend',
      'seasonal-naive': 'the same period a year before',
      'holt-winters': 'Holt-Winters',
    },
    method: (name: string) => `By ${name}.`,
    stages: {
      title: 'Open opportunities',
      runRate: 'Run rate',
      carries: {
        'run-rate': 'The figure above is by run rate.',
        stages: 'The figure above is by open opportunities.',
      },
      apart: {
        below: (range: keyof typeof lengths) => `The pipeline does not carry the usual ${lengths[range]}.`,
        above: (range: keyof typeof lengths) => `The pipeline is above the usual ${lengths[range]}.`,
      },
      sum: (soFar: string, fromOpen: string, count: number) =>
        `${soFar} booked so far, ${fromOpen} from ${counted(count, 'opportunity', 'opportunities')}`,
      unseen: (money: string) => `, ${money} not in the pipeline yet`,
      noUnseen: 'Deals that are not in the pipeline yet are not included.',
      unknown: (count: number) => `Excludes ${count} without an amount, an exchange rate or a chance.`,
      stated: 'Chances are as stated, else the win rate.',
      measured: (periods: string) => `Chances are measured over ${periods}.`,
      untested: 'No past period was forecast this way yet.',
    },
    budget: (percent: string, money: string) => `Pay with a target: ${percent} of ${money} at target`,
    overBudget: (threshold: string) => `At or above ${threshold}`,
    quarterOnly: 'Pay is forecast by quarter or year.',
    alert: 'Forecast over the threshold',
    alertText: (percent: string, period: string) =>
      `Pay is forecast at ${percent} of the cost at target, ${period}.`,
  },
  settings: {
    open: (card: string) => `Settings of ${card}`,
    autoRefresh: 'Refresh automatically',
    notifications: 'Tell me when a forecast reaches the threshold',
    updateFrequency: 'Update',
    frequencies: { realtime: 'Real time', hourly: 'Hourly', daily: 'Daily' },
    forecastRange: 'Forecast',
    ranges: { monthly: 'Next month', quarterly: 'Next quarter', yearly: 'Next year' },
    alertThreshold: 'Alert at',
    includeSeasonality: 'Include seasons',
    noSeasons: (periods: string) => `Seasons need two full years: ${periods} more.`,
    failure: 'The settings were not saved',
  },
  export: (card: string) => `Export ${card} as JSON`,
};
