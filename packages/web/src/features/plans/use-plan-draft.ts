import type { Plan } from '@attain/domain/plans/plan';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';

/** A plan being edited: what is typed, what is wrong with it, and how to keep it. */
export function usePlanDraft(plan: PlanDetail) {
  // what is typed, and what it was typed over
  const [edited, setEdited] = useState<{
    document: Plan;
    over: Pick<PlanDetail, 'revision' | 'documentHash'>;
  }>();
  const document = edited?.document ?? plan.document;
  // whatever the order of its fields: what is typed back as it was is not another plan
  const dirty = edited !== undefined && hashKey([edited.document]) !== hashKey([plan.document]);
  const over = edited?.over ?? plan;
  // a plan that was only activated meanwhile says what it said
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
    failure: 'The plan could not be saved',
    onDone: (saved) => {
      setEdited(undefined);
      toast({
        id: 'plan-saved',
        title: 'Plan saved',
        text: `${saved.name}, draft of version ${saved.version}`,
        meaning: 'ok',
      });
    },
  });
  const activate = useAct({
    act: client.plans.activate,
    changes,
    failure: 'The plan could not be activated',
    onDone: (active) =>
      toast({
        title: 'Plan activated',
        text: `${active.name}, version ${active.activeVersion ?? active.version}`,
        meaning: 'ok',
      }),
  });
  const deactivate = useAct({
    act: client.plans.deactivate,
    changes,
    failure: 'The plan could not be taken out of use',
    onDone: (off) => toast({ title: 'Plan taken out of use', text: off.name, meaning: 'ok' }),
  });
  return {
    document,
    dirty,
    /** Problems of what is on the screen, at most a moment old. */
    problems: check.data?.problems ?? plan.problems,
    /** Whether somebody else saved other content since this began to be typed. */
    overtaken,
    edit: (next: Plan) => setEdited({ document: next, over }),
    discard: () => setEdited(undefined),
    /** Goes on from what somebody else saved: the next save replaces it. */
    keepMine: () => setEdited({ document, over: plan }),
    save: () => save.mutate({ id: plan.id, revision: overtaken ? over.revision : plan.revision, document }),
    saving: save.isPending,
    /** `onEnd` comes when it is active, and when it was refused, which is said aloud. */
    activate: (onEnd: () => void) =>
      activate.mutate({ id: plan.id, documentHash: plan.documentHash }, { onSettled: onEnd }),
    activating: activate.isPending,
    deactivate: () => deactivate.mutate({ id: plan.id }),
    deactivating: deactivate.isPending,
  };
}
