import { useRef } from 'react';
import type { MonteCarloSummary } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { counted, formatCount } from '../../../base/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { Histogram } from '../../../ui/charts/histogram.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Assumptions } from './assumptions.tsx';
import { Scores } from './scores.tsx';

/** What a plan could cost: savings, scores with their formulas, the distribution of both plans. */
export function MonteCarloResult({ summary }: { summary: MonteCarloSummary }) {
  const { currency, projectedSavings, savings } = summary;
  const money = (amount: string) => formatMoney(amount, { currency });
  const costsMore = isNegative(projectedSavings);
  return (
    <>
      <FigureRow>
        <FigureTile
          label="Projected savings"
          figure={money(projectedSavings)}
          sub={costsMore ? 'The draft costs more' : 'Mean before minus mean after'}
        />
        <FigureTile
          label="Savings, 9 of 10 scenarios"
          figure={`${formatMoneyShort(Number(savings.percentiles.p5), currency)} to ${formatMoneyShort(Number(savings.percentiles.p95), currency)}`}
          sub={`Median ${money(savings.percentiles.p50)}`}
        />
        <FigureTile
          label="Cost after, mean"
          figure={money(summary.draft.mean)}
          sub={`Before ${money(summary.baseline.mean)}`}
        />
        <FigureTile
          label="Who changes, on average"
          figure={`${formatCount(summary.winners)} win`}
          sub={`${formatCount(summary.losers)} lose, ${formatCount(summary.same)} stay the same`}
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
    ['Mean', baseline.mean, draft.mean, savings.mean],
    ['Standard deviation', baseline.standardDeviation, draft.standardDeviation, savings.standardDeviation],
    ['Lowest', baseline.min, draft.min, savings.min],
    ...percentiles.map((p): [string, string, string, string] => [
      p === 'p50' ? 'Median (P50)' : p.toUpperCase(),
      ...([baseline.percentiles[p], draft.percentiles[p], savings.percentiles[p]] as const),
    ]),
    ['Highest', baseline.max, draft.max, savings.max],
  ];
  const head = ['', `Before (${currency})`, `After (${currency})`, `Savings (${currency})`];
  return (
    <Card
      title="Distribution of the cost"
      beside={
        <span className="text-12 text-fg-3">
          {counted(summary.scenarios, 'scenario')} of {counted(summary.months, 'month')}, seed{' '}
          <code className="font-mono">{summary.seed}</code>
        </span>
      }
      actions={
        <ExportMenu
          fileName="simulation-distribution"
          chart={() => box.current}
          table={() => ({ head: ['Figure', ...head.slice(1)], rows })}
        />
      }
    >
      <div className="grid gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <div ref={box} className="min-w-0">
          <Histogram
            label="Scenarios by cost, before and after"
            counted={`Cost (${currency})`}
            nameY="Scenarios"
            series={['Before', 'After']}
            bins={histogram.map((bin) => ({
              ...{ from: Number(bin.from), to: Number(bin.to), counts: [bin.baseline, bin.draft] },
              text: `${money(bin.from)} to below ${money(bin.to)}`,
            }))}
            formatX={(x) => formatMoneyShort(x, currency)}
            guides={[
              { x: Number(draft.percentiles.p5), label: 'P5' },
              { x: Number(draft.percentiles.p50), label: 'median after' },
              { x: Number(draft.percentiles.p95), label: 'P95' },
            ]}
            height={320}
          />
        </div>
        <ScrollRegion label="Percentiles">
          <table className="w-full text-12">
            <thead className="caption text-fg-2">
              <tr>
                {head.map((name, index) => (
                  <th key={name} scope="col" className={index === 0 ? 'py-1' : 'py-1 ps-3 text-end'}>
                    {name || <span className="sr-only">Figure</span>}
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
