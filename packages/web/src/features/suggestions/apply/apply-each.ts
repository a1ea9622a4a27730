import type { SuggestionNow } from '@attain/contract/suggestions';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { recordEvent } from '../events/event-queue.ts';
import type { Shown } from '../shown.ts';
import { applyAllWords, failureWords } from './apply-all-words.ts';
import { applyInTurn, Skipped } from './apply-in-turn.ts';
import type { Said } from './outcome-words.ts';

/** What Apply All did: its one toast, and what was skipped or not applied, with the reasons. */
type Outcome = {
  readonly said: Said;
  readonly skipped: readonly string[];
  readonly failures: readonly string[];
};

/** Applies suggestions one by one, each as computed on the draft of the earlier ones (SGR-89). */
export async function applyEach(
  suggestions: readonly Shown[],
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const failures: string[] = [];
  const applyOne = async ({ id, title }: Shown): Promise<SuggestionNow> => {
    try {
      const now = await client.suggestions.now({ id });
      if (!now.stillApplies) throw new Skipped(failureWords(title, now.reason ?? ''));
      await client.suggestions.apply({ id }, { context: { idempotencyKey: crypto.randomUUID() } });
      recordEvent('apply', id);
      return now;
    } catch (error) {
      if (!(error instanceof Skipped)) failures.push(failureWords(title, describeError(error)));
      throw error;
    }
  };
  const { applied, skipped } = await applyInTurn(suggestions, applyOne, onProgress);
  return {
    said: applyAllWords({ applied, skipped: skipped.length, failed: failures.length }),
    skipped: skipped.map(({ message }) => message),
    failures,
  };
}
