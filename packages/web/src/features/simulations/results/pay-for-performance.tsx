import { useRef } from 'react';
import { changedPayeesQuery, maxDrawn } from '../../../api/requests/simulation-queries.ts';
import { RowsExport } from '../../../api/rows-export.tsx';
import type { ChangedPayee, ReplaySummary } from '../../../api/shapes.ts';
import { formatCount, formatDecimal } from '../../../base/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { type ChartPoint, PointChart } from '../../../ui/charts/point-chart.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

export type PayForPerformanceProps = {
  simulationId: string;
  summary: ReplaySummary;
  payees: readonly ChangedPayee[];
};

type Side = 'pointBefore' | 'pointAfter';
const figure = (head: string, side: Side, of: 'attainmentPercent' | 'payPercent') => ({
  ...{ head, kind: 'figure' as const },
  value: (payee: ChangedPayee) => payee[side]?.[of],
});
const exported = [
  { head: 'Participant id', value: (payee: ChangedPayee) => payee.participantId },
  { head: 'Participant', value: (payee: ChangedPayee) => payee.participantName },
  figure('Attainment before (%)', 'pointBefore', 'attainmentPercent'),
  figure('Pay before (% of target)', 'pointBefore', 'payPercent'),
  figure('Attainment after (%)', 'pointAfter', 'attainmentPercent'),
  figure('Pay after (% of target)', 'pointAfter', 'payPercent'),
];

/** Whether those who reach more are paid more: everybody as a point before and after, with the slopes. */
export function PayForPerformance({ simulationId, summary, payees }: PayForPerformanceProps) {
  const box = useRef<HTMLDivElement>(null);
  const before = pointsOf(payees, 'pointBefore');
  const after = pointsOf(payees, 'pointAfter');
  const people = summary.payees + summary.unpaid;
  return (
    <Card
      title="Pay for performance"
      actions={
        <RowsExport
          fileName="simulation-pay-for-performance"
          list={changedPayeesQuery({ id: simulationId })}
          columns={exported}
          chart={before.length + after.length === 0 ? undefined : () => box.current}
        />
      }
    >
      {before.length + after.length === 0 ? (
        <EmptyState
          title="Nobody can be placed"
          text="A point needs a quota to reach and target pay to compare with."
        />
      ) : (
        <>
          <p className="mb-2 max-w-prose text-fg-2">
            {slopeText('Before', summary.baseline)} {slopeText('After', summary.draft)} A slope of 1 pays one
            percent of target for one percent of quota; a correlation near 1 means that pay follows attainment
            closely.
          </p>
          <div ref={box}>
            <PointChart
              label="Pay by attainment, everybody before and after"
              names={['Attainment (% of quota)', 'Pay (% of target)']}
              formatX={(x) => `${formatDecimal(String(x), 1)}%`}
              formatY={(y) => `${formatDecimal(String(y), 1)}%`}
              series={[
                { name: 'Before', points: before, slope: slopeOf(summary.baseline) },
                { name: 'After', points: after, slope: slopeOf(summary.draft) },
              ]}
            />
          </div>
          {people > maxDrawn ? (
            <p className="text-12 text-fg-3">
              Drawn are the first {formatCount(maxDrawn)} of {formatCount(people)} by id; the slopes are those
              of all.
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

function pointsOf(payees: readonly ChangedPayee[], side: Side): readonly ChartPoint[] {
  return payees.flatMap((payee) => {
    const point = payee[side];
    if (point === null) return [];
    const { participantId: id, participantName: name } = payee;
    return [{ id, name, x: Number(point.attainmentPercent), y: Number(point.payPercent) }];
  });
}

function slopeOf({ payForPerformance: { slope } }: ReplaySummary['baseline']): number | undefined {
  return slope === null ? undefined : Number(slope);
}

function slopeText(name: string, { payForPerformance }: ReplaySummary['baseline']): string {
  const { slope, correlation } = payForPerformance;
  if (slope === null) return `${name}: no slope, everybody reached the same.`;
  const close = correlation === null ? '' : `, correlation ${formatDecimal(correlation, 2)}`;
  return `${name}: slope ${formatDecimal(slope, 2)}${close}.`;
}
