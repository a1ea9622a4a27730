import { describeError, HttpError } from '../../../api/http-error.ts';
import type { Toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';

export type Said = Pick<Toast, 'title' | 'text' | 'meaning'>;

/** What one Apply did: findings without changes are only marked. */
export function appliedWords({
  title,
  changes,
  decision,
}: Pick<Shown, 'title' | 'changes' | 'decision'>): string {
  const { byHand, inDraft, inVersion } = messages.apply;
  const version = decision?.draftVersion ?? 1;
  if (changes.length === 0) return byHand(title);
  return version === 1 ? inDraft(title) : inVersion(title, version);
}

/** The toast after Run Checks; null: they could not be run. */
export function checkWords(outcome: { readonly passed: boolean } | null): Said {
  const { passed, passedText, issues, issuesText, failed, failedText } = messages.checks;
  if (outcome === null) return { title: failed, text: failedText, meaning: 'bad' };
  return outcome.passed
    ? { title: passed, text: passedText, meaning: 'ok' }
    : { title: issues, text: issuesText, meaning: 'warn' };
}

/** The toast after a failed Apply; null: the suggestion does not exist, which is only logged. */
export function applyFailureWords(error: Error): Said | null {
  if (error instanceof HttpError && error.status === 404) return null;
  return { title: messages.apply.failure, text: describeError(error), meaning: 'bad' };
}
