import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { readChanged } from '../../../api/events/read-changed.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import type { Shown } from '../shown.ts';
import { applyInTurn, Skipped } from './apply-in-turn.ts';
import { applyAllWords, failureWords } from './outcome-words.ts';

/** Applies suggestions one by one with real progress, each as computed on the draft of the earlier ones (SGR-89), and one toast at the end. */
export function useApplyAll() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const applyAll = async (suggestions: readonly Shown[]) => {
    setSkipped([]);
    setFailures([]);
    const failed: string[] = [];
    const applyOne = async ({ id, title }: Shown) => {
      try {
        const now = await client.suggestions.now({ id });
        if (!now.stillApplies) throw new Skipped(failureWords(title, now.reason ?? ''));
        await client.suggestions.apply({ id }, { context: { idempotencyKey: crypto.randomUUID() } });
        recordEvent('apply', id);
        return now;
      } catch (error) {
        if (!(error instanceof Skipped)) failed.push(failureWords(title, describeError(error)));
        throw error;
      }
    };
    if (suggestions.length > 0) setProgress({ done: 0, all: suggestions.length });
    const { applied, skipped: passed } = await applyInTurn(suggestions, applyOne, (done) =>
      setProgress({ done, all: suggestions.length }),
    );
    setProgress(null);
    setSkipped(passed.map(({ message }) => message));
    setFailures(failed);
    if (suggestions.length > 0) readChanged(cache, [keys.suggestions, keys.plans, keys.audit]);
    const outcome = { applied, skipped: passed.length, failed: failed.length };
    toast({ id: 'suggestion', ...applyAllWords(outcome) });
  };
  return { progress, skipped, failures, applyAll };
}
