import { Card } from '../../ui/card.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { overviewMessages } from '../overview-messages.ts';

/** As tall as a plan with three components, next to the panel. Plans differ in height, so the parts below wait for the plan. */
export function PlanSkeleton() {
  return (
    <div
      aria-busy="true"
      className="flex min-h-96 flex-col gap-4 xl:min-h-136 min-[90rem]:min-h-112 [&~*]:invisible"
    >
      <Card>
        <SkeletonText lines={3} />
      </Card>
      <Card title={overviewMessages.components}>
        <SkeletonText lines={8} />
      </Card>
    </div>
  );
}
