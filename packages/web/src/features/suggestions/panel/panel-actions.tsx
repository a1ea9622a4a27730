import { useQuery } from '@tanstack/react-query';
import { ListChecks, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { useMode } from '../../../api/use-mode.ts';
import { Button } from '../../../ui/button.tsx';
import { ActFooter } from '../../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { useApplyAll } from '../apply/use-apply-all.ts';
import { messages } from '../messages.ts';
import { assistantStateQuery } from '../queries.ts';
import type { Shown } from '../shown.ts';
import { AnalyzePlan } from './analyze-plan.tsx';
import { useMayDecide } from './use-may-decide.ts';

export type PanelActionsProps = { planId: string | null; suggestions: readonly Shown[] };

/** What can be done with the plan and all its suggestions at once. */
export function PanelActions({ planId, suggestions }: PanelActionsProps) {
  const open = suggestions.filter(({ status }) => status === 'open');
  const check = useChecks();
  const problems = check.data?.checks.flatMap((one) => one.problems) ?? [];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {planId === null ? null : (
          <Button
            size="sm"
            icon={<ShieldCheck aria-hidden />}
            busy={check.isPending}
            onClick={() => check.mutate({ id: planId })}
          >
            {messages.actions.check}
          </Button>
        )}
        <ApplyAll planId={planId} open={open} />
        {planId === null ? null : <AnalyzePlan planId={planId} />}
      </div>
      {open.length > 1 ? <p className="text-12 text-fg-3">{messages.actions.together}</p> : null}
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
    </div>
  );
}

/** Runs all checks of a plan; a toast says how they ended. */
function useChecks() {
  return useAct({
    act: client.planChecks.run,
    changes: [],
    failure: messages.checks.failed,
    onDone: ({ passed, checks }) => {
      const issues = checks.reduce((sum, one) => sum + one.problems.length, 0);
      toast({
        id: 'checks',
        title: passed ? messages.checks.passed : messages.checks.issues,
        text: passed ? messages.checks.passedText : messages.checks.issuesText(issues),
        meaning: passed ? 'ok' : 'warn',
      });
    },
  });
}

/** Applies all in turn; without any autonomy it lists them first and asks once. */
function ApplyAll({ planId, open }: { planId: string | null; open: readonly Shown[] }) {
  const mayDecide = useMayDecide();
  const [mode] = useMode();
  const manual = useQuery(assistantStateQuery(planId, mode)).data?.autonomy.level === 0;
  const [asking, setAsking] = useState(false);
  const { progress, applyAll } = useApplyAll();
  const start = () => {
    setAsking(false);
    void applyAll(open);
  };
  return (
    <>
      <Button
        size="sm"
        icon={<ListChecks aria-hidden />}
        busy={progress !== null}
        busyLabel={progress ? messages.actions.applying(progress.done, progress.all) : undefined}
        progress={progress ? progress.done / progress.all : undefined}
        disabled={!mayDecide}
        title={mayDecide ? undefined : messages.card.noAccess}
        onClick={() => (manual && open.length > 0 ? setAsking(true) : start())}
      >
        {messages.actions.applyAll(open.length)}
      </Button>
      {asking ? (
        <Dialog
          open
          onOpenChange={setAsking}
          title={messages.actions.confirm}
          description={messages.actions.confirmText}
          footer={<ActFooter onClick={start}>{messages.actions.applyAll(open.length)}</ActFooter>}
        >
          <ul className="list-disc space-y-1 ps-5">
            {open.map(({ uuid, title }) => (
              <li key={uuid}>{title}</li>
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
