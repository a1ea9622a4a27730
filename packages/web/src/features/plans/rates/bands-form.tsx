import type { Rate } from '@attain/domain/plans/plan';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { messages } from './messages.ts';
import { RowsGrid } from './rows-grid.tsx';

type BandRate = Extract<Rate, { kind: 'interpolated-amounts' }>;
type StepRate = Extract<Rate, { kind: 'interpolated-rate' }>;
type FormProps<R extends Rate> = { rate: R; onChange: (rate: R) => void; readOnly: boolean };

const bandPlace = { list: 'bands', names: ['to', messages.steps.amount] };
const stepPlace = { list: 'steps', names: ['to', 'ratePercent'] };

/** Bands with an amount each, paid in part until full. A band starts where the previous one ends. */
export function BandsForm({ rate, onChange, readOnly }: FormProps<BandRate>) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{messages.bands.title}</legend>
      <SegmentedControl
        size="sm"
        label={messages.bands.per}
        value={rate.per}
        onValueChange={(per) => onChange({ ...rate, per })}
        segments={[
          { value: 'period', label: messages.bands.period },
          { value: 'deal', label: messages.bands.deal },
        ]}
      />
      <RowsGrid
        noun={messages.bands.noun}
        place={bandPlace}
        heads={[messages.bands.to, messages.bands.amount]}
        derived={{ head: messages.bands.from, text: (index) => rate.bands[index]?.from ?? '0' }}
        rows={bandRows(rate.bands)}
        onRows={(rows) => onChange({ ...rate, bands: bandsOf(rows) })}
        fresh={() => ['', '']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** Steps within which the rate grows evenly; the reached rate applies to everything. */
export function RateStepsForm({ rate, onChange, readOnly }: FormProps<StepRate>) {
  const unit = rate.thresholds === 'percent-of-quota' ? messages.steps.ofQuota : messages.steps.amount;
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{messages.steps.title}</legend>
      <SegmentedControl
        size="sm"
        label={messages.steps.bounds}
        value={rate.thresholds}
        onValueChange={(thresholds) => onChange({ ...rate, thresholds })}
        segments={[
          { value: 'percent-of-quota', label: messages.steps.ofQuota },
          { value: 'amount', label: messages.steps.amounts },
        ]}
      />
      <RowsGrid
        noun={messages.steps.noun}
        place={stepPlace}
        heads={[messages.steps.to(unit), messages.steps.rate]}
        derived={{ head: messages.bands.from, text: (index) => rate.steps[index]?.from ?? '0' }}
        rows={stepRows(rate.steps)}
        onRows={(rows) => onChange({ ...rate, steps: stepsOf(rows) })}
        fresh={() => ['', '']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** Typed columns of bands; `bandsOf` is the inverse. */
export function bandRows(bands: BandRate['bands']): string[][] {
  return bands.map((band) => [band.to, band.amount]);
}

/** Typed columns of steps; `stepsOf` is the inverse. */
export function stepRows(steps: StepRate['steps']): string[][] {
  return steps.map((step) => [step.to, step.ratePercent]);
}

/** Bands from their ends and amounts: the first starts at zero, each other where the previous one ends. */
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
