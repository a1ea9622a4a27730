import { useRef } from 'react';
import { changedPayeesQuery, maxDrawn } from '../../../api/requests/simulation-queries.ts';
import { RowsExport } from '../../../api/rows-export.tsx';
import type { ChangedPayee, ReplaySummary } from '../../../api/shapes.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { type ChartPoint, PointChart } from '../../../ui/charts/point-chart.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { messages } from '../messages.ts';

export type PayForPerformanceProps = {
  simulationId: string;
  summary: ReplaySummary;
  payees: readonly ChangedPayee[];
};

type Side = 'pointBefore' | 'pointAfter';
const figure = (head: string, side: Side, of: 'attainmentPercent' | 'payPercent') => ({
  head,
  kind: 'figure' as const,
  value: (payee: ChangedPayee) => payee[side]?.[of],
});
export const performanceColumns = [
  { head: messages.performance.participant, value: (payee: ChangedPayee) => payee.participantName },
  { head: messages.performance.participantId, value: (payee: ChangedPayee) => payee.participantId },
  figure(messages.performance.attainmentBefore, 'pointBefore', 'attainmentPercent'),
  figure(messages.performance.payBefore, 'pointBefore', 'payPercent'),
  figure(messages.performance.attainmentAfter, 'pointAfter', 'attainmentPercent'),
  figure(messages.performance.payAfter, 'pointAfter', 'payPercent'),
];

/** Chart of pay by attainment, before and after, with slopes. */
export function PayForPerformance({ simulationId, summary, payees }: PayForPerformanceProps) {
  const box = useRef<HTMLDivElement>(null);
  const before = pointsOf(payees, 'pointBefore');
  const after = pointsOf(payees, 'pointAfter');
  const people = summary.payees + summary.unpaid;
  return (
    <Card
      title={messages.performance.title}
      actions={
        <RowsExport
          fileName="simulation-pay-for-performance"
          list={changedPayeesQuery({ id: simulationId })}
          columns={performanceColumns}
          chart={before.length + after.length === 0 ? undefined : () => box.current}
        />
      }
    >
      {before.length + after.length === 0 ? (
        <EmptyState title={messages.performance.none} text={messages.performance.noneText} />
      ) : (
        <>
          <p className="mb-2 max-w-prose text-fg-2">
            {slopeText(messages.performance.before, summary.baseline)}{' '}
            {slopeText(messages.performance.after, summary.draft)} {messages.performance.hint}
          </p>
          <div ref={box}>
            <PointChart
              label={messages.performance.chart}
              names={[messages.performance.attainment, messages.performance.pay]}
              formatX={(x) => `${formatDecimal(String(x), 1)}%`}
              formatY={(y) => `${formatDecimal(String(y), 1)}%`}
              series={[
                { name: messages.performance.before, points: before, slope: slopeOf(summary.baseline) },
                { name: messages.performance.after, points: after, slope: slopeOf(summary.draft) },
              ]}
            />
          </div>
          {people > maxDrawn ? (
            <p className="text-12 text-fg-3">{messages.performance.partial(maxDrawn, people)}</p>
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
  if (slope === null) return messages.performance.noSlope(name);
  return messages.performance.slope(
    name,
    formatDecimal(slope, 2),
    correlation === null ? null : formatDecimal(correlation, 2),
  );
}
