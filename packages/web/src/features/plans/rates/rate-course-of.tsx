import { examplePayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { useDeferredValue, useMemo } from 'react';
import { formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { messages } from './messages.ts';
import { RateCourseChart } from './rate-course-chart.tsx';
import { isOverQuota, rateCourse } from './rate-points.ts';

/** Live pay curve of a component for the example payee, computed by the payout engine. */
export function RateCourseOf({
  plan,
  component,
  height = 200,
}: {
  plan: Plan;
  component: Component;
  height?: number;
}) {
  const shown = useDeferredValue(component);
  const course = useMemo(() => rateCourse(plan, shown, examplePayee), [plan, shown]);
  if (!course.ok) return <p className="text-12 text-fg-3">{messages.note.noCurve(course.message)}</p>;
  return (
    <RateCourseChart
      name={component.name}
      currency={plan.currency}
      unit={component.measure.unit === '$' ? plan.currency : component.measure.unit}
      course={course}
      others={[]}
      height={height}
    />
  );
}

/** Describes the example payee behind the curves. */
export function ImaginedNote({
  currency,
  components,
}: {
  currency: string;
  components: readonly Component[];
}) {
  const target = formatMoney(examplePayee.targetVariableAnnual, { currency });
  const quota = components.some(isOverQuota) ? formatDecimal(examplePayee.quota) : null;
  const rate = components.some((one) => one.rate.kind === 'individual')
    ? examplePayee.commissionRatePercent
    : null;
  return <p className="text-12 text-fg-3">{messages.note.example({ target, quota, rate })}</p>;
}
