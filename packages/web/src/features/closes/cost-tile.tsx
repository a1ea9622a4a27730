import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quarterCostQuery } from '../../api/requests/close-queries.ts';
import type { QuarterCost } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatFixed } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { FigureTile } from '../../ui/figure-tile.tsx';
import { SkeletonTile } from '../../ui/states/skeleton.tsx';
import { costMessages as words } from './cost-messages.ts';

/** What the quarter of a close costs so far, against target and the forecast of the quarters before. */
export function CostTile({ month }: { month: string }) {
  const query = useQuery(quarterCostQuery(month));
  if (query.isPending) return <SkeletonTile />;
  const cost = query.data;
  if (cost === undefined) return <FigureTile label={words.label} figure="—" sub={words.failure} />;
  return (
    <FigureTile
      label={words.of(cost.quarter, cost.isOver)}
      figure={
        <Link className="hover:underline" {...paths.payout}>
          {cost.pay === null ? '—' : formatMoney(cost.pay, { currency: cost.currency })}
        </Link>
      }
      sub={<CostText cost={cost} />}
    />
  );
}

function CostText({ cost }: { cost: QuarterCost }) {
  const { currency, forecast, leftOut, missing, pay, payOnTarget, target, withheld } = cost;
  if (withheld !== null) return withheld;
  const money = (amount: string) => formatMoney(amount, { currency });
  const lines = [
    ...(pay === null || payOnTarget === null || target === null || Number(target) === 0
      ? []
      : [words.target(percentOf(payOnTarget, target), money(target))]),
    forecast === null ? words.noForecast(missing) : words.forecast(money(forecast.value)),
    ...(forecast === null
      ? []
      : [
          forecast.interval === null
            ? words.noRange(forecast.missingForInterval)
            : words.range(money(forecast.interval.low), money(forecast.interval.high)),
        ]),
    ...(leftOut === 0 ? [] : [words.leftOut(leftOut)]),
  ];
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

const percentOf = (part: string, whole: string) =>
  formatFixed(String((Number(part) / Number(whole)) * 100), 1);
