import { roleNames } from '@attain/domain/access/role-names';
import type {
  ChangedPayeeFilter,
  DealFilter,
  PayoutFilter,
  PeopleFilter,
  QuestionRead,
} from './api/shapes.ts';

type Given = Record<string, unknown>;

/** The search parameter of a searchable list. */
export type ListSearch = { search?: string };

/** The search of quotas; with a year, those of the year by period. */
export const quotasSearch = (given: Given): ListSearch & { year?: string } => ({
  ...texts(given),
  year: /^(newest|\d{4})$/.test(String(given.year ?? '')) ? String(given.year) : undefined,
});

/** The parameters of a list with only a search field. */
export const listSearch = texts<ListSearch>;

/** The same for the payments of a run; `note` is the note on the run that is open. */
export const paymentsSearch = texts<ListSearch & { note?: string }>;

/** The agent in the builder's overview; without it a new one. */
export const agentSearch = texts<{ agent?: string }>;

/** The tab, the filters of the connections, the open schedule, and the answer of a sign-in to an account. */
export const connectionSearch = texts<
  ListSearch & {
    tab?: string;
    kind?: string;
    schedule?: string;
    state?: string;
    code?: string;
    error?: string;
    error_description?: string;
  }
>;

/** The tab and the month of the costs. */
export type CostSearch = { tab?: string; month?: string };
export const costSearch = texts<CostSearch>;

/** The agent and tab of the versions, and the versions that are open or compared. */
export type VersionSearch = ListSearch & {
  agent?: string;
  tab?: string;
  version?: string;
  from?: string;
  to?: string;
  request?: string;
  release?: string;
};
export const versionSearch = texts<VersionSearch>;

/** The filters of the data contracts, and the one that is open. */
/** The tab, time range and filters of Observability. */
export type ObservabilitySearch = {
  tab?: string | undefined;
  range?: string | undefined;
  workflow?: string | undefined;
  status?: string | undefined;
  code?: string | undefined;
  level?: string | undefined;
  search?: string | undefined;
};
export const observabilitySearch = texts<ObservabilitySearch>;

export type DataSearch = ListSearch & { contract?: string; type?: string; status?: string };
export const dataSearch = texts<DataSearch>;

/** The tab of the tests, and the suite, case and agent on screen. */
export type TestsSearch = { tab?: string; suite?: string; case?: string; agent?: string };
export const testsSearch = texts<TestsSearch>;
/** The tab, agent and open deployment of Deployment Management. */
export type DeploySearch = ListSearch & {
  tab?: string | undefined;
  agent?: string | undefined;
  deployment?: string | undefined;
  environment?: string | undefined;
  status?: string | undefined;
};
export const deploySearch = texts<DeploySearch>;
/** The tab, the filters and the open policy of Policy & Governance. */
export type PolicySearch = ListSearch & {
  tab?: string | undefined;
  policy?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  role?: string | undefined;
};
export const policySearch = texts<PolicySearch>;

/** The tabs of an agent's details, in the order of the gallery. */
export const agentTabs = [
  'overview',
  'canvas',
  'nodes',
  'data',
  'runs',
  'tests',
  'policies',
  'versions',
  'deploy',
  'observability',
  'costs',
] as const;

/** The tab of an agent's details; the overview by default. */
export const agentDetailsSearch = (given: Given): { tab?: (typeof agentTabs)[number] } => ({
  tab: oneOf(agentTabs, given.tab),
});

const paceFlags = ['ahead', 'behind', 'far-behind', 'none'] as const;

/** The filters of attainment tracking; `payee` is open beside the list. */
export type TrackingSearch = {
  plan?: string | undefined;
  period?: string | undefined;
  asOf?: string | undefined;
  component?: string | undefined;
  team?: string | undefined;
  territory?: string | undefined;
  flag?: (typeof paceFlags)[number] | undefined;
  search?: string | undefined;
  payee?: string | undefined;
  note?: string | undefined;
};
export const trackingSearch = (given: Given): TrackingSearch => ({
  ...texts<TrackingSearch>(given),
  asOf: day(given.asOf),
  flag: oneOf(paceFlags, given.flag),
});

/** The tab, and search and plan filter of the assignments. */
export type EligibilitySearch = ListSearch & { plan?: string | undefined; tab?: 'pay-terms' | undefined };
export const eligibilitySearch = (given: Given): EligibilitySearch => ({
  ...texts<EligibilitySearch>(given),
  tab: oneOf(['pay-terms'], given.tab),
});

const dealOrders = ['date', '-date', 'amount', '-amount'] as const;

/** The tabs besides the deals. */
export const creditingTabs = ['opportunities', 'receipts', 'territories', 'exchange-rates'] as const;

/** The tab and filters of the records; `deal` is the open deal. */
export const creditingSearch = (
  given: Given,
): {
  tab?: (typeof creditingTabs)[number];
  deal?: string;
  note?: string;
  search?: string;
  kind?: string;
  from?: string;
  to?: string;
  sort?: DealFilter['sort'];
} => ({
  ...texts(given),
  tab: oneOf(creditingTabs, given.tab),
  from: day(given.from),
  to: day(given.to),
  sort: oneOf(dealOrders, given.sort),
});

const payoutOrders = ['participant', 'amount', '-amount', 'attainment', '-attainment'] as const;

/** The tab of the payout calculation, and the month of the close. */
export const payoutSearch = (
  given: Given,
): { tab?: 'close' | 'parallel-run'; month?: string; note?: string } => ({
  ...texts<{ month?: string; note?: string }>(given),
  tab: oneOf(['close', 'parallel-run'], given.tab),
});

/** The tab of the imports, and the connector that is open. */
export const importsSearch = (given: Given): { tab?: 'connectors'; connector?: string } => ({
  ...texts<{ connector?: string }>(given),
  tab: oneOf(['connectors'], given.tab),
});

/** The tab of a calculation and the filters of its payouts. */
export const runSearch = (
  given: Given,
): {
  tab?: 'difference' | 'records' | 'facts';
  search?: string;
  componentId?: string;
  sort?: PayoutFilter['sort'];
} => ({
  ...texts(given),
  tab: oneOf(['difference', 'records', 'facts'], given.tab),
  sort: oneOf(payoutOrders, given.sort),
});

/** The version of a plan; the newest by default. */
export const planSearch = (given: Given): { version?: number; note?: string } => ({
  note: text(given.note),
  version: typeof given.version === 'number' && Number.isInteger(given.version) ? given.version : undefined,
});

const runTriggers = ['manual', 'api', 'schedule', 'webhook', 'event', 'sub-workflow'] as const;

/** The open run and the filters of the run list. */
export const workflowRunsSearch = (
  given: Given,
): {
  run?: string;
  status?: 'running' | 'completed' | 'failed' | 'cancelled' | 'dead-letter';
  search?: string;
  kind?: 'draft';
  workflow?: string;
  instance?: string;
  trigger?: (typeof runTriggers)[number];
  from?: string;
  to?: string;
  value?: string;
} => ({
  ...texts(given),
  trigger: oneOf(runTriggers, given.trigger),
  kind: oneOf(['draft'], given.kind),
  instance: /^[\da-f-]{36}$/.test(String(given.instance)) ? String(given.instance) : undefined,
  status: oneOf(['running', 'completed', 'failed', 'cancelled', 'dead-letter'], given.status),
});

/** The tab of the tasks and the open task. */
export const actionCenterSearch = (given: Given): { tab?: 'done'; task?: string } => ({
  ...texts(given),
  tab: oneOf(['done'], given.tab),
});

const approvalTabs = ['for-me', 'asked', 'all', 'payments', 'rules'] as const;

/** The filters and order of the approvals inbox. */
export type ApprovalSearch = {
  search?: string | undefined;
  kind?: string | undefined;
  sort?: 'largest' | undefined;
};

/** The tab and filters of the inbox, the request that is open, and the days that a payment run is created for. */
export const approvalsSearch = (
  given: Given,
): ApprovalSearch & { tab?: (typeof approvalTabs)[number]; request?: string; pay?: string } => ({
  ...texts(given),
  tab: oneOf(approvalTabs, given.tab),
  sort: oneOf(['largest'], given.sort),
});

/** The plan and component of the shown rate; the first by default. */
export const ratesSearch = texts<{ plan?: string; component?: string }>;

/** The plan of the simulations; all plans by default. */
export const simulationsSearch = texts<{ plan?: string }>;

type RoleId = keyof typeof roleNames;
const roles = Object.keys(roleNames) as RoleId[];

const outcomes = ['wins', 'loses', 'same', 'unpaid'] as const;

/** The filters and order of a simulation's payees; largest gains first by default. */
export const simulationSearch = (
  given: Given,
): { search?: string; outcome?: ChangedPayeeFilter['outcome']; sort?: ChangedPayeeFilter['sort'] } => ({
  ...texts(given),
  outcome: oneOf(outcomes, given.outcome),
  sort: oneOf(['participant', 'delta', '-delta'] as const, given.sort),
});

/** The preset type and plan of a new import. */
export const newImportSearch = texts<{ kind?: string; plan?: string }>;

/** The tab of the adjustments; the entered ones by default. */
export const adjustmentsSearch = (
  given: Given,
): { tab?: 'draws' | 'holds' | 'clawbacks' | 'limits' | 'closed-periods' } => ({
  tab: oneOf(['draws', 'holds', 'clawbacks', 'limits', 'closed-periods'], given.tab),
});

/** The open dispute and the filter of the list, unresolved by default; or the sign-offs of a month. */
export const disputesSearch = (
  given: Given,
): {
  dispute?: string;
  show?: 'resolved' | 'all';
  search?: string;
  tab?: 'reviews';
  month?: string;
} => ({
  ...texts(given),
  show: oneOf(['resolved', 'all'], given.show),
  tab: oneOf(['reviews'], given.tab),
  month: /^20\d{2}-(0[1-9]|1[0-2])$/.test(text(given.month) ?? '') ? text(given.month) : undefined,
});

/** The question, and the reading of the one before it. */
export const askSearch = (given: Given): { ask?: string; context?: QuestionRead } => ({
  ask: text(given.ask),
  // the server checks its parts
  context:
    typeof given.context === 'object' && given.context !== null ? (given.context as QuestionRead) : undefined,
});

/** The filters of the people list. */
export const peopleSearch = (
  given: Given,
): {
  search?: string;
  state?: PeopleFilter['state'];
  role?: RoleId;
  kind?: PeopleFilter['kind'];
  /** An access review by id, or `all`. */
  review?: string;
} => ({
  ...texts(given),
  state: oneOf(['invited', 'active', 'disabled'] as const, given.state),
  role: oneOf(roles, given.role),
  kind: oneOf(['person', 'service'] as const, given.kind),
});

/** The filters of the log. */
export const auditSearch = texts<{
  action?: string;
  object?: string;
  person?: string;
  /** Days of the reader, both included. */
  from?: string;
  to?: string;
}>;

/** The workflow, the run shown on it, and whether it is frozen as that run used it; without one, the filters of the library. */
export const canvasSearch = (
  given: Given,
): { workflow?: string; run?: string; drawn?: 'as-run'; search?: string; tag?: string } => ({
  ...texts(given),
  drawn: oneOf(['as-run'], given.drawn),
});

/** The selected node type and the filters of the node library. */
export const nodesSearch = texts<{ node?: string; category?: string; search?: string }>;

/** Whether the page is inside the phone frame; kept across navigation. */
export const everywhere = (given: Given): { preview?: 'mobile' } => ({
  preview: oneOf(['mobile'], given.preview),
});

/** A text parameter, if any. The router parses digits as a number. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined;
}

/** Every parameter that is text; the page reads those it knows. */
function texts<Search extends object>(given: Given): Search {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)])) as Search;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** One of a few words, if any. */
function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
