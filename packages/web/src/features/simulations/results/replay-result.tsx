import { useRef } from 'react';
import { maxDrawn } from '../../../api/requests/simulation-queries.ts';
import type { ChangedPayee, ReplaySummary } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { Histogram } from '../../../ui/charts/histogram.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { messages } from '../messages.ts';
import { Assumptions } from './assumptions.tsx';
import { changeBins } from './change-bins.ts';
import { PayForPerformance } from './pay-for-performance.tsx';

export type ReplayResultProps = {
  simulationId: string;
  summary: ReplaySummary;
  /** Payees in the charts; undefined for users who may not see individual pay. */
  payees: readonly ChangedPayee[] | undefined;
};

/** Replay result: cost of a plan over past months, compared with the baseline. */
export function ReplayResult({ simulationId, summary, payees }: ReplayResultProps) {
  const { currency, baseline, draft, change, changePercent } = summary;
  const money = (amount: string) => formatMoney(amount, { currency });
  const dearer = !isNegative(change);
  return (
    <>
      <FigureRow>
        <FigureTile
          label={messages.replay.costBefore}
          figure={money(baseline.cost)}
          sub={perDollar(baseline)}
        />
        <FigureTile label={messages.replay.costAfter} figure={money(draft.cost)} sub={perDollar(draft)} />
        <FigureTile
          label={messages.replay.change}
          figure={formatMoney(change, { currency, signed: true })}
          sub={
            changePercent === null
              ? messages.replay.noBaseline
              : messages.replay.ofCost(
                  `${dearer && Number(changePercent) !== 0 ? '+' : ''}${formatDecimal(changePercent)}`,
                )
          }
        />
        <FigureTile
          label={messages.replay.whoChanges}
          figure={messages.changes.win(summary.winners)}
          sub={messages.changes.lose(summary.losers, summary.same)}
        />
      </FigureRow>
      <Assumptions outcomes={summary} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BeforeAfter summary={summary} />
        {payees ? <PayeesByChange summary={summary} payees={payees} /> : null}
      </div>
      {payees ? <PayForPerformance simulationId={simulationId} summary={summary} payees={payees} /> : null}
    </>
  );
}

function perDollar({ costPerDollar, revenue }: ReplaySummary['baseline']): string {
  return costPerDollar === null
    ? messages.replay.nothing
    : messages.replay.perDollar(formatDecimal(costPerDollar, 4), formatDecimal(revenue, 0));
}

function BeforeAfter({ summary: { currency, baseline, draft } }: { summary: ReplaySummary }) {
  const box = useRef<HTMLDivElement>(null);
  const sides = [
    { name: messages.replay.before, plan: baseline },
    { name: messages.replay.after, plan: draft },
  ];
  return (
    <Card
      title={messages.replay.beforeAfter}
      actions={
        <ExportMenu
          fileName="simulation-before-after"
          chart={() => box.current}
          table={() => ({
            head: [
              messages.replay.plan,
              messages.replay.cost(currency),
              messages.replay.credited(currency),
              messages.replay.costPerDollar,
            ],
            rows: sides.map(({ name, plan }) => [name, plan.cost, plan.revenue, plan.costPerDollar ?? '']),
          })}
        />
      }
    >
      <div ref={box}>
        <BarChart
          label={messages.replay.chart}
          names={[messages.replay.plan, messages.replay.cost(currency)]}
          height={240}
          formatY={(y) => formatMoneyShort(y, currency)}
          bars={sides.map(({ name, plan }) => ({
            label: name,
            value: Number(plan.cost),
            text: formatMoney(plan.cost, { currency }),
            tone: name === messages.replay.before ? 'muted' : 'primary',
          }))}
        />
      </div>
    </Card>
  );
}

function PayeesByChange({ summary, payees }: { summary: ReplaySummary; payees: readonly ChangedPayee[] }) {
  const { currency } = summary;
  const box = useRef<HTMLDivElement>(null);
  const changes = payees.flatMap(({ delta }) => (delta === null ? [] : [Number(delta)]));
  const bins = changeBins(changes, (edge) => formatMoney(String(edge), { currency }));
  return (
    <Card
      title={messages.replay.changes}
      actions={
        <ExportMenu
          fileName="simulation-changes"
          chart={() => box.current}
          table={() => ({
            head: [messages.replay.from(currency), messages.replay.to(currency), messages.replay.payees],
            rows: bins.map((bin) => [String(bin.from), String(bin.to), String(bin.counts[0] ?? 0)]),
          })}
        />
      }
    >
      <div ref={box}>
        <Histogram
          label={messages.replay.histogram}
          counted={messages.replay.axis(currency)}
          nameY={messages.replay.payees}
          series={[messages.replay.payees]}
          bins={bins}
          formatX={(x) => formatMoneyShort(x, currency)}
          guides={[{ x: 0, label: messages.replay.noChange }]}
        />
      </div>
      {summary.payees + summary.unpaid > maxDrawn ? (
        <p className="text-12 text-fg-3">
          {messages.replay.partial(maxDrawn, summary.payees + summary.unpaid)}
        </p>
      ) : null}
    </Card>
  );
}
