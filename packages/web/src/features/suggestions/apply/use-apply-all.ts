import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { readAgain } from '../../../api/events/read-again.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { applyInTurn } from './apply-in-turn.ts';

/** Applies suggestions one by one with real progress, and one toast at the end. */
export function useApplyAll() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const applyAll = async (suggestions: readonly Shown[]) => {
    if (suggestions.length === 0) {
      toast({ id: 'suggestion', title: messages.applyAll.none, text: messages.applyAll.noneText });
      return;
    }
    setProgress({ done: 0, all: suggestions.length });
    const { applied, failures } = await applyInTurn(
      suggestions,
      ({ id }) => client.suggestions.apply({ id }, { context: { idempotencyKey: crypto.randomUUID() } }),
      (done) => setProgress({ done, all: suggestions.length }),
    );
    setProgress(null);
    for (const queryKey of [keys.suggestions, keys.plans, keys.audit]) void readAgain(cache, { queryKey });
    if (failures.length > 0) {
      toast({
        id: 'suggestion',
        title: messages.applyAll.failed,
        text: `${messages.applyAll.partly(applied.length, failures.length)} ${describeError(failures[0])}`,
        meaning: 'bad',
      });
      return;
    }
    toast({
      id: 'suggestion',
      title: messages.applyAll.done,
      text: messages.applyAll.text(applied.length),
      meaning: 'ok',
    });
  };
  return { progress, applyAll };
}
