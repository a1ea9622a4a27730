import { type Role, roles } from '@attain/domain/access/permissions';
import type { ChangedPayeeFilter, DealFilter, PayoutFilter, PeopleFilter } from './api/shapes.ts';

type Given = Record<string, unknown>;

/** What stands in the address of a list that can be searched. */
export type ListSearch = { search?: string };

/** The filters of a list that has only a search field. */
export const listSearch = (given: Given): ListSearch => ({ search: text(given.search) });

/** Whose form the builder's overview shows; a new agent's without it. */
export const agentSearch = (given: Given): { agent?: string } => ({ agent: text(given.agent) });

/** How the connections of the builder are narrowed. */
export const connectionSearch = (given: Given): ListSearch & { kind?: string } => ({
  search: text(given.search),
  kind: text(given.kind),
});

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

/** Which tab of an agent's details is shown; the overview without it. */
export const agentDetailsSearch = (given: Given): { tab?: (typeof agentTabs)[number] } => ({
  tab: oneOf(agentTabs, given.tab),
});

/** The plan an assignment list is narrowed to, beside its search. */
export const eligibilitySearch = (given: Given): ListSearch & { plan?: string } => ({
  search: text(given.search),
  plan: text(given.plan),
});

const dealOrders = ['date', '-date', 'amount', '-amount'] as const;

/** Which records are shown and how they are narrowed; `deal` is the one that is open. */
export const creditingSearch = (
  given: Given,
): {
  tab?: 'territories' | 'exchange-rates';
  deal?: string;
  search?: string;
  kind?: string;
  from?: string;
  to?: string;
  sort?: DealFilter['sort'];
} => ({
  tab: oneOf(['territories', 'exchange-rates'], given.tab),
  deal: text(given.deal),
  search: text(given.search),
  kind: text(given.kind),
  from: day(given.from),
  to: day(given.to),
  sort: oneOf(dealOrders, given.sort),
});

const payoutOrders = ['participant', 'amount', '-amount', 'attainment', '-attainment'] as const;

/** Which part of a calculation is shown, and how its payouts are narrowed. */
export const runSearch = (
  given: Given,
): {
  tab?: 'difference' | 'records' | 'facts';
  search?: string;
  componentId?: string;
  sort?: PayoutFilter['sort'];
} => ({
  tab: oneOf(['difference', 'records', 'facts'], given.tab),
  search: text(given.search),
  componentId: text(given.componentId),
  sort: oneOf(payoutOrders, given.sort),
});

/** The version of a plan that is shown; none: the newest. */
export const planSearch = (given: Given): { version?: number } => ({
  version: typeof given.version === 'number' && Number.isInteger(given.version) ? given.version : undefined,
});

/** The run that is open, and how the list of runs is narrowed. */
export const workflowRunsSearch = (
  given: Given,
): {
  run?: string;
  status?: 'running' | 'completed' | 'failed' | 'cancelled' | 'dead-letter';
  search?: string;
} => ({
  run: text(given.run),
  status: oneOf(['running', 'completed', 'failed', 'cancelled', 'dead-letter'], given.status),
  search: text(given.search),
});

/** Which tasks are shown, and the one that is open. */
export const actionCenterSearch = (given: Given): { tab?: 'done'; task?: string } => ({
  tab: oneOf(['done'], given.tab),
  task: text(given.task),
});

const approvalTabs = ['for-me', 'asked', 'all', 'payments'] as const;

/** The tab of the approvals inbox, and the request that is open. */
export const approvalsSearch = (given: Given): { tab?: (typeof approvalTabs)[number]; request?: string } => ({
  tab: oneOf(approvalTabs, given.tab),
  request: text(given.request),
});

/** The plan and the component whose rate is shown; none: the first. */
export const ratesSearch = (given: Given): { plan?: string; component?: string } => ({
  plan: text(given.plan),
  component: text(given.component),
});

/** The plan whose simulations are shown; none: those of all plans. */
export const simulationsSearch = (given: Given): { plan?: string } => ({ plan: text(given.plan) });

const outcomes = ['wins', 'loses', 'same', 'unpaid'] as const;

/** How the payees of a simulation are narrowed and sorted; none: the largest gains first. */
export const simulationSearch = (
  given: Given,
): { search?: string; outcome?: ChangedPayeeFilter['outcome']; sort?: ChangedPayeeFilter['sort'] } => ({
  search: text(given.search),
  outcome: oneOf(outcomes, given.outcome),
  sort: oneOf(['participant', 'delta', '-delta'] as const, given.sort),
});

/** What a new import starts with. */
export const newImportSearch = (given: Given): { kind?: string; plan?: string } => ({
  kind: text(given.kind),
  plan: text(given.plan),
});

/** Which kind of adjustment is shown; none: draws. */
export const adjustmentsSearch = (
  given: Given,
): { tab?: 'holds' | 'clawbacks' | 'limits' | 'closed-periods' } => ({
  tab: oneOf(['holds', 'clawbacks', 'limits', 'closed-periods'], given.tab),
});

/** The question that is asked. */
export const askSearch = (given: Given): { ask?: string } => ({ ask: text(given.ask) });

/** How the list of people is narrowed. */
export const peopleSearch = (
  given: Given,
): { search?: string; state?: PeopleFilter['state']; role?: Role } => ({
  search: text(given.search),
  state: oneOf(['invited', 'active', 'disabled'] as const, given.state),
  role: oneOf(roles, given.role),
});

/** What the log is narrowed to. */
export const auditSearch = (given: Given): { action?: string; object?: string } => ({
  action: text(given.action),
  object: text(given.object),
});

/** The workflow that is drawn, the run whose states its nodes show, and whether it is drawn as that run found it. */
export const canvasSearch = (given: Given): { workflow?: string; run?: string; drawn?: 'as-run' } => ({
  workflow: text(given.workflow),
  run: text(given.run),
  drawn: oneOf(['as-run'], given.drawn),
});

/** The node library: which node is chosen, and how the library is narrowed. */
export const nodesSearch = (given: Given): { node?: string; category?: string; search?: string } => ({
  node: text(given.node),
  category: text(given.category),
  search: text(given.search),
});

/** Whether the page stands inside the phone frame; kept while one moves on in it. */
export const everywhere = (given: Given): { preview?: 'mobile' } => ({
  preview: oneOf(['mobile'], given.preview),
});

/** A text in the address, or nothing. A text of digits arrives as a number. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** One of a few words in the address, or nothing. */
function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
