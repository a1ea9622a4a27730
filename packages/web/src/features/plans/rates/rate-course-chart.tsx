import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { numberFormat } from '../../../base/locale.ts';
import { LineChart, type LineSeries } from '../../../ui/charts/line-chart.tsx';
import type { LineHandle } from '../../../ui/charts/line-handles.tsx';
import { messages } from './messages.ts';
import type { RateCourse } from './rate-points.ts';

type Drawn = Extract<RateCourse, { ok: true }>;

export type RateCourseChartProps = {
  /** The name of the component. */
  name: string;
  currency: string;
  /** Unit of credit: `USD`, `Score`. */
  unit: string;
  course: Drawn;
  /** Other readings of the same rate, drawn dashed. */
  others: readonly { name: string; course: Drawn }[];
  /** Points that can be moved. */
  handles?: readonly LineHandle[];
  height?: number;
};

/** Pay curve of a component with exact break points; other readings are dashed. */
export function RateCourseChart(props: RateCourseChartProps) {
  const { name, currency, unit, course, others, handles, height = 280 } = props;
  const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
  const overQuota = course.over === 'percent-of-quota';
  const end = course.curve.at(-1)?.x ?? 1;
  const series = (label: string, of: Drawn): LineSeries => ({
    name: label,
    points: of.curve.map(({ x, pay }) => ({ x, y: Number(pay), text: formatMoney(pay, { currency }) })),
  });
  return (
    <LineChart
      label={messages.chart.label(name || messages.chart.thisComponent)}
      nameX={overQuota ? messages.chart.attainment : messages.chart.credited(unit)}
      nameY={messages.chart.pay(currency)}
      height={height}
      {...(handles && { handles })}
      formatX={(x) => (overQuota ? percentText(x) : amountText(x, compact))}
      formatY={(y) => formatMoneyShort(y, currency)}
      marksX={roundMarks(end)}
      guides={overQuota ? [{ x: 100, label: messages.chart.quota }] : []}
      series={[
        { ...series(messages.chart.plan, course), area: others.length === 0 },
        ...others.map((other) => ({ ...series(other.name, other.course), dashed: true })),
      ]}
    />
  );
}

/** Four to eight round marks along the axis, starting at zero. */
export function roundMarks(end: number): number[] {
  const power = 10 ** Math.floor(Math.log10(end / 4));
  const step = [5, 2.5, 2, 1].map((times) => times * power).find((one) => one <= end / 4) ?? power;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
}

/** `99.99999` is just below a break point, `100.00001` just above; the text says so. */
function percentText(x: number): string {
  const near = Math.round(x * 100) / 100;
  return `${besides(x - near, 0.005)}${near}%`;
}

function amountText(x: number, compact: Intl.NumberFormat): string {
  const whole = Math.round(x);
  const beside = besides(x - whole, 0.05);
  return beside ? `${beside}${whole.toLocaleString()}` : compact.format(x);
}

function besides(distance: number, close: number): string {
  if (distance === 0 || Math.abs(distance) >= close) return '';
  return distance < 0 ? `${messages.chart.below} ` : `${messages.chart.above} `;
}
