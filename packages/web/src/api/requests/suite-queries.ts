import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain } from '../queries.ts';

const wholeList = 500;

/** All suites with their latest results; polled while one is running. */
export const suitesQuery = (filter: { agent?: string | undefined }) =>
  queryOptions({
    queryKey: [...keys.suites, 'list', filter],
    queryFn: ({ signal }) => client.suites.list({ ...filter, limit: wholeList }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(({ status }) => status === 'running')),
  });

export const suiteQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.suites, id],
    queryFn: ({ signal }) => client.suites.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.status === 'running'),
  });

/** A case with sample data, to begin a new one with: of the whole workflow or one step. */
export const sampleCaseQuery = (input: { id: string; step?: string | undefined }) =>
  queryOptions({
    queryKey: [...keys.suites, input.id, 'sample', input.step],
    queryFn: ({ signal }) => client.suites.sampleCase(input, { signal }),
  });

/** The latest runs of suites, newest first. */
export const testRunsQuery = (suiteId?: string) =>
  queryOptions({
    queryKey: [...keys.suites, 'runs', { suiteId }],
    queryFn: ({ signal }) => client.testRuns.list({ suiteId, limit: 50 }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(({ status }) => status === 'running')),
  });

export const testRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.suites, 'runs', id],
    queryFn: ({ signal }) => client.testRuns.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.status === 'running'),
  });

/** The latest runs of a workflow, replayed on its draft or a version. */
export const replaysQuery = (input: { workflowId: string; version?: number | undefined }) =>
  queryOptions({
    queryKey: [...keys.suites, 'replays', input],
    queryFn: ({ signal }) => client.testRuns.replay({ ...input, limit: 20 }, { signal }),
    staleTime: 0,
  });

/** What each case used in its latest run. */
export const performanceQuery = queryOptions({
  queryKey: [...keys.suites, 'performance'],
  queryFn: ({ signal }) => client.testRuns.performance({}, { signal }),
});

export const testReportQuery = (kind: 'weekly' | 'regressions') =>
  queryOptions({
    queryKey: [...keys.suites, 'reports', kind],
    queryFn: ({ signal }) => client.testRuns.report({ kind }, { signal }),
  });
