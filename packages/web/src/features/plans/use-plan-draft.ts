import type { Plan } from '@attain/domain/plans/plan';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** A plan being edited: the draft document, its problems, and saving. */
export function usePlanDraft(plan: PlanDetail) {
  // the edited document and the stored plan it started from
  const [edited, setEdited] = useState<{
    document: Plan;
    over: Pick<PlanDetail, 'revision' | 'documentHash'>;
  }>();
  const document = edited?.document ?? plan.document;
  // compares by hash, so that field order and reverted edits don't count
  const dirty = edited !== undefined && hashKey([edited.document]) !== hashKey([plan.document]);
  const over = edited?.over ?? plan;
  // activation alone doesn't change the document
  const overtaken = dirty && over.documentHash !== plan.documentHash;
  const settled = useDebounced(document, 300);
  const check = useQuery({
    queryKey: [...keys.plans, 'check', settled],
    queryFn: ({ signal }) => client.plans.check({ document: settled }, { signal }),
    placeholderData: (before) => before,
    gcTime: 60_000,
  });
  const changes = [keys.plans, keys.assignments, keys.audit];
  const save = useAct({
    act: client.plans.update,
    changes,
    failure: messages.draft.saveFailure,
    onDone: (saved) => {
      setEdited(undefined);
      toast({
        id: 'plan-saved',
        title: messages.draft.saved,
        text: messages.draft.savedText(saved.name, saved.version),
        meaning: 'ok',
      });
    },
  });
  const activate = useAct({
    act: client.plans.activate,
    changes,
    failure: messages.draft.activateFailure,
    onDone: ({ name, version, activeVersion, approvalId }) =>
      toast(
        approvalId === null
          ? {
              title: messages.draft.activated,
              text: messages.draft.activatedText(name, activeVersion ?? version),
              meaning: 'ok',
            }
          : { title: messages.draft.approved, text: messages.draft.approvedText(name), meaning: 'info' },
      ),
  });
  const deactivate = useAct({
    act: client.plans.deactivate,
    changes,
    failure: messages.draft.deactivateFailure,
    onDone: (off) => toast({ title: messages.draft.deactivated, text: off.name, meaning: 'ok' }),
  });
  return {
    document,
    dirty,
    /** Problems of the document on screen. */
    problems: check.data?.problems ?? plan.problems,
    /** Whether someone else saved other content since editing began. */
    overtaken,
    edit: (next: Plan) => setEdited({ document: next, over }),
    discard: () => setEdited(undefined),
    /** Keeps the local edits; the next save replaces the other person's. */
    keepMine: () => setEdited({ document, over: plan }),
    save: () => save.mutate({ id: plan.id, revision: overtaken ? over.revision : plan.revision, document }),
    saving: save.isPending,
    /** `onEnd` is called on success and on failure, which shows a toast. */
    activate: (onEnd: () => void) =>
      activate.mutate({ id: plan.id, documentHash: plan.documentHash }, { onSettled: onEnd }),
    activating: activate.isPending,
    deactivate: () => deactivate.mutate({ id: plan.id }),
    deactivating: deactivate.isPending,
  };
}
