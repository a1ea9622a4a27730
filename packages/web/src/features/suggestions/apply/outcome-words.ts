import { describeError, HttpError } from '../../../api/http-error.ts';
import type { Toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';

export type Said = Pick<Toast, 'title' | 'text' | 'meaning'>;

/** The toast after a failed Apply; null: the suggestion does not exist, which is only logged. */
export function applyFailureWords(error: Error): Said | null {
  if (error instanceof HttpError && error.status === 404) return null;
  return { title: messages.apply.failure, text: describeError(error), meaning: 'bad' };
}
