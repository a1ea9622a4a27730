import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { dismissToast, toast } from '../ui/overlays/toast-queue.ts';
import { readAgain } from './events/read-again.ts';
import { describeError, HttpError, requestIdOf } from './http-error.ts';
import { type Intent, newIntent } from './intent.ts';
import type { CallContext } from './send.ts';

export type ActOptions<Input, Output> = {
  /** Calls the server. Pass `options` on: it carries the key that makes a repeated try act once. */
  act: (input: Input, options: { context: CallContext }) => Promise<Output>;
  /** Keys of what the act changes; everything beneath them is read again. */
  changes: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** The title of the toast when it fails; null leaves the error to the caller. */
  failure: string | null;
};

/** An act that changes something on the server: sent once per intent, caches refreshed when it did or came too late, failures said aloud. */
export function useAct<Input, Output>({ act, changes, onDone, failure }: ActOptions<Input, Output>) {
  const cache = useQueryClient();
  const intent = useRef<Intent>(undefined);
  intent.current ??= newIntent();
  const readChanged = () => {
    for (const queryKey of changes) void readAgain(cache, { queryKey });
  };
  return useMutation({
    mutationFn: (input: Input) => act(input, { context: { idempotencyKey: intent.current?.keyFor(input) } }),
    onSuccess: (output, input) => {
      readChanged();
      if (failure) dismissToast(failure);
      onDone?.(output, input);
    },
    onError: (error) => {
      // what the screen shows is no longer so
      if (error instanceof HttpError && error.status === 409) readChanged();
      if (failure === null) return;
      const requestId = requestIdOf(error);
      toast({
        id: failure,
        title: failure,
        text: `${describeError(error)}${requestId ? ` (request ${requestId})` : ''}`,
        meaning: 'bad',
      });
    },
    onSettled: (_output, error) => intent.current?.ended(error),
  });
}
