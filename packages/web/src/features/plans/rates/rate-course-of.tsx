import { examplePayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { useDeferredValue, useMemo } from 'react';
import { formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { RateCourseChart } from './rate-course-chart.tsx';
import { isOverQuota, rateCourse } from './rate-points.ts';

/** What a component pays, drawn live by the code that pays, for the person whose figures are easy to divide by. */
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
  if (!course.ok) return <p className="text-12 text-fg-3">No curve yet: {course.message}</p>;
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

/** For whom these components are drawn, in words. */
export function ImaginedNote({
  currency,
  components,
}: {
  currency: string;
  components: readonly Component[];
}) {
  const target = formatMoney(examplePayee.targetVariableAnnual, { currency });
  const quota = components.some(isOverQuota) ? `, a quota of ${formatDecimal(examplePayee.quota)}` : '';
  const own = components.some(({ rate }) => rate.kind === 'individual')
    ? ` and an own rate of ${examplePayee.commissionRatePercent}%`
    : '';
  return (
    <p className="text-12 text-fg-3">
      For one period, somebody with {target} target variable a year{quota}
      {own}. Gate, filter and multiplier aside.
    </p>
  );
}
