import type { Page } from 'playwright-core';

/** Ids of objects in every sample workspace. */
export type Found = Record<'run' | 'person' | 'component' | 'plan' | 'draft' | 'file' | 'deal', string>;

/** A screen: its address, its window title, and a text that appears once it is drawn. */
export type Screen = {
  path: string | ((found: Found) => string);
  title: string | RegExp;
  shows: string | RegExp;
};

const soon = (path: string, title: string, shows: string): Screen => ({ path, title, shows });

/** Screens that are not built yet, as the specification words them where it does. */
const placeholders: readonly Screen[] = [
  soon('/dashboard', 'Revenue Dashboard', 'Global revenue analytics'),
  soon('/pipeline', 'Pipeline', 'Deal progression and pipeline management'),
  soon('/forecast', 'Forecasting', 'AI-driven revenue forecasting'),
  soon('/planning', 'Planning', 'Strategic revenue planning'),
  soon('/meetings', 'Meetings', 'Meeting coordination and insights'),
  soon('/deal-desk', 'Deal Desk', 'The payout of a deal before it is signed'),
  soon('/calendar', 'Calendar', 'Periods, deadlines and pay days'),
  soon('/rhythm', 'Rhythm of Business', 'Recurring reviews and their decisions'),
  soon('/customers', 'My Customers', 'Your customers and their revenue'),
];

/** Texts on the builder's screens. */
export const builtScreens: Record<string, string> = {
  '/agent-builder': 'Trigger conditions',
  '/agent-builder/canvas': 'New workflow',
  '/agent-builder/nodes': 'Import Nodes',
  '/agent-builder/data': 'Import Schema',
  '/agent-builder/policies': 'All types',
  '/agent-builder/costs': 'Cost by day',
  '/agent-builder/observability': 'Runs over time',
  '/agent-builder/versions': 'View Details',
  '/agent-builder/deploy': 'What runs where',
  '/agent-builder/runs': 'No run selected',
  '/agent-builder/tests': 'Recent runs',
};

/** The screens of the agent builder: the requirements of path and test id, the heading, the entry in the navigation. */
export const builderScreens = [
  ['[BSHELL-14]', '[BSHELL-36]', '/agent-builder', 'page-agent-overview', 'Agent Overview', 'Overview'],
  ['[BSHELL-15]', '[BSHELL-26]', '/agent-builder/canvas', 'page-agent-canvas', 'Canvas', 'Canvas'],
  ['[BSHELL-17]', '[BSHELL-27]', '/agent-builder/nodes', 'page-agent-nodes', 'Node library', 'Node library'],
  [
    '[BSHELL-18]',
    '[BSHELL-28]',
    '/agent-builder/data',
    'page-agent-data',
    'Data contracts',
    'Data contracts',
  ],
  [
    '[BSHELL-19]',
    '[BSHELL-29]',
    '/agent-builder/policies',
    'page-agent-policies',
    'Policy & Governance',
    'Policy & Governance',
  ],
  [
    '[BSHELL-20]',
    '[BSHELL-30]',
    '/agent-builder/tests',
    'page-agent-tests',
    'Testing Framework',
    'Testing Framework',
  ],
  [
    '[BSHELL-21]',
    '[BSHELL-31]',
    '/agent-builder/runs',
    'page-agent-runs',
    'Execution Runs',
    'Execution Runs',
  ],
  [
    '[BSHELL-22]',
    '[BSHELL-32]',
    '/agent-builder/versions',
    'page-agent-versions',
    'Version Control',
    'Version Control',
  ],
  [
    '[BSHELL-23]',
    '[BSHELL-33]',
    '/agent-builder/deploy',
    'page-agent-deploy',
    'Deployment Management',
    'Deployment Management',
  ],
  [
    '[BSHELL-24]',
    '[BSHELL-34]',
    '/agent-builder/observability',
    'page-agent-observability',
    'Observability',
    'Observability',
  ],
  [
    '[BSHELL-25]',
    '[BSHELL-35]',
    '/agent-builder/costs',
    'page-agent-costs',
    'Cost & ROI Management',
    'Cost & ROI',
  ],
] as const;

/** Every built screen. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Incentive Compensation', shows: 'Latest calculations' },
  {
    path: '/compensation/plan-design',
    title: 'Plan Design',
    shows: 'FY25 Enterprise AE plan',
  },
  {
    path: ({ plan }) => `/compensation/plan-design/${plan}`,
    title: 'FY25 Enterprise AE plan',
    shows: 'No issues found',
  },
  {
    path: ({ draft }) => `/compensation/plan-design/${draft}`,
    title: /./,
    shows: /^Fix \d+ issues? to activate/,
  },
  { path: '/compensation/eligibility', title: 'Eligibility & Enrollment', shows: /TC-1\d{3}/ },
  {
    path: '/compensation/eligibility?tab=pay-terms',
    title: 'Eligibility & Enrollment',
    shows: 'Base pay (year)',
  },
  { path: '/compensation/quotas', title: 'Quotas & Targets', shows: /TC-1\d{3}/ },
  { path: '/compensation/crediting', title: 'Crediting & Territories', shows: /TC-D2[56]-\d/ },
  {
    path: ({ deal }) => `/compensation/crediting?deal=${deal}`,
    title: 'Crediting & Territories',
    shows: 'Source',
  },
  {
    path: '/compensation/crediting?tab=receipts',
    title: 'Crediting & Territories',
    shows: 'No customer payments yet',
  },
  {
    path: '/compensation/crediting?tab=opportunities',
    title: 'Crediting & Territories',
    shows: 'Negotiation',
  },
  {
    path: '/compensation/crediting?tab=territories',
    title: 'Crediting & Territories',
    shows: /TC-1\d{3}/,
  },
  { path: '/agent-builder/agents', title: 'Agents', shows: 'Success, 30 days' },
  { path: '/agent-builder/policies?tab=rbac', title: 'Policy & Governance', shows: 'Compare roles' },
  {
    path: '/agent-builder/policies?tab=compliance',
    title: 'Policy & Governance',
    shows: 'Recent compliance events',
  },
  { path: '/people', title: 'People & access', shows: 'Invite person' },
  { path: '/webhooks', title: 'Webhooks', shows: 'No webhooks yet' },
  { path: '/assistant-settings', title: 'Assistant settings', shows: 'Minimum payees with pay' },
  { path: '/action-center', title: 'Action Center', shows: 'Assigned to me' },
  { path: '/compensation/reports', title: 'Reports & Analytics', shows: 'Started by' },
  { path: '/compensation/rates', title: 'Rates Tiers & Curves', shows: 'Break points' },
  { path: '/compensation/crediting?tab=exchange-rates', title: 'Crediting & Territories', shows: 'EUR' },
  { path: '/compensation/payout', title: 'Payout Calculation', shows: 'Completed' },
  { path: '/compensation/payout?tab=close', title: 'Payout Calculation', shows: 'Preview to managers' },
  {
    path: ({ run }) => `/compensation/payout/${run}`,
    title: 'FY25 Enterprise AE plan, 2025-Q4',
    shows: /Sum of \d+ lines/,
  },
  {
    path: ({ run }) => `/compensation/payout/${run}?tab=difference`,
    title: 'FY25 Enterprise AE plan, 2025-Q4',
    shows: 'This is the first version',
  },
  {
    path: ({ run }) => `/compensation/payout/${run}?tab=facts`,
    title: 'FY25 Enterprise AE plan, 2025-Q4',
    shows: 'Result hash',
  },
  {
    path: ({ run, person, component }) => `/compensation/payout/${run}/${person}/${component}`,
    title: /^\S+ \S+, ACV Bookings$/,
    shows: 'Sum of all deals',
  },
  { path: '/compensation/statements', title: 'Statements', shows: /2025-Q4|2026-Q1/ },
  {
    path: ({ run, person }) => `/compensation/statements/${run}/${person}`,
    title: /^Statement of /,
    shows: 'Total of 3 components',
  },
  { path: '/compensation/disputes', title: 'Disputes & Reviews', shows: 'ACV Bookings, 2025-Q3' },
  { path: '/compensation/adjustments', title: 'Adjustments & Overrides', shows: 'Add adjustment' },
  { path: '/compensation/adjustments?tab=draws', title: 'Adjustments & Overrides', shows: 'Grant draw' },
  { path: '/compensation/adjustments?tab=holds', title: 'Adjustments & Overrides', shows: 'Place hold' },
  {
    path: '/compensation/adjustments?tab=clawbacks',
    title: 'Adjustments & Overrides',
    shows: 'Closed periods',
  },
  { path: '/compensation/approvals', title: 'Approvals & Workflows', shows: 'Create payment run' },
  { path: '/compensation/audit', title: 'Audit & Compliance', shows: 'Session opened' },
  { path: '/compensation/tracking', title: 'Attainment Tracking', shows: '80% range' },
  { path: '/compensation/imports', title: 'Imports', shows: 'tessaro-deals.csv' },
  { path: '/compensation/imports/new', title: 'New import', shows: 'What does the file contain?' },
  {
    path: ({ file }) => `/compensation/imports/${file}`,
    title: 'tessaro-deals.csv',
    shows: /changed .* stored/,
  },
  { path: '/proof', title: 'Proof', shows: 'Verify a file' },
  { path: '/tell-me', title: 'Tell Me', shows: 'Questions you can ask' },
  {
    path: '/tell-me?ask=How+much+did+we+pay+in+2025-Q4%3F',
    title: 'Tell Me',
    shows: /^The pay in 2025-Q4 is/,
  },
  { path: '/tell-me?ask=Will+it+rain%3F', title: 'Tell Me', shows: 'This question was not understood' },
  ...placeholders,
  ...builderScreens.map(([, , path, , title]) => ({
    path,
    title,
    shows: builtScreens[path] ?? 'Coming soon',
  })),
  {
    path: '/agent-builder/data?contract=compensation-input',
    title: 'Data contracts',
    shows: 'employeeId',
  },
  { path: '/agent-builder/costs?tab=usage', title: 'Cost & ROI Management', shows: 'Monthly costs' },
  { path: '/agent-builder/costs?tab=budgets', title: 'Cost & ROI Management', shows: 'Overall utilization' },
  {
    path: '/agent-builder/costs?tab=optimization',
    title: 'Cost & ROI Management',
    shows: 'What could be saved',
  },
  { path: '/agent-builder/costs?tab=roi', title: 'Cost & ROI Management', shows: 'Payback' },
  { path: '/agent-builder/observability?tab=traces', title: 'Observability', shows: 'All statuses' },
  {
    path: '/agent-builder/observability?tab=metrics',
    title: 'Observability',
    shows: '95th percentile duration',
  },
  { path: '/agent-builder/observability?tab=alerts', title: 'Observability', shows: 'Configure Alerts' },
  { path: '/agent-builder/observability?tab=logs', title: 'Observability', shows: 'All workflows' },
  {
    path: '/agent-builder/versions?tab=compare',
    title: 'Version Control',
    shows: 'Two versions are needed',
  },
  { path: '/agent-builder/versions?tab=releases', title: 'Version Control', shows: 'Create RC' },
  {
    path: '/agent-builder/versions?tab=branches',
    title: 'Version Control',
    shows: 'No merge request',
  },
  { path: '/agent-builder/connections', title: 'Connections', shows: 'New connection' },
  { path: '/agent-builder/no/such/screen', title: '404 Page Not Found', shows: '404 Page Not Found' },
  { path: '/no/such/address', title: '404 Page Not Found', shows: '404 Page Not Found' },
];

/** Asks the workspace for the ids; the page must be signed in with access to everything. */
export function findThings(page: Page): Promise<Found> {
  return page.evaluate(async () => {
    type Named = { id: string; name: string; status: string; fileName: string };
    const get = async (path: string) => (await (await fetch(`/api${path}`)).json()).rows;
    const runs: { id: string; planName: string; period: { key: string } }[] =
      await get('/calculations?limit=200');
    const runOf = (period: string) =>
      runs.find((one) => one.planName === 'FY25 Enterprise AE plan' && one.period.key === period)?.id ?? '';
    const run = runOf('2025-Q4');
    const lines = await get(`/calculations/${run}/payouts?limit=1`);
    const plans: Named[] = await get('/plans');
    const imports: Named[] = await get('/imports');
    const idOf = (rows: Named[], test: (row: Named) => boolean) => rows.find(test)?.id ?? '';
    return {
      run,
      person: lines[0].participantId,
      component: lines[0].componentId,
      plan: idOf(plans, (plan) => plan.name === 'FY25 Enterprise AE plan'),
      draft: idOf(plans, (plan) => plan.status === 'Draft'),
      file: idOf(imports, (file) => file.fileName === 'tessaro-deals.csv'),
      deal: (await get('/deals?limit=1&sort=-amount'))[0].id,
    };
  });
}
