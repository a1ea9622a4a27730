import { examplePayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { useDeferredValue, useMemo } from 'react';
import { formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { RateCourseChart } from './rate-course-chart.tsx';
import { rateCourse } from './rate-points.ts';

/** What a component pays, drawn live by the code that pays, for the person whose figures are easy to divide by. */
export function RateCourseOf({
  plan,
  component,
  height = 180,
}: {
  plan: Plan;
  component: Component;
  height?: number;
}) {
  const shown = useDeferredValue(component);
  const course = useMemo(() => rateCourse(plan, shown, examplePayee), [plan, shown]);
  if (!course.ok) return <p className="text-12 text-fg-3">No curve yet: {course.say}</p>;
  const money = (text: string) => formatMoney(text, { currency: plan.currency });
  return (
    <div>
      <RateCourseChart
        name={component.name}
        currency={plan.currency}
        course={course}
        others={[]}
        height={height}
      />
      <p className="text-12 text-fg-3">
        For one period, somebody with {money(examplePayee.targetVariableAnnual)} target variable a year
        {course.over === 'credit' ? '' : `, a quota of ${formatDecimal(examplePayee.quota)}`}
        {component.rate.kind === 'individual'
          ? ` and an own rate of ${examplePayee.commissionRatePercent}%`
          : ''}
        . Gate, filter and multiplier aside.
      </p>
    </div>
  );
}
