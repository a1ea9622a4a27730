import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readChanged } from '../../../api/events/read-changed.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';

const none = { skipped: [], failures: [] } as const;

/** Applies all with real progress and one toast at the end; what was skipped or not applied is listed with its reason. */
export function useApplyAll() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [left, setLeft] = useState<Record<keyof typeof none, readonly string[]>>(none);
  const applyAll = async (suggestions: readonly Shown[]) => {
    setLeft(none);
    const all = suggestions.length;
    if (all > 0) setProgress({ done: 0, all });
    try {
      const { applyEach } = await import('./apply-each.ts');
      const { said, ...rest } = await applyEach(suggestions, (done) => setProgress({ done, all }));
      setLeft(rest);
      if (all > 0) readChanged(cache, [keys.suggestions, keys.plans, keys.audit]);
      toast({ id: 'suggestion', ...said });
    } catch (error) {
      toast({ id: 'suggestion', title: messages.apply.failure, text: describeError(error), meaning: 'bad' });
    } finally {
      setProgress(null);
    }
  };
  return { progress, ...left, applyAll };
}
