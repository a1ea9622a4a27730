/** Texts of the what-if and of the simulation summary. */
export const messages = {
  title: 'What if',
  titleOf: (parts: readonly string[]) => `What if: ${[...new Set(parts)].join(', ')}`,
  parameter: 'Value to try',
  parameters: {
    weights: () => 'Component weights',
    cap: (component: string) => `Cap of ${component}`,
    accelerator: (component: string) => `Accelerator of ${component}`,
    threshold: (component: string) => `Threshold of ${component}`,
  },
  now: (value: string) => `Today: ${value}`,
  example: (value: string) => `e.g. ${value}`,
  run: 'Run',
  running: 'Running',
  noAccess: "You can't run simulations. Ask your administrator.",
  noResult: 'No result. Run again.',
  done: 'Simulation Complete',
  doneText: (impact: string, confidence: number) => `${impact}, ${confidence}% confidence.`,
  range: (low: string, high: string) => `${low} to ${high} if months had fallen differently`,
  losers: (losers: number, payees: number) =>
    losers === 0 ? 'No one earns over 1% less' : `${losers} of ${payees} earn over 1% less`,
  summary: 'Simulation summary',
  list: 'Last simulations',
  becomes: 'becomes',
  highRisk: (mean: string) => `High risk: ${mean} on average.`,
  failure: 'The simulations could not be loaded',
};
