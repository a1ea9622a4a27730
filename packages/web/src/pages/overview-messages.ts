/** Texts of the dashboard, apart from other pages so that it loads only its own. */
export const overviewMessages = {
  title: 'Incentive Compensation',
  greeting: (name: string) => `Welcome back, ${name}`,
  import: 'Import',
  statements: 'Statements',
  imports: 'Imports',
  allImports: 'View all imports',
  noImports: 'No imports yet',
  noImportsText: 'Start with a file of participants, then quotas and deals.',
  start: 'Choose where to start',
  startText: 'These pages are available to your role.',
  toDo: 'To do',
  latest: 'Latest calculations',
  allRuns: 'View all calculations',
  runsFailure: 'The calculations could not be loaded',
  noRuns: 'No calculations yet',
  noRunsText: 'Activate a plan, assign participants, then calculate a period.',
};
