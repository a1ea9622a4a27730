import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { dismissToast, toast } from '../ui/overlays/toast-queue.ts';
import { readAgain } from './events/read-again.ts';
import { readChanged } from './events/read-changed.ts';
import { describeError, HttpError, requestIdOf } from './http-error.ts';
import { type Intent, newIntent } from './intent.ts';
import { messages } from './messages.ts';
import type { CallContext } from './send.ts';

export type ActOptions<Input, Output> = {
  /** Calls the server. Pass `options` on: it holds the idempotency key of retries. */
  act: (input: Input, options: { context: CallContext }) => Promise<Output>;
  /** The keys that the action changes; everything below them is refetched. */
  changes: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** Title of the error toast; null leaves errors to the caller. */
  failure: string | null;
};

/**
 * A change on the server: sent once per intent, with cache refresh after success or conflict, and error
 * toasts.
 */
export function useAct<Input, Output>({ act, changes, onDone, failure }: ActOptions<Input, Output>) {
  const cache = useQueryClient();
  const intent = useRef<Intent>(undefined);
  intent.current ??= newIntent();
  return useMutation({
    mutationFn: (input: Input) => act(input, { context: { idempotencyKey: intent.current?.keyFor(input) } }),
    onSuccess: (output, input) => {
      readChanged(cache, changes);
      if (failure) dismissToast(failure);
      onDone?.(output, input);
    },
    onError: (error) => {
      // the data on screen is out of date
      if (error instanceof HttpError && error.status === 409)
        for (const queryKey of changes) void readAgain(cache, { queryKey });
      if (failure === null) return;
      const requestId = requestIdOf(error);
      toast({
        id: failure,
        title: failure,
        text: `${describeError(error)}${requestId ? messages.errors.requestId(requestId) : ''}`,
        meaning: 'bad',
      });
    },
    onSettled: (_output, error) => intent.current?.ended(error),
  });
}
