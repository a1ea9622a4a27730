import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { applyFailureWords } from './outcome-words.ts';

const changes = [keys.suggestions, keys.plans, keys.audit];

type Applied = Pick<Shown, 'title' | 'changes' | 'decision'>;

function tellFailure(error: Error): void {
  console.error('The suggestion was not applied', error);
  const words = applyFailureWords(error);
  if (words) toast({ id: 'suggestion', ...words });
}

async function toastApplied(applied: Applied, undo: () => void): Promise<void> {
  const { appliedWords } = await import('./applied-words.ts');
  toast({
    id: 'suggestion',
    ...appliedWords(applied),
    action: { label: messages.apply.undo, act: undo },
  });
}

/** Apply, undo and reopen of one suggestion, with their toasts. */
export function useDecisions() {
  const [busyId, setBusy] = useState<string | null>(null);
  const settled = () => setBusy(null);
  const undo = useAct({
    act: ({ id }: Pick<Shown, 'id' | 'title'>, options) => client.suggestions.undo({ id }, options),
    changes,
    failure: messages.apply.undoFailure,
    onDone: (_answer, { title }) =>
      toast({
        id: 'suggestion',
        title: messages.apply.undone,
        text: messages.apply.undoneText(title),
        meaning: 'ok',
      }),
  });
  const undoOne = (one: Pick<Shown, 'id' | 'title'>) => {
    setBusy(one.id);
    undo.mutate(one, { onSettled: settled });
  };
  const apply = useAct({
    act: ({ id }: Pick<Shown, 'id'>, options) => client.suggestions.apply({ id }, options),
    changes,
    failure: null,
    onDone: (applied) => {
      recordEvent('apply', applied.id);
      void toastApplied(applied, () => undoOne(applied));
    },
  });
  const reopen = useAct({
    act: ({ id }: Pick<Shown, 'id'>, options) => client.suggestions.reopen({ id }, options),
    changes: [keys.suggestions, keys.approvals],
    failure: messages.apply.reopenFailure,
  });
  return {
    busyId,
    apply: (one: Shown) => {
      setBusy(one.id);
      apply.mutate(one, { onSettled: settled, onError: tellFailure });
    },
    undo: undoOne,
    reopen: (one: Shown) => {
      setBusy(one.id);
      reopen.mutate(one, { onSettled: settled });
    },
  };
}
