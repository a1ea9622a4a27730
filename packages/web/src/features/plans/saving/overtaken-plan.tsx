import type { PlanDetail } from '../../../api/shapes.ts';
import { focusHeading } from '../../../base/follow-focus.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import type { usePlanDraft } from '../use-plan-draft.ts';

export type OvertakenPlanProps = { plan: PlanDetail; draft: ReturnType<typeof usePlanDraft> };

/** Somebody saved this plan meanwhile: nothing is lost before one has chosen whose it is, knowing what becomes of the other. */
export function OvertakenPlan({ plan, draft }: OvertakenPlanProps) {
  const choose = (act: () => void) => () => {
    // the buttons go with the question
    focusHeading();
    act();
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-warn-text">
        Somebody saved this plan on {formatMoment(plan.updatedAt)}, after you began to change it. Taking
        theirs drops what you changed; saving yours over it replaces what they saved, and no version keeps it.
      </p>
      <Button size="sm" onClick={choose(draft.discard)}>
        Take theirs
      </Button>
      <Button size="sm" onClick={choose(draft.keepMine)}>
        Keep mine, to save over it
      </Button>
    </div>
  );
}
