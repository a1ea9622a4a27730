import type { Rate } from '@attain/domain/plans/plan';
import type { Tier } from '@attain/domain/plans/tier';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type TierRate = Extract<Rate, { tiers: unknown }>;

export type TierEditorProps = { rate: TierRate; onChange: (rate: TierRate) => void; readOnly: boolean };

/** A table of tiers. A tier ends where the next one starts, so only the starts are typed and no gap can open. */
export function TierEditor({ rate, onChange, readOnly }: TierEditorProps) {
  const set = (change: Partial<TierRate>) => onChange({ ...rate, ...change });
  const setTiers = (tiers: readonly Tier[]) => set({ tiers: closed(tiers) });
  const unit = rate.thresholds === 'percent-of-quota' ? '% of quota' : 'amount';
  const change = (index: number, part: Partial<Tier>) =>
    setTiers(rate.tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Tiers</legend>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="sm"
          label="Tier bounds are"
          value={rate.thresholds}
          onValueChange={(thresholds) => set({ thresholds })}
          segments={[
            { value: 'percent-of-quota', label: '% of quota' },
            { value: 'amount', label: 'Amounts' },
          ]}
        />
        <SegmentedControl
          size="sm"
          label="The table is applied to"
          value={rate.per}
          onValueChange={(per) => set({ per })}
          segments={[
            { value: 'period', label: 'Total of the period' },
            { value: 'deal', label: 'Each deal' },
          ]}
        />
      </div>
      <table className="w-full">
        <thead className="caption text-fg-2">
          <tr className="[&>th]:py-1 [&>th]:pe-2 [&>th]:text-start [&>th]:font-medium">
            <th scope="col">From ({unit})</th>
            <th scope="col">Up to, not including</th>
            <th scope="col">Rate (%)</th>
            <th scope="col">
              <span className="sr-only">Acts</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rate.tiers.map((tier, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place in the table
            <tr key={index} className="[&>td]:py-1 [&>td]:pe-2">
              <td>
                <Input
                  figure
                  controlSize="sm"
                  aria-label={`Tier ${index + 1} from`}
                  value={tier.from}
                  onChange={(event) => change(index, { from: event.target.value.trim() })}
                />
              </td>
              <td className="figures text-fg-2">{tier.to ?? 'open'}</td>
              <td>
                <Input
                  figure
                  controlSize="sm"
                  aria-label={`Tier ${index + 1} rate in percent`}
                  value={tier.ratePercent}
                  onChange={(event) => change(index, { ratePercent: event.target.value.trim() })}
                />
              </td>
              <td className="w-8">
                {rate.tiers.length > 1 && !readOnly ? (
                  <IconButton
                    size="sm"
                    label={`Remove tier ${index + 1}`}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => setTiers(rate.tiers.filter((_, at) => at !== index))}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() =>
            setTiers([
              ...rate.tiers,
              { from: '', to: null, ratePercent: rate.tiers.at(-1)?.ratePercent ?? '0' },
            ])
          }
        >
          Add tier
        </Button>
      )}
    </fieldset>
  );
}

/** A table as it starts: one rate below quota, another from quota on. */
export function startingTiers(kind: TierRate['kind']): TierRate {
  return {
    kind,
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: '100', ratePercent: '2' },
      { from: '100', to: null, ratePercent: '3' },
    ],
  };
}

function closed(tiers: readonly Tier[]): readonly Tier[] {
  return tiers.map((tier, index) => ({ ...tier, to: tiers[index + 1]?.from ?? null }));
}
