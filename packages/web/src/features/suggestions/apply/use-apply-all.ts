import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { readChanged } from '../../../api/events/read-changed.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import type { Shown } from '../shown.ts';
import { applyInTurn } from './apply-in-turn.ts';
import { applyAllWords, failureWords } from './outcome-words.ts';

/** Applies suggestions one by one with real progress, and one toast at the end; what was not applied is listed with its reason. */
export function useApplyAll() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const applyAll = async (suggestions: readonly Shown[]) => {
    setFailures([]);
    const failed: string[] = [];
    const applyOne = async ({ id, title }: Shown) => {
      try {
        await client.suggestions.apply({ id }, { context: { idempotencyKey: crypto.randomUUID() } });
        recordEvent('apply', id);
      } catch (error) {
        failed.push(failureWords(title, describeError(error)));
        throw error;
      }
    };
    if (suggestions.length > 0) setProgress({ done: 0, all: suggestions.length });
    const { applied } = await applyInTurn(suggestions, applyOne, (done) =>
      setProgress({ done, all: suggestions.length }),
    );
    setProgress(null);
    setFailures(failed);
    if (suggestions.length > 0) readChanged(cache, [keys.suggestions, keys.plans, keys.audit]);
    toast({ id: 'suggestion', ...applyAllWords({ applied: applied.length, failed: failed.length }) });
  };
  return { progress, failures, applyAll };
}
