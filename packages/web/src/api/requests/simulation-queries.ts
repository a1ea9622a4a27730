import type { Plan } from '@attain/domain/plans/plan';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { ChangedPayee, ChangedPayeeFilter } from '../shapes.ts';
import { isSimulating } from './is-simulating.ts';

/** Maximum payees in a chart. */
export const maxDrawn = 1000;

/** Simulations, newest first; polled while one is running. */
export const simulationsQuery = (filter: { planId?: string } = {}) =>
  queryOptions({
    queryKey: [...keys.simulations, 'list', filter],
    queryFn: ({ signal }) => client.simulations.list({ limit: 200, ...filter }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(isSimulating)),
  });

/** One simulation; polled while it is running. */
export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.simulations, id],
    queryFn: ({ signal }) => client.simulations.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && isSimulating(state.data)),
  });

/** The change in pay by payee. */
export const changedPayeesQuery = (filter: ChangedPayeeFilter) =>
  paged([...keys.simulations, filter.id, 'payees', filter], (page, options) =>
    client.simulations.payees({ ...filter, ...page }, options),
  );

/** The payees of a chart, by id, up to its maximum. */
export const drawnPayeesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.simulations, id, 'payees', 'drawn'],
    queryFn: async ({ signal }): Promise<readonly ChangedPayee[]> =>
      (await client.simulations.payees({ id, limit: maxDrawn }, { signal })).rows,
  });

/** How soon the progress of reading totals is asked for again, in milliseconds. */
const readingMs = 300;

/** All questions of what a plan would have cost while it is edited. */
export const liveDesignKey = (planId: string) => [...keys.simulations, 'live', planId];

/** What an edited plan would have cost; asked again while its totals are being read. A superseded request is cancelled. */
export const liveDesignQuery = (asked: { planId: string; document: Plan; span: string | undefined }) =>
  queryOptions({
    queryKey: [...liveDesignKey(asked.planId), asked],
    queryFn: ({ signal }) => client.simulations.live(asked, { signal }),
    refetchInterval: ({ state }) => (state.data?.reading ? readingMs : false),
    retry: false,
    gcTime: 10_000,
  });

/** Findings on an edited plan, on the last twelve months of deals. */
export const findingsQuery = (planId: string, document: Plan) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'findings', document],
    queryFn: ({ signal }) => client.findings.lint({ id: planId, document }, { signal }),
    gcTime: 60_000,
  });

export const planTestsQuery = (planId: string) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'tests'],
    queryFn: ({ signal }) => client.planTests.list({ id: planId, limit: 1000 }, { signal }),
  });

/** The results of plan tests on a document. */
export const planTestResultsQuery = (planId: string, document: Plan) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'tests', 'results', document],
    queryFn: ({ signal }) => client.planTests.run({ id: planId, document }, { signal }),
    gcTime: 60_000,
  });

/** The inputs of a payee's pay in a period, by current records. */
export const payInputsQuery = (of: { planId: string; participantId: string; period: string }) =>
  queryOptions({
    queryKey: [...keys.calculations, 'inputs', of],
    queryFn: ({ signal }) => client.simulations.whatIf(of, { signal }),
    gcTime: 0,
  });
