import { useRef } from 'react';
import type { MonteCarloSummary } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { Card } from '../../../ui/card.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { Histogram } from '../../../ui/charts/histogram.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { messages } from '../messages.ts';
import { Assumptions } from './assumptions.tsx';
import { Scores } from './scores.tsx';

/** Monte Carlo result: savings, scores with formulas and the cost distribution of both plans. */
export function MonteCarloResult({ summary }: { summary: MonteCarloSummary }) {
  const { currency, projectedSavings, savings } = summary;
  const money = (amount: string) => formatMoney(amount, { currency });
  const costsMore = isNegative(projectedSavings);
  return (
    <>
      <FigureRow>
        <FigureTile
          label={messages.drawn.savings}
          figure={money(projectedSavings)}
          sub={costsMore ? messages.drawn.costsMore : messages.drawn.savingsSub}
        />
        <FigureTile
          label={messages.drawn.range}
          figure={messages.drawn.rangeFigure(
            formatMoneyShort(Number(savings.percentiles.p5), currency),
            formatMoneyShort(Number(savings.percentiles.p95), currency),
          )}
          sub={messages.drawn.median(money(savings.percentiles.p50))}
        />
        <FigureTile
          label={messages.drawn.cost}
          figure={money(summary.draft.mean)}
          sub={messages.drawn.costBefore(money(summary.baseline.mean))}
        />
        <FigureTile
          label={messages.drawn.changes}
          figure={messages.changes.win(summary.winners)}
          sub={messages.changes.lose(summary.losers, summary.same)}
        />
      </FigureRow>
      <Assumptions outcomes={summary} />
      <Scores summary={summary} />
      <Distribution summary={summary} />
    </>
  );
}

const percentiles = ['p5', 'p10', 'p25', 'p50', 'p75', 'p90', 'p95'] as const;

function Distribution({ summary }: { summary: MonteCarloSummary }) {
  const { currency, baseline, draft, savings, histogram } = summary;
  const box = useRef<HTMLDivElement>(null);
  const money = (amount: string) => formatMoney(amount, { currency });
  const rows: [string, string, string, string][] = [
    [messages.drawn.mean, baseline.mean, draft.mean, savings.mean],
    [
      messages.drawn.deviation,
      baseline.standardDeviation,
      draft.standardDeviation,
      savings.standardDeviation,
    ],
    [messages.drawn.lowest, baseline.min, draft.min, savings.min],
    ...percentiles.map((p): [string, string, string, string] => [
      p === 'p50' ? messages.drawn.medianRow : p.toUpperCase(),
      ...([baseline.percentiles[p], draft.percentiles[p], savings.percentiles[p]] as const),
    ]),
    [messages.drawn.highest, baseline.max, draft.max, savings.max],
  ];
  const head = [
    '',
    messages.drawn.before(currency),
    messages.drawn.after(currency),
    messages.drawn.saved(currency),
  ];
  return (
    <Card
      title={messages.drawn.distribution}
      beside={
        <span className="text-12 text-fg-3">
          {messages.drawn.scenariosOf(summary.scenarios, summary.months)}{' '}
          <code className="font-mono">{summary.seed}</code>
        </span>
      }
      actions={
        <ExportMenu
          fileName="simulation-distribution"
          chart={() => box.current}
          table={() => ({ head: [messages.drawn.figure, ...head.slice(1)], rows })}
        />
      }
    >
      <div className="grid gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <div ref={box} className="min-w-0">
          <Histogram
            label={messages.drawn.chart}
            counted={messages.drawn.axis(currency)}
            nameY={messages.drawn.scenarios}
            series={[messages.drawn.seriesBefore, messages.drawn.seriesAfter]}
            bins={histogram.map((bin) => ({
              from: Number(bin.from),
              to: Number(bin.to),
              counts: [bin.baseline, bin.draft],
              text: messages.bins(money(bin.from), money(bin.to)),
            }))}
            formatX={(x) => formatMoneyShort(x, currency)}
            guides={[
              { x: Number(draft.percentiles.p5), label: 'P5' },
              { x: Number(draft.percentiles.p50), label: messages.drawn.medianAfter },
              { x: Number(draft.percentiles.p95), label: 'P95' },
            ]}
            height={320}
          />
        </div>
        <ScrollRegion label={messages.drawn.percentiles}>
          <table className="w-full text-12">
            <thead className="caption text-fg-2">
              <tr>
                {head.map((name, index) => (
                  <th key={name} scope="col" className={index === 0 ? 'py-1' : 'py-1 ps-3 text-end'}>
                    {name || <span className="sr-only">{messages.drawn.figure}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...figures]) => (
                <tr key={name} className="border-t">
                  <th scope="row" className="py-1 text-start font-normal whitespace-nowrap">
                    {name}
                  </th>
                  {figures.map((figure, index) => (
                    <td key={head[index + 1]} className="figures py-1 ps-3 text-end">
                      {formatMoney(figure, { currency, currencyIn: 'head' })}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
    </Card>
  );
}
