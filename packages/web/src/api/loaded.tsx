import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/states/error-state.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { describeError, knownErrorOf, requestIdOf } from './http-error.ts';
import { KnownErrorState } from './known-error-state.tsx';

export type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What failed: "The plan could not be loaded". */
  failure: string;
  /** A placeholder of the same size. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Renders data once loaded; before that a skeleton, and on failure the reason with a retry. */
export function Loaded<Data>({ query, failure, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed query={query} failure={failure} />;
  // a separate key: a new element does not count as a layout shift
  return (
    <div key="loading" aria-busy="true">
      {skeleton ?? <SkeletonText lines={5} />}
    </div>
  );
}

type Retriable = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** Why something could not be loaded: expected errors with a link back, faults with request id and retry. */
export function Failed({ query, failure }: { query: Retriable; failure: string }) {
  const error = knownErrorOf(query.error);
  if (error) return <KnownErrorState {...error} title={error.title ?? failure} />;
  return (
    <ErrorState
      title={failure}
      text={describeError(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
