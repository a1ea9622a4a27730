import { formatMoney, formatMoneyShort } from '../../base/format-money.ts';
import { formatPercent } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
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
    <Specimen title="Charts">
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title="Accrual against plan">
          <LineChart
            label="Commission accrued against plan, 2026"
            nameX="Month"
            formatX={(x) => months[x] ?? ''}
            formatY={short}
            series={[
              { name: 'Accrued', area: true, points: accrued.map((y, x) => ({ x, y, text: usd(y) })) },
              { name: 'Planned', dashed: true, points: planned.map((y, x) => ({ x, y, text: usd(y) })) },
            ]}
          />
        </Card>
        <Card title="Pay curve">
          <LineChart
            label="Payout by attainment"
            nameX="Attainment"
            formatX={(x) => formatPercent(String(x / 100), 0)}
            formatY={short}
            marksX={[0, 50, 100, 150, 200]}
            guides={[{ x: 112, label: 'You, 112%' }]}
            series={[{ name: 'Payout', points: curve.map(([x = 0, y = 0]) => ({ x, y, text: usd(y) })) }]}
          />
        </Card>
        <Card title="Paid by month">
          <BarChart
            label="Paid by month, 2026"
            names={['Month', 'Paid']}
            formatY={short}
            bars={paid.map((value, index) => ({
              label: months[index] ?? '',
              value,
              text: usd(value),
              tone: value < 0 ? 'bad' : 'primary',
            }))}
          />
        </Card>
        <Card title="Nothing yet">
          <BarChart label="Paid by month, 2027" names={['Month', 'Paid']} formatY={short} bars={[]} />
        </Card>
        <Card title="One point">
          <LineChart
            label="Accrued in January"
            nameX="Month"
            formatX={(x) => months[x] ?? ''}
            formatY={short}
            series={[{ name: 'Accrued', points: [{ x: 0, y: 421_000, text: usd(421_000) }] }]}
          />
        </Card>
      </div>
    </Specimen>
  );
}
