import type { Rate } from '@attain/domain/plans/plan';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { RowsGrid } from './rows-grid.tsx';

type BandRate = Extract<Rate, { kind: 'interpolated-amounts' }>;
type StepRate = Extract<Rate, { kind: 'interpolated-rate' }>;
type FormProps<R extends Rate> = { rate: R; onChange: (rate: R) => void; readOnly: boolean };

const bandPlace = { list: 'bands', names: ['to', 'amount'] };
const stepPlace = { list: 'steps', names: ['to', 'ratePercent'] };

/** Bands that pay an amount when full and their part of it before. A band starts where the one before ends. */
export function BandsForm({ rate, onChange, readOnly }: FormProps<BandRate>) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Bands</legend>
      <SegmentedControl
        size="sm"
        label="The bands are applied to"
        value={rate.per}
        onValueChange={(per) => onChange({ ...rate, per })}
        segments={[
          { value: 'period', label: 'Total of the period' },
          { value: 'deal', label: 'Each deal' },
        ]}
      />
      <RowsGrid
        noun="band"
        place={bandPlace}
        heads={['up to (amount)', 'pays when full']}
        derived={{ head: 'From', text: (index) => rate.bands[index]?.from ?? '0' }}
        rows={bandRows(rate.bands)}
        onRows={(rows) => onChange({ ...rate, bands: bandsOf(rows) })}
        fresh={() => ['', '']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** Steps inside which the rate grows evenly; the rate reached is paid on everything. */
export function RateStepsForm({ rate, onChange, readOnly }: FormProps<StepRate>) {
  const unit = rate.thresholds === 'percent-of-quota' ? '% of quota' : 'amount';
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Steps of the rate</legend>
      <SegmentedControl
        size="sm"
        label="Step bounds are"
        value={rate.thresholds}
        onValueChange={(thresholds) => onChange({ ...rate, thresholds })}
        segments={[
          { value: 'percent-of-quota', label: '% of quota' },
          { value: 'amount', label: 'Amounts' },
        ]}
      />
      <RowsGrid
        noun="step"
        place={stepPlace}
        heads={[`up to (${unit})`, 'adds to the rate (%)']}
        derived={{ head: 'From', text: (index) => rate.steps[index]?.from ?? '0' }}
        rows={stepRows(rate.steps)}
        onRows={(rows) => onChange({ ...rate, steps: stepsOf(rows) })}
        fresh={() => ['', '']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** What of bands is typed; `bandsOf` makes the same bands of it again. */
export function bandRows(bands: BandRate['bands']): string[][] {
  return bands.map((band) => [band.to, band.amount]);
}

/** What of steps is typed; `stepsOf` makes the same steps of it again. */
export function stepRows(steps: StepRate['steps']): string[][] {
  return steps.map((step) => [step.to, step.ratePercent]);
}

/** Bands from their ends and amounts: the first starts at nothing, each other where the one before ends. */
export function bandsOf(rows: readonly (readonly string[])[]): BandRate['bands'] {
  return rows.map(([to = '', amount = ''], index) => ({ from: startOf(rows, index), to, amount }));
}

/** Steps from their ends and rates, joined like bands. */
export function stepsOf(rows: readonly (readonly string[])[]): StepRate['steps'] {
  return rows.map(([to = '', ratePercent = ''], index) => ({ from: startOf(rows, index), to, ratePercent }));
}

function startOf(rows: readonly (readonly string[])[], index: number): string {
  return rows[index - 1]?.[0] ?? '0';
}
