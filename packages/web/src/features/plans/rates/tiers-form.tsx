import type { Rate } from '@attain/domain/plans/plan';
import type { Tier } from '@attain/domain/plans/tier';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { messages } from './messages.ts';
import { RowsGrid } from './rows-grid.tsx';

type TierRate = Extract<Rate, { tiers: readonly Tier[] }>;

export type TiersFormProps = { rate: TierRate; onChange: (rate: TierRate) => void; readOnly: boolean };

const tierPlace = { list: 'tiers', names: ['from', 'ratePercent'] };

/** A table of tiers. Only the starts are typed, so there can be no gaps. */
export function TiersForm({ rate, onChange, readOnly }: TiersFormProps) {
  const lower = rate.kind === 'retroactive' && rate.atBound === 'lower';
  const unit = rate.thresholds === 'percent-of-quota' ? messages.tiers.ofQuota : messages.tiers.amount;
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{messages.tiers.title}</legend>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="sm"
          label={messages.tiers.bounds}
          value={rate.thresholds}
          onValueChange={(thresholds) => onChange({ ...rate, thresholds })}
          segments={[
            { value: 'percent-of-quota', label: messages.tiers.ofQuota },
            { value: 'amount', label: messages.tiers.amounts },
          ]}
        />
        {'per' in rate ? (
          <SegmentedControl
            size="sm"
            label={messages.tiers.per}
            value={rate.per}
            onValueChange={(per) => onChange({ ...rate, per })}
            segments={[
              { value: 'period', label: messages.tiers.period },
              { value: 'deal', label: messages.tiers.deal },
            ]}
          />
        ) : null}
        {rate.kind === 'retroactive' ? (
          <SegmentedControl
            size="sm"
            label={messages.tiers.atBound}
            value={rate.atBound ?? 'higher'}
            onValueChange={(atBound) => onChange(boundedBy(rate, atBound))}
            segments={[
              { value: 'higher', label: messages.tiers.higher },
              { value: 'lower', label: messages.tiers.lower },
            ]}
          />
        ) : null}
      </div>
      <RowsGrid
        noun={messages.tiers.noun}
        place={tierPlace}
        heads={[messages.tiers.from(unit, lower), messages.tiers.rate]}
        derived={{
          head: lower ? messages.tiers.toIncluded : messages.tiers.toExcluded,
          text: (index) => rate.tiers[index]?.to ?? messages.tiers.noEnd,
        }}
        rows={tierRows(rate.tiers)}
        onRows={(rows) => onChange({ ...rate, tiers: tiersOf(rows) })}
        fresh={(rows) => ['', rows.at(-1)?.[1] ?? '0']}
        readOnly={readOnly}
      />
    </fieldset>
  );
}

/** The rate with its setting for totals exactly on a bound; the default is omitted. */
function boundedBy({ atBound: _, ...rate }: TierRate, atBound: 'higher' | 'lower'): TierRate {
  return atBound === 'lower' ? { ...rate, atBound } : rate;
}

/** A new table: one rate below quota, another from quota on. */
export const startingTiers: readonly Tier[] = [
  { from: '0', to: '100', ratePercent: '2' },
  { from: '100', to: null, ratePercent: '3' },
];

/** Typed columns of tiers; `tiersOf` is the inverse. */
export function tierRows(tiers: readonly Tier[]): string[][] {
  return tiers.map((tier) => [tier.from, tier.ratePercent]);
}

/** Tiers from their starts and rates: each ends where the next begins, the last has no end. */
export function tiersOf(rows: readonly (readonly string[])[]): readonly Tier[] {
  return rows.map(([from = '', ratePercent = ''], index) => ({
    from,
    to: rows[index + 1]?.[0] ?? null,
    ratePercent,
  }));
}
