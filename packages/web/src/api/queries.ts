import { isProcessing } from '@attain/contract/import-status';
import type { TextField } from '@attain/domain/plans/condition';
import type { OwnField } from '@attain/domain/plans/own-fields';
import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query';
import { client } from './client.ts';
import { isServerPushing } from './events/stream-state.ts';
import { keys } from './keys.ts';
import type {
  AssignmentFilter,
  AuditFilter,
  DealFilter,
  LineKey,
  OpportunityFilter,
  ParticipantSort,
  PayoutFilter,
  ReceiptFilter,
  StatementFilter,
  WorkflowRun,
} from './shapes.ts';

/** Page size of tables that load while scrolling. */
const pageSize = 500;
/** Page size of lists that are always short. */
const wholeList = 1000;
/** Polling interval of running work while the server cannot push, in ms. */
const pollMs = 500;

const runningRun = new Set(['queued', 'running']);
/** The polling interval of work that may be running; false if the server pushes. */
export const lookAgain = (running: boolean | undefined) => (running && !isServerPushing() ? pollMs : false);

export const plansQuery = (search?: string) =>
  queryOptions({
    queryKey: [...keys.plans, 'list', { search }],
    queryFn: ({ signal }) => client.plans.list({ search, limit: wholeList }, { signal }),
  });

/** One plan, the newest or the given version. */
export const planQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: [...keys.plans, id, { version }],
    queryFn: ({ signal }) => client.plans.get({ id, version }, { signal }),
  });

/** Calculations, newest first; polled while one is running. */
export const runsQuery = (filter: { planId?: string; period?: string; limit?: number } = {}) =>
  queryOptions({
    queryKey: [...keys.calculations, 'list', filter],
    queryFn: ({ signal }) => client.calculations.list({ limit: 200, ...filter }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some((run) => runningRun.has(run.status))),
  });

/** One calculation; polled while it is running. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.calculations, id],
    queryFn: ({ signal }) => client.calculations.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && runningRun.has(state.data.status)),
  });

/** Periods of a plan's calendar that contain deals. */
export const periodsQuery = (planId: string) =>
  queryOptions({
    queryKey: [...keys.calculations, 'periods', { planId }],
    queryFn: ({ signal }) => client.calculations.periods({ planId }, { signal }),
  });

/** The explanation of a payout line. */
export const explanationQuery = (line: LineKey) =>
  queryOptions({
    queryKey: [...keys.calculations, line.runId, 'payouts', line.participantId, line.componentId],
    queryFn: ({ signal }) => client.payouts.explain(line, { signal }),
  });

/** All imports, for files. */
export const allImportsQuery = () =>
  paged([...keys.imports, 'all'], (page, options) => client.imports.list(page, options));

/** Imports, newest first; polled while one is running. */
export const importsQuery = () =>
  queryOptions({
    queryKey: [...keys.imports, 'list'],
    queryFn: ({ signal }) => client.imports.list({ limit: 200 }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(isProcessing)),
  });

/** One import; polled while it is running. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.imports, id],
    queryFn: ({ signal }) => client.imports.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && isProcessing(state.data)),
  });

export const dealQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.deals, 'one', id],
    queryFn: ({ signal }) => client.records.deal({ id }, { signal }),
  });

/** The values of a field of deals, most frequent first; disabled without a field. */
export const dealValuesQuery = (field: TextField | OwnField | null) =>
  queryOptions({
    queryKey: [...keys.deals, 'values', field],
    queryFn: field === null ? skipToken : ({ signal }) => client.records.dealValues({ field }, { signal }),
  });

/** The custom fields of deals. */
export const ownFieldsQuery = () =>
  queryOptions({
    queryKey: [...keys.deals, 'own-fields'],
    queryFn: ({ signal }) => client.records.ownFields(undefined, { signal }),
  });

export const statementQuery = (runId: string, participantId: string) =>
  queryOptions({
    queryKey: [...keys.statements, runId, participantId],
    queryFn: ({ signal }) => client.statements.get({ runId, participantId }, { signal }),
  });

/** The newest signed head of the audit log; null before the first. */
export const checkpointQuery = () =>
  queryOptions({
    queryKey: [...keys.audit, 'checkpoint'],
    queryFn: ({ signal }) => client.audit.checkpoint(undefined, { signal }),
  });

/** Controls of the last six months. */
export const controlsQuery = () =>
  queryOptions({
    queryKey: [...keys.audit, 'controls'],
    queryFn: ({ signal }) => client.audit.controls(undefined, { signal }),
  });

/** A paged list of the API. */
export type PagedQuery<Answer> = {
  readonly queryKey: QueryKey;
  readonly read: (
    page: { cursor: string | undefined; limit?: number },
    options: { signal: AbortSignal },
  ) => Promise<Answer>;
};

/** Defines a paged list query. */
export function paged<Answer>(queryKey: QueryKey, read: PagedQuery<Answer>['read']): PagedQuery<Answer> {
  return { queryKey, read: (page, options) => read({ limit: pageSize, ...page }, options) };
}

export const payoutsQuery = (filter: PayoutFilter) =>
  paged([...keys.calculations, filter.runId, 'payouts', filter], (page, options) =>
    client.payouts.list({ ...filter, ...page }, options),
  );

/** Changes against the previous version. */
export const differenceQuery = (id: string) =>
  paged([...keys.calculations, id, 'difference'], (page, options) =>
    client.calculations.difference({ id, ...page }, options),
  );

/** The credits of a deal and the payment runs that contain them. */
export const dealCreditsQuery = (dealId: string) =>
  paged([...keys.calculations, 'of-deal', dealId], (page, options) =>
    client.payouts.ofDeal({ dealId, ...page }, options),
  );

/** The deals behind a line, in the order they earned. */
export const creditsQuery = (line: LineKey, search?: string) =>
  paged(
    [...keys.calculations, line.runId, 'payouts', line.participantId, line.componentId, 'credits', search],
    (page, options) => client.payouts.credits({ ...line, search, ...page }, options),
  );

/** Statements the user may read, newest period first. */
export const statementsQuery = (filter: StatementFilter) =>
  paged([...keys.statements, 'list', filter], (page, options) =>
    client.statements.list({ ...filter, ...page }, options),
  );

/** When I am paid next, and what for. */
export const nextPayDayQuery = () =>
  queryOptions({
    queryKey: [...keys.statements, 'next-pay-day'],
    queryFn: ({ signal }) => client.statements.nextPayDay(undefined, { signal }),
  });

/** What I earned and was paid in the year of my newest pay; refetched with the next pay day. */
export const yearOfPayQuery = () =>
  queryOptions({
    queryKey: [...keys.statements, 'next-pay-day', 'year'],
    queryFn: ({ signal }) => client.statements.year(undefined, { signal }),
  });

export const dealsQuery = (filter: DealFilter) =>
  paged([...keys.deals, 'list', filter], (page, options) =>
    client.records.deals({ ...filter, ...page }, options),
  );

/** Counts and sums of deals by type and currency, for all types. */
export const dealTotalsQuery = ({ search, from, to }: DealFilter) =>
  queryOptions({
    queryKey: [...keys.deals, 'totals', { search, from, to }],
    queryFn: ({ signal }) => client.records.dealTotals({ search, from, to }, { signal }),
  });

export const opportunitiesQuery = (filter: OpportunityFilter) =>
  paged([...keys.deals, 'opportunities', filter], (page, options) =>
    client.records.opportunities({ ...filter, ...page }, options),
  );

export const receiptsQuery = (filter: ReceiptFilter) =>
  paged([...keys.deals, 'receipts', filter], (page, options) =>
    client.records.receipts({ ...filter, ...page }, options),
  );

/** Open opportunities by currency, with the win rate. */
export const pipelineQuery = (filter: Omit<OpportunityFilter, 'status'>) =>
  queryOptions({
    queryKey: [...keys.deals, 'pipeline', filter],
    queryFn: ({ signal }) => client.records.pipeline(filter, { signal }),
  });

export const participantsQuery = (search?: string, sort?: ParticipantSort) =>
  paged([...keys.participants, 'list', { search, sort }], (page, options) =>
    client.participants.list({ search, sort, ...page }, options),
  );

export const quotasQuery = (search?: string) =>
  paged([...keys.quotas, { search }], (page, options) => client.records.quotas({ search, ...page }, options));

/** Quotas of a year, each participant and component in a row. */
export const quotaYearsQuery = (filter: { year?: number | undefined; search?: string | undefined }) =>
  paged([...keys.quotas, 'by-period', filter], (page, options) =>
    client.records.quotaYears({ ...filter, ...page }, options),
  );

/** Where a quota comes from, and its changes by hand. */
export const quotaHistoryQuery = (key: Parameters<typeof client.records.quotaHistory>[0]) =>
  queryOptions({
    queryKey: [...keys.quotas, 'history', key],
    queryFn: ({ signal }) => client.records.quotaHistory(key, { signal }),
  });

export const payTermsQuery = (search?: string) =>
  paged([...keys.participants, 'terms', { search }], (page, options) =>
    client.records.payTerms({ search, ...page }, options),
  );

export const territoriesQuery = (search?: string) =>
  paged([...keys.territories, { search }], (page, options) =>
    client.records.territories({ search, ...page }, options),
  );

export const exchangeRatesQuery = () =>
  paged(keys.exchangeRates, (page, options) => client.records.exchangeRates(page, options));

export const assignmentsQuery = (filter: AssignmentFilter) =>
  paged([...keys.assignments, filter], (page, options) =>
    client.assignments.list({ ...filter, ...page }, options),
  );

export const auditQuery = (filter: AuditFilter) =>
  paged([...keys.audit, 'list', filter], (page, options) =>
    client.audit.list({ ...filter, ...page }, options),
  );

export const importProblemsQuery = (id: string) =>
  paged([...keys.imports, id, 'problems'], (page, options) =>
    client.imports.problems({ id, ...page }, options),
  );

export const importSkipsQuery = (id: string) =>
  paged([...keys.imports, id, 'skips'], (page, options) => client.imports.skips({ id, ...page }, options));

export const importProfilesQuery = () =>
  paged([...keys.imports, 'profiles'], (page, options) => client.importProfiles.list(page, options));

/** A profile with its versions, newest first. */
export const importProfileQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.imports, 'profiles', id],
    queryFn: ({ signal }) => client.importProfiles.get({ id }, { signal }),
  });

export const participantAliasesQuery = () =>
  paged([...keys.imports, 'names'], (page, options) => client.participantAliases.list(page, options));

export const importChangesQuery = (id: string) =>
  paged([...keys.imports, id, 'changes'], (page, options) =>
    client.imports.changes({ id, ...page }, options),
  );

/** Tasks for the user, open or past. */
export const tasksQuery = (status: 'open' | 'done') =>
  paged([...keys.tasks, 'list', status], (page, options) =>
    client.tasks.list({ status, whose: 'mine', ...page }, options),
  );

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.tasks, id],
    queryFn: ({ signal }) => client.tasks.get({ id }, { signal }),
  });

/** The people a task can be assigned to. */
export const takersQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.tasks, id, 'takers'],
    queryFn: ({ signal }) => client.tasks.takers({ id }, { signal }),
  });

export const workflowRunsQuery = (filter: {
  status?: 'running' | 'completed' | 'failed' | 'cancelled' | 'dead-letter';
  search?: string;
  workflowId?: string;
  instance?: string;
  kind?: 'live' | 'draft';
  trigger?: WorkflowRun['trigger'];
  from?: string;
  to?: string;
  value?: string;
}) =>
  paged([...keys.workflowRuns, 'list', filter], (page, options) =>
    client.workflowRuns.list({ ...filter, ...page, limit: 50 }, options),
  );

/** One workflow run; polled until it has ended. */
export const workflowRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workflowRuns, id],
    queryFn: ({ signal }) => client.workflowRuns.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && state.data.endedAt === null),
  });

export const workflowRunLogQuery = (id: string) =>
  paged([...keys.workflowRuns, id, 'log'], (page, options) =>
    client.workflowRuns.log({ id, ...page }, options),
  );

/** How well plans work: cost, pay against attainment, findings and tests. */
export const planHealthQuery = () =>
  queryOptions({
    queryKey: keys.planHealth,
    queryFn: ({ signal }) => client.simulations.health(undefined, { signal }),
  });
