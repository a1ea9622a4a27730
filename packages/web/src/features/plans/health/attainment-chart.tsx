import type { PlanHealth } from '../../../api/shapes.ts';
import { formatCount } from '../../../base/format-number.ts';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { messages } from './messages.ts';

type Series = { name: string; counts: readonly number[] };
const bandNames = Object.entries(messages.bands)
  .map(([band, label]) => ({ band, label }))
  .sort((a, b) => Number(a.band) - Number(b.band));
/** Series with a color of their own; more plans are one series. */
const maxSeries = 4;

/** Payees by attainment, a color for each plan. */
export function AttainmentChart({ plans }: { plans: readonly PlanHealth[] }) {
  const series = seriesOf(plans);
  if (series.length === 0) return <p className="text-fg-2">{messages.noChart}</p>;
  const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
  return (
    <StackedBars
      label={messages.chart}
      series={series.map(({ name, counts }) => ({ name, text: formatCount(total(counts)) }))}
      bars={bandNames.map(({ label }, at) => {
        const values = series.map(({ counts }) => counts[at] ?? 0);
        return { label, values, texts: [total(values), ...values].map((one) => formatCount(one)) };
      })}
      formatY={(y) => (Number.isInteger(y) ? formatCount(y) : '')}
      names={[messages.band, messages.payees]}
      height={200}
    />
  );
}

function seriesOf(plans: readonly PlanHealth[]): readonly Series[] {
  const all = plans
    .flatMap(({ planName, results }) => {
      if (results === null || results.bands.length === 0) return [];
      const counts = bandNames.map(({ band }) => results.bands.find((one) => one.band === band)?.payees ?? 0);
      return [{ name: planName, counts, payees: results.payees }];
    })
    .sort((a, b) => b.payees - a.payees);
  if (all.length <= maxSeries) return all;
  const rest = all.slice(maxSeries - 1);
  const counts = bandNames.map((_, at) => rest.reduce((sum, one) => sum + (one.counts[at] ?? 0), 0));
  return [...all.slice(0, maxSeries - 1), { name: messages.others, counts }];
}
