import type { WorkflowDetail } from '@attain/contract/workflows';
import { perform } from '@attain/domain/workflows/canvas/history';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { workflowQuery } from '../../../api/requests/workflow-queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Canvas } from './canvas-context.ts';
import { sameWorkflow } from './same-workflow.ts';
import { takeDocument } from './take-document.ts';

/** Saves the draft and handles conflicting saves. */
export function useSaving({ store, acts }: Pick<Canvas, 'store' | 'acts'>, stored: WorkflowDetail) {
  const cache = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const send = useAct({ act: client.workflows.save, changes: [keys.workflows, keys.audit], failure: null });
  const { mutateAsync } = send;
  const id = stored.id;
  const saveAs = useCallback(
    async (revision: number): Promise<WorkflowDetail | null> => {
      const document = store.get().history.workflow;
      try {
        const saved = await mutateAsync({ id, revision, document });
        store.set({ base: { revision: saved.revision, document } });
        acts.announce(messages.edit.savedAs(saved.revision));
        setConflict(null);
        cache.setQueryData(workflowQuery(id).queryKey, saved);
        return saved;
      } catch (error) {
        const theirs = await cache.fetchQuery({ ...workflowQuery(id), staleTime: 0 }).catch(() => null);
        const overtaken = error instanceof HttpError && error.code === 'CONFLICT' && theirs !== null;
        if (overtaken && theirs.revision > revision) setConflict(describeError(error));
        else
          toast({
            id: 'canvas-save',
            title: messages.edit.notSaved,
            text: describeError(error),
            meaning: 'bad',
          });
        return null;
      }
    },
    [store, acts, mutateAsync, cache, id],
  );
  const save = useCallback(async () => {
    const { base, history } = store.get();
    const now = cache.getQueryData(workflowQuery(id).queryKey);
    if (now?.revision === base.revision && sameWorkflow(history.workflow, base.document)) return now;
    return saveAs(base.revision);
  }, [store, cache, id, saveAs]);
  const takeTheirs = useCallback(async () => {
    const theirs = await cache.fetchQuery({ ...workflowQuery(id), staleTime: 0 });
    const { history } = store.get();
    store.set({
      base: { revision: theirs.revision, document: theirs.document },
      history: perform(history, takeDocument(history.workflow, theirs.document, messages.edit.takeTheirs)),
    });
    setConflict(null);
  }, [store, cache, id]);
  const saveMine = useCallback(async () => {
    const theirs = await cache.fetchQuery({ ...workflowQuery(id), staleTime: 0 });
    const saved = await saveAs(theirs.revision);
    const { history } = store.get();
    const mine = history.workflow;
    if (saved === null || sameWorkflow(mine, theirs.document)) return;
    // theirs is no longer stored, but stays one step back in the history
    const seen = perform(history, takeDocument(mine, theirs.document, messages.edit.takeTheirs));
    store.set({ history: perform(seen, takeDocument(theirs.document, mine, messages.edit.saveMine)) });
  }, [store, cache, id, saveAs]);
  useEffect(() => {
    const { base, history } = store.get();
    if (stored.revision <= base.revision || send.isPending) return;
    // without unsaved edits, follow what was saved elsewhere
    if (!sameWorkflow(history.workflow, base.document)) return;
    const same = sameWorkflow(stored.document, base.document);
    const taken = takeDocument(history.workflow, stored.document, messages.edit.takeTheirs);
    store.set({
      base: { revision: stored.revision, document: stored.document },
      history: same ? history : perform(history, taken),
    });
  }, [store, stored, send.isPending]);
  return {
    save,
    takeTheirs,
    saveMine,
    conflict,
    openConflict: setConflict,
    saving: send.isPending,
  };
}
