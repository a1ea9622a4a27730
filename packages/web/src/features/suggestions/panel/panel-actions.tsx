import { isApplicable } from '@attain/domain/suggestions/moves';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { client } from '../../../api/client.ts';
import { planQuery } from '../../../api/queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { useMode } from '../../../api/use-mode.ts';
import { useOnline } from '../../../base/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { showPanel } from '../../../ui/overlays/frame-panels.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { useApplyAll } from '../apply/use-apply-all.ts';
import { messages } from '../messages.ts';
import { assistantStateQuery } from '../queries.ts';
import type { Shown } from '../shown.ts';
import { useMayDecide, whyNot } from './use-may-decide.ts';

const ProblemList = lazyPart(async () => (await import('../../../ui/states/problem-list.tsx')).ProblemList);
const PolicyVerdicts = lazyPart(async () => (await import('./policy-verdicts.tsx')).PolicyVerdicts);
const AnalyzePlan = lazyPart(async () => (await import('./analyze-plan.tsx')).AnalyzePlan);
const ConfirmApplyAll = lazyPart(
  async () => (await import('../apply/confirm-apply-all.tsx')).ConfirmApplyAll,
);

const NotApplied = lazyPart(async () => (await import('../apply/not-applied.tsx')).NotApplied);

export type PanelActionsProps = { planId: string | null; suggestions: readonly Shown[] };

/** What can be done with the plan and all its suggestions at once. */
export function PanelActions({ planId, suggestions }: PanelActionsProps) {
  const open = suggestions.filter((one) => one.status === 'open' && isApplicable(one));
  const check = useChecks();
  const online = useOnline();
  const isOfPlan = check.data !== undefined && check.variables.id === planId;
  const { data: plan } = useQuery({ ...planQuery(planId ?? ''), enabled: isOfPlan });
  // of another document, other issues may be true
  const isCurrent = isOfPlan && plan?.documentHash === check.data.documentHash;
  // what policies forbid is said with the policy
  const problems = isCurrent
    ? check.data.checks.filter(({ key }) => key !== 'policies').flatMap((one) => one.problems)
    : [];
  const policies = isCurrent ? check.data.policies : [];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {planId === null ? null : (
          <Button
            size="sm"
            icon={<ShieldCheck aria-hidden />}
            busy={check.isPending}
            disabled={!online}
            title={online ? undefined : messages.card.offline}
            onClick={() => check.mutate({ id: planId }, { onError: tellFailedCheck })}
          >
            {messages.actions.check}
          </Button>
        )}
        <ApplyAll planId={planId} open={open} />
        {planId === null ? null : (
          <Suspense fallback={null}>
            <AnalyzePlan planId={planId} />
          </Suspense>
        )}
      </div>
      {problems.length > 0 ? (
        <Suspense fallback={null}>
          <ProblemList problems={problems} />
        </Suspense>
      ) : null}
      {policies.length > 0 ? (
        <Suspense fallback={null}>
          <PolicyVerdicts policies={policies} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Runs all checks of a plan; a toast says how they ended. */
function useChecks() {
  return useAct({
    act: client.planChecks.run,
    changes: [],
    failure: null,
    onDone: (outcome) => void toastChecked(outcome),
  });
}

function tellFailedCheck(error: Error): void {
  console.error('The checks were not run', error);
  void toastChecked(null);
}

async function toastChecked(outcome: { readonly passed: boolean } | null): Promise<void> {
  const { checkWords } = await import('../apply/check-words.ts');
  toast({ id: 'checks', ...checkWords(outcome) });
}

/** Applies all in turn; without any autonomy it lists them first and asks once. */
function ApplyAll({ planId, open }: { planId: string | null; open: readonly Shown[] }) {
  const mayDecide = useMayDecide();
  const online = useOnline();
  const [mode] = useMode();
  const manual = useQuery(assistantStateQuery(planId, mode)).data?.autonomy.level === 0;
  const [asking, setAsking] = useState(false);
  const { progress, skipped, failures, applyAll } = useApplyAll();
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
        title={mayDecide ? undefined : whyNot()}
        onClick={() => (manual && open.length > 0 ? setAsking(true) : start())}
      >
        {messages.actions.applyAll(open.length)}
      </Button>
      {online && !mayDecide ? (
        <Button size="sm" variant="ghost" onClick={() => showPanel('jit')}>
          {messages.actions.askAccess}
        </Button>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <ConfirmApplyAll suggestions={open} onApply={start} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
      {skipped.length + failures.length > 0 ? (
        <Suspense fallback={null}>
          <NotApplied skipped={skipped} failures={failures} />
        </Suspense>
      ) : null}
    </>
  );
}
