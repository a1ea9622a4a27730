import type { PlanDetail } from '../../../api/shapes.ts';
import { focusHeading } from '../../../base/follow-focus.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';
import type { usePlanDraft } from '../use-plan-draft.ts';

export type OvertakenPlanProps = { plan: PlanDetail; draft: ReturnType<typeof usePlanDraft> };

/** Asks which changes to keep after someone else saved the plan. */
export function OvertakenPlan({ plan, draft }: OvertakenPlanProps) {
  const choose = (act: () => void) => () => {
    // the buttons disappear, so the focus moves to the heading
    focusHeading();
    act();
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-warn-text">
        {messages.overtaken.text(formatMoment(plan.updatedAt))}
      </p>
      <Button size="sm" onClick={choose(draft.discard)}>
        {messages.overtaken.takeTheirs}
      </Button>
      <Button size="sm" onClick={choose(draft.keepMine)}>
        {messages.overtaken.keepMine}
      </Button>
    </div>
  );
}
