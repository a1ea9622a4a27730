/** Texts of the simulation pages. */
export const messages = {
  simulation: 'Simulation',
  titleOf: (kind: string, plan: string) => `${kind} of ${plan}`,
  reports: 'Reports & Analytics',
  comparedWith: (plan: string) => `compared with ${plan}`,
  failure: 'The simulation could not be loaded',
  running: 'Running',
  stopped: 'Simulation canceled',
  stoppedText: 'Nothing was saved. Run it again for a result.',
  failed: 'Simulation failed',
  noPay: "You don't have access to individual pay. Ask your administrator.",
  findings: 'Findings',
  subtitle: 'Simulate plans on past deals before you pay.',
  simulations: 'Simulations',
  plan: 'Plan',
  allPlans: 'All plans',
};
