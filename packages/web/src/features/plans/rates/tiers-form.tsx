import type { Rate } from '@attain/domain/plans/plan';
import type { Tier } from '@attain/domain/plans/tier';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { RowsGrid } from './rows-grid.tsx';

type TierRate = Extract<Rate, { tiers: readonly Tier[] }>;

export type TiersFormProps = { rate: TierRate; onChange: (rate: TierRate) => void; readOnly: boolean };

const tierPlace = { list: 'tiers', names: ['from', 'ratePercent'] };

/** A table of tiers. A tier ends where the next one starts, so only the starts are typed and no gap can open. */
export function TiersForm({ rate, onChange, readOnly }: TiersFormProps) {
  const lower = rate.kind === 'retroactive' && rate.atBound === 'lower';
  const unit = rate.thresholds === 'percent-of-quota' ? '% of quota' : 'amount';
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Tiers</legend>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="sm"
          label="Tier bounds are"
          value={rate.thresholds}
          onValueChange={(thresholds) => onChange({ ...rate, thresholds })}
          segments={[
            { value: 'percent-of-quota', label: '% of quota' },
            { value: 'amount', label: 'Amounts' },
          ]}
        />
        {'per' in rate ? (
          <SegmentedControl
            size="sm"
            label="The table is applied to"
            value={rate.per}
            onValueChange={(per) => onChange({ ...rate, per })}
            segments={[
              { value: 'period', label: 'Total of the period' },
              { value: 'deal', label: 'Each deal' },
            ]}
          />
        ) : null}
        {rate.kind === 'retroactive' ? (
          <SegmentedControl
            size="sm"
            label="A total exactly on a bound is in"
            value={rate.atBound ?? 'higher'}
            onValueChange={(atBound) => onChange(boundedBy(rate, atBound))}
            segments={[
              { value: 'higher', label: 'On a bound: higher tier' },
              { value: 'lower', label: 'On a bound: lower tier' },
            ]}
          />
        ) : null}
      </div>
      <RowsGrid
        noun="tier"
        place={tierPlace}
        heads={[`${lower ? 'above' : 'from'} (${unit})`, 'rate (%)']}
        derived={{
          head: lower ? 'Up to and including' : 'Up to, not including',
          text: (index) => rate.tiers[index]?.to ?? 'open',
        }}
        rows={tierRows(rate.tiers)}
        onRows={(rows) => onChange({ ...rate, tiers: tiersOf(rows) })}
        fresh={(rows) => ['', rows.at(-1)?.[1] ?? '0']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** The table with its word for a total exactly on a bound; the usual word is left out. */
function boundedBy({ atBound: _, ...rate }: TierRate, atBound: 'higher' | 'lower'): TierRate {
  return atBound === 'lower' ? { ...rate, atBound } : rate;
}

/** A table as it starts: one rate below quota, another from quota on. */
export const startingTiers: readonly Tier[] = [
  { from: '0', to: '100', ratePercent: '2' },
  { from: '100', to: null, ratePercent: '3' },
];

/** What of tiers is typed; `tiersOf` makes the same tiers of it again. */
export function tierRows(tiers: readonly Tier[]): string[][] {
  return tiers.map((tier) => [tier.from, tier.ratePercent]);
}

/** Tiers from their starts and rates: each ends where the next begins, the last is open. */
export function tiersOf(rows: readonly (readonly string[])[]): readonly Tier[] {
  return rows.map(([from = '', ratePercent = ''], index) => ({
    from,
    to: rows[index + 1]?.[0] ?? null,
    ratePercent,
  }));
}
