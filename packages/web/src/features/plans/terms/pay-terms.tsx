import type { Limit } from '@attain/domain/plans/terms';
import { use } from 'react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field, type FieldProps } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Faults } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { CurveForm } from '../rates/curve-form.tsx';
import type { TermsProps } from './measure-terms.tsx';
import { messages } from './messages.ts';
import { otherOptions } from './other-options.ts';

/** A factor on pay from another component's attainment. */
export function MultiplierTerms({ draft, others, readOnly, onChange }: TermsProps) {
  const { multiplier } = draft;
  if (others.length === 0) return <p className="text-12 text-fg-3">{messages.multiplier.none}</p>;
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">{messages.multiplier.title}</legend>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <TermField
          place="multiplier.componentId"
          label={messages.multiplier.title}
          hint={messages.multiplier.hint}
        >
          <Select
            disabled={readOnly}
            value={multiplier?.componentId ?? 'none'}
            onValueChange={(componentId) =>
              onChange({
                multiplier:
                  componentId === 'none'
                    ? undefined
                    : { componentId, curve: multiplier?.curve ?? startingMultiplier },
              })
            }
            options={[
              { value: 'none', label: messages.multiplier.noMultiplier },
              ...otherOptions(others, multiplier?.componentId),
            ]}
          />
        </TermField>
      </div>
      {multiplier ? (
        <CurveForm
          title={messages.multiplier.title}
          heads={[messages.multiplier.at, messages.multiplier.pays]}
          curve={multiplier.curve}
          place="multiplier.curve"
          readOnly={readOnly}
          onChange={(curve) => onChange({ multiplier: { ...multiplier, curve } })}
        />
      ) : null}
    </fieldset>
  );
}

const startingMultiplier = {
  shape: 'stepped',
  beyond: 'hold',
  points: [
    { atPercent: '0', valuePercent: '80' },
    { atPercent: '100', valuePercent: '100' },
  ],
} as const;

const limitWords: Record<Limit['kind'], { label: string; hint: string }> = {
  attainment: { label: messages.moreLimits.attainment, hint: messages.moreLimits.attainmentHint },
  'payout-percent': { label: messages.moreLimits.payout, hint: messages.moreLimits.payoutHint },
  'target-multiple': {
    label: messages.moreLimits.multiple,
    hint: messages.moreLimits.multipleHint,
  },
  deal: { label: messages.moreLimits.deal, hint: messages.moreLimits.currencyHint },
  amount: { label: messages.moreLimits.amount, hint: messages.moreLimits.currencyHint },
};

/** Limits besides the cap, at most one of each type. */
export function LimitTerms({ draft, readOnly, onChange }: TermsProps) {
  const limits = draft.limits ?? [];
  const put = (kind: Limit['kind'], text: string, excess: 'lost' | 'carried') => {
    const kept = limits.filter((limit) => limit.kind !== kind);
    const next = text.trim() === '' ? kept : [...kept, limitOf(kind, text.trim(), excess)];
    onChange({ limits: next.length === 0 ? undefined : next });
  };
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <legend className="sr-only">{messages.moreLimits.title}</legend>
      {Object.entries(limitWords).map(([key, words]) => {
        const kind = key as Limit['kind'];
        const limit = limits.find((one) => one.kind === kind);
        const text = limit === undefined ? '' : 'atMost' in limit ? limit.atMost : limit.atMostPercent;
        const excess = limit && 'excess' in limit ? limit.excess : 'lost';
        return (
          <div key={kind} className="flex flex-col gap-1">
            <LimitField at={limit ? limits.indexOf(limit) : -1} label={words.label} hint={words.hint}>
              <Input figure value={text} onChange={(event) => put(kind, event.target.value, excess)} />
            </LimitField>
            {limit && 'excess' in limit ? (
              <Checkbox
                label={messages.moreLimits.carry}
                disabled={readOnly}
                checked={limit.excess === 'carried'}
                onChange={(event) => put(kind, text, event.target.checked ? 'carried' : 'lost')}
              />
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Field of one limit, with its faults. */
function LimitField({ at, ...field }: FieldProps & { at: number }) {
  const faults = use(Faults);
  const fault = at < 0 ? undefined : faults.find(({ path }) => `${path}.`.startsWith(`limits[${at}].`));
  return <Field {...field} error={fault?.message} />;
}

function limitOf(kind: Limit['kind'], text: string, excess: 'lost' | 'carried'): Limit {
  if (kind === 'attainment' || kind === 'payout-percent') return { kind, atMostPercent: text };
  return kind === 'deal' ? { kind, atMost: text } : { kind, atMost: text, excess };
}
