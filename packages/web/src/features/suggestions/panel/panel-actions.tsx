import { ListChecks } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useApplyAll } from '../apply/use-apply-all.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { AnalyzePlan } from './analyze-plan.tsx';
import { useMayDecide } from './use-may-decide.ts';

export type PanelActionsProps = { planId: string | null; suggestions: readonly Shown[] };

/** What can be done with the plan and all its suggestions at once. */
export function PanelActions({ planId, suggestions }: PanelActionsProps) {
  const mayDecide = useMayDecide();
  const { progress, applyAll } = useApplyAll();
  // newest are listed first; they build on those before them
  const open = suggestions.filter(({ status }) => status === 'open');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        icon={<ListChecks aria-hidden />}
        busy={progress !== null}
        busyLabel={progress ? messages.actions.applying(progress.done, progress.all) : undefined}
        progress={progress ? progress.done / progress.all : undefined}
        disabled={!mayDecide}
        title={mayDecide ? undefined : messages.card.noAccess}
        onClick={() => void applyAll(open)}
      >
        {messages.actions.applyAll(open.length)}
      </Button>
      {planId === null ? null : <AnalyzePlan planId={planId} />}
    </div>
  );
}
