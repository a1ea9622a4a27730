import { useRef } from 'react';
import { maxDrawn } from '../../../api/requests/simulation-queries.ts';
import type { ChangedPayee, ReplaySummary } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { formatCount, formatDecimal } from '../../../base/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { Histogram } from '../../../ui/charts/histogram.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { Assumptions } from './assumptions.tsx';
import { changeBins } from './change-bins.ts';
import { PayForPerformance } from './pay-for-performance.tsx';

export type ReplayResultProps = {
  simulationId: string;
  summary: ReplaySummary;
  /** Those the charts of people draw; undefined for readers who may not see single pay. */
  payees: readonly ChangedPayee[] | undefined;
};

/** What a plan would have cost over the months that are over, beside what the plan of now would have. */
export function ReplayResult({ simulationId, summary, payees }: ReplayResultProps) {
  const { currency, baseline, draft, change, changePercent } = summary;
  const money = (amount: string) => formatMoney(amount, { currency });
  const dearer = !isNegative(change);
  return (
    <>
      <FigureRow>
        <FigureTile label="Cost before" figure={money(baseline.cost)} sub={perDollar(baseline)} />
        <FigureTile label="Cost after" figure={money(draft.cost)} sub={perDollar(draft)} />
        <FigureTile
          label="Change"
          figure={formatMoney(change, { currency, signed: true })}
          sub={
            changePercent === null
              ? 'The baseline paid nothing'
              : `${dearer && Number(changePercent) !== 0 ? '+' : ''}${formatDecimal(changePercent)}% of the cost before`
          }
        />
        <FigureTile
          label="Who changes"
          figure={`${formatCount(summary.winners)} win`}
          sub={`${formatCount(summary.losers)} lose, ${formatCount(summary.same)} stay the same`}
        />
      </FigureRow>
      <Assumptions outcomes={summary} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BeforeAfter summary={summary} />
        {payees ? <WhoChanges summary={summary} payees={payees} /> : null}
      </div>
      {payees ? <PayForPerformance simulationId={simulationId} summary={summary} payees={payees} /> : null}
    </>
  );
}

function perDollar({ costPerDollar, revenue }: ReplaySummary['baseline']): string {
  return costPerDollar === null
    ? 'Nothing was credited'
    : `${formatDecimal(costPerDollar, 4)} per dollar of ${formatDecimal(revenue, 0)} credited`;
}

function BeforeAfter({ summary: { currency, baseline, draft } }: { summary: ReplaySummary }) {
  const box = useRef<HTMLDivElement>(null);
  const sides = [
    { name: 'Before', plan: baseline },
    { name: 'After', plan: draft },
  ];
  return (
    <Card
      title="Before and after"
      actions={
        <ExportMenu
          fileName="simulation-before-after"
          chart={() => box.current}
          table={() => ({
            head: ['Plan', `Cost (${currency})`, `Credited (${currency})`, 'Cost per dollar'],
            rows: sides.map(({ name, plan }) => [name, plan.cost, plan.revenue, plan.costPerDollar ?? '']),
          })}
        />
      }
    >
      <div ref={box}>
        <BarChart
          label="Cost before and after"
          names={['Plan', `Cost (${currency})`]}
          height={240}
          formatY={(y) => formatMoneyShort(y, currency)}
          bars={sides.map(({ name, plan }) => ({
            label: name,
            value: Number(plan.cost),
            text: formatMoney(plan.cost, { currency }),
            tone: name === 'Before' ? 'muted' : 'primary',
          }))}
        />
      </div>
    </Card>
  );
}

function WhoChanges({ summary, payees }: { summary: ReplaySummary; payees: readonly ChangedPayee[] }) {
  const { currency } = summary;
  const box = useRef<HTMLDivElement>(null);
  const changes = payees.flatMap(({ delta }) => (delta === null ? [] : [Number(delta)]));
  const bins = changeBins(changes, (edge) => formatMoney(String(edge), { currency }));
  return (
    <Card
      title="Who changes, by how much"
      actions={
        <ExportMenu
          fileName="simulation-changes"
          chart={() => box.current}
          table={() => ({
            head: [`From (${currency})`, `To below (${currency})`, 'Payees'],
            rows: bins.map((bin) => [String(bin.from), String(bin.to), String(bin.counts[0] ?? 0)]),
          })}
        />
      }
    >
      <div ref={box}>
        <Histogram
          label="Payees by change of pay"
          counted={`Change of pay (${currency})`}
          nameY="Payees"
          series={['Payees']}
          bins={bins}
          formatX={(x) => formatMoneyShort(x, currency)}
          guides={[{ x: 0, label: 'no change' }]}
        />
      </div>
      {summary.payees + summary.unpaid > maxDrawn ? (
        <p className="text-12 text-fg-3">
          Counted are the first {formatCount(maxDrawn)} of {formatCount(summary.payees + summary.unpaid)} by
          id; the figures above are those of all.
        </p>
      ) : null}
    </Card>
  );
}
