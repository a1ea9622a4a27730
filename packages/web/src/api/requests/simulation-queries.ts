import type { Plan } from '@attain/domain/plans/plan';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { ChangedPayee, ChangedPayeeFilter } from '../shapes.ts';
import { isSimulating } from './is-simulating.ts';

/** How many payees a chart of people draws. */
export const maxDrawn = 1000;

/** Simulations, newest first; looked at again while one of them runs. */
export const simulationsQuery = (filter: { planId?: string } = {}) =>
  queryOptions({
    queryKey: [...keys.simulations, 'list', filter],
    queryFn: ({ signal }) => client.simulations.list({ limit: 200, ...filter }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(isSimulating)),
  });

/** One simulation; looked at again while it runs. */
export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.simulations, id],
    queryFn: ({ signal }) => client.simulations.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && isSimulating(state.data)),
  });

/** What each payee would win or lose, page by page. */
export const changedPayeesQuery = (filter: ChangedPayeeFilter) =>
  paged([...keys.simulations, filter.id, 'payees', filter], (page, options) =>
    client.simulations.payees({ ...filter, ...page }, options),
  );

/** The payees a chart draws, by id: all, or as many as it can draw. */
export const drawnPayeesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.simulations, id, 'payees', 'drawn'],
    queryFn: async ({ signal }): Promise<readonly ChangedPayee[]> =>
      (await client.simulations.payees({ id, limit: maxDrawn }, { signal })).rows,
  });

/** Findings on a plan as it stands on the screen, on the last twelve months of deals. */
export const findingsQuery = (planId: string, document: Plan) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'findings', document],
    queryFn: ({ signal }) => client.findings.lint({ id: planId, document }, { signal }),
    gcTime: 60_000,
  });

/** The golden cases of a plan, by name. */
export const planTestsQuery = (planId: string) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'tests'],
    queryFn: ({ signal }) => client.planTests.list({ id: planId, limit: 1000 }, { signal }),
  });

/** How the golden cases come out on a document. */
export const planTestResultsQuery = (planId: string, document: Plan) =>
  queryOptions({
    queryKey: [...keys.plans, planId, 'tests', 'results', document],
    queryFn: ({ signal }) => client.planTests.run({ id: planId, document }, { signal }),
    gcTime: 60_000,
  });

/** What a payee's pay in a period is computed from, by the records as they stand. */
export const payInputsQuery = (of: { planId: string; participantId: string; period: string }) =>
  queryOptions({
    queryKey: [...keys.calculations, 'inputs', of],
    queryFn: ({ signal }) => client.simulations.whatIf(of, { signal }),
    gcTime: 0,
  });
