import type { Component, Plan } from '@attain/domain/plans/plan';
import { useDeferredValue, useMemo } from 'react';
import { formatMoney, formatMoneyShort } from '../../base/format-money.ts';
import { numberFormat } from '../../base/locale.ts';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { example, payCurve } from './pay-curve.ts';

/** What the component pays, drawn live by the code that pays. */
export function PayCurveChart({
  plan,
  component,
  height = 180,
}: {
  plan: Plan;
  component: Component;
  height?: number;
}) {
  const shown = useDeferredValue(component);
  const curve = useMemo(() => (shown.measure.of === 'deals' ? null : payCurve(plan, shown)), [plan, shown]);
  if (curve === null)
    return <p className="text-12 text-fg-3">Pay is counted by deals; there is no curve over an amount.</p>;
  if (!curve.ok) return <p className="text-12 text-fg-3">No curve yet: {curve.say}</p>;
  const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
  const formatX = (x: number) => (curve.over === 'credit' ? compact.format(x) : `${x}%`);
  const last = curve.points.at(-1)?.at ?? 1;
  const money = (text: string) => formatMoney(text, { currency: plan.currency });
  return (
    <div>
      <LineChart
        label={`Pay curve of ${component.name || 'this component'}`}
        nameX={curve.over === 'credit' ? 'Credited' : 'Attainment'}
        height={height}
        formatX={formatX}
        formatY={(y) => formatMoneyShort(y, plan.currency)}
        marksX={[0, last / 4, last / 2, (last * 3) / 4, last]}
        guides={curve.over === 'credit' ? [] : [{ x: 100, label: 'quota' }]}
        series={[
          {
            name: 'Pay',
            area: true,
            points: curve.points.map((point) => ({
              x: point.at,
              y: Number(point.pay),
              text: money(point.pay),
            })),
          },
        ]}
      />
      <p className="text-12 text-fg-3">
        For one period, somebody with {money(example.targetVariableAnnual)} target variable a year
        {curve.over === 'credit' ? '' : `, a quota of ${compact.format(example.quota)}`}
        {component.rate.kind === 'individual' ? ` and an own rate of ${example.commissionRatePercent}%` : ''}.
        Gate and filter aside.
      </p>
    </div>
  );
}
