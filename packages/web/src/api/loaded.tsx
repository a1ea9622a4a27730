import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/states/error-state.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { describeError, knownErrorOf, requestIdOf } from './http-error.ts';
import { KnownErrorState } from './known-error-state.tsx';

export type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What failed, in the user's words: "The plan could not be loaded". */
  failure: string;
  /** Stands in until the data is here, of the same size. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Draws data once it is here; before that a skeleton, and on failure the reason with a way to try again. */
export function Loaded<Data>({ query, failure, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed query={query} failure={failure} />;
  // A key of its own: what comes is another element, so that nothing counts as having moved.
  return (
    <div key="loading" aria-busy="true">
      {skeleton ?? <SkeletonText lines={5} />}
    </div>
  );
}

type Retriable = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** Why something could not be loaded: what the server refuses with the way back, a fault with the request's id and a retry. */
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
