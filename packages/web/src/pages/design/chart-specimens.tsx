import { formatMoney, formatMoneyShort } from '../../base/format-money.ts';
import { formatPercent } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { messages } from './messages.ts';
import { Specimen } from './specimen.tsx';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const accrued = [421, 512, 530, 545, 561, 575, 664, 690, 728, 818, 842, 861].map((one) => one * 1000);
const planned = months.map((_, index) => 430_000 + index * 36_000);
const paid = [300, 398, 495, 352, 449, -42, 403, 500, 356, 454, 311, 408].map((one) => one * 1000);
const usd = (amount: number) => formatMoney(String(amount), { currency: 'USD' });
const short = (amount: number) => formatMoneyShort(amount, 'USD');
const curve = [
  [0, 0],
  [50, 0],
  [80, 48_000],
  [100, 96_000],
  [120, 144_000],
  [160, 288_000],
  [200, 288_000],
];

/** Lines and bars. */
export function ChartSpecimens() {
  return (
    <Specimen title={messages.chart.charts}>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title={messages.chart.accrualAgainstPlan}>
          <LineChart
            label={messages.chart.commissionAccruedAgainstPlan}
            nameX={messages.chart.month}
            formatX={(x) => months[x] ?? ''}
            formatY={short}
            series={[
              {
                name: messages.chart.accrued,
                area: true,
                points: accrued.map((y, x) => ({ x, y, text: usd(y) })),
              },
              {
                name: messages.chart.planned,
                dashed: true,
                points: planned.map((y, x) => ({ x, y, text: usd(y) })),
              },
            ]}
          />
        </Card>
        <Card title={messages.chart.payCurve}>
          <LineChart
            label={messages.chart.payoutByAttainment}
            nameX={messages.chart.attainment}
            formatX={(x) => formatPercent(String(x / 100), 0)}
            formatY={short}
            marksX={[0, 50, 100, 150, 200]}
            guides={[{ x: 112, label: messages.chart.you112 }]}
            series={[
              {
                name: messages.chart.payout,
                points: curve.map(([x = 0, y = 0]) => ({ x, y, text: usd(y) })),
              },
            ]}
          />
        </Card>
        <Card title={messages.chart.paidByMonth}>
          <BarChart
            label={messages.chart.paidByMonth2026}
            names={[messages.chart.month, messages.chart.paid]}
            formatY={short}
            bars={paid.map((value, index) => ({
              label: months[index] ?? '',
              value,
              text: usd(value),
              tone: value < 0 ? 'bad' : 'primary',
            }))}
          />
        </Card>
        <Card title={messages.chart.nothingYet}>
          <BarChart
            label={messages.chart.paidByMonth2027}
            names={[messages.chart.month, messages.chart.paid]}
            formatY={short}
            bars={[]}
          />
        </Card>
        <Card title={messages.chart.onePoint}>
          <LineChart
            label={messages.chart.accruedInJanuary}
            nameX={messages.chart.month}
            formatX={(x) => months[x] ?? ''}
            formatY={short}
            series={[{ name: messages.chart.accrued, points: [{ x: 0, y: 421_000, text: usd(421_000) }] }]}
          />
        </Card>
      </div>
    </Specimen>
  );
}
