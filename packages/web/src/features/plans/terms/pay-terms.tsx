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
import { otherOptions } from './other-options.ts';

/** The factor another component's attainment lends. */
export function MultiplierTerms({ draft, others, readOnly, onChange }: TermsProps) {
  const { multiplier } = draft;
  if (others.length === 0)
    return (
      <p className="text-12 text-fg-3">
        It is read from another component’s attainment, and the plan has no other yet.
      </p>
    );
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">Multiplier</legend>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <TermField
          place="multiplier.componentId"
          label="Multiplier"
          hint="Another component’s attainment raises or lowers this pay"
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
              { value: 'none', label: 'No multiplier' },
              ...otherOptions(others, multiplier?.componentId),
            ]}
          />
        </TermField>
      </div>
      {multiplier ? (
        <CurveForm
          title="Multiplier"
          heads={['at its attainment (%)', 'pay counts (%)']}
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
  attainment: { label: 'Attainment, at most (%)', hint: 'What is reached beyond counts no more' },
  'payout-percent': { label: 'Payout, at most (% of target)', hint: 'On what the rate pays' },
  'target-multiple': {
    label: 'Times the target, at most',
    hint: 'Like the cap, with a choice for the excess',
  },
  deal: { label: 'Each deal, at most', hint: 'In the plan’s currency' },
  amount: { label: 'Each period, at most', hint: 'In the plan’s currency' },
};

/** Limits beside the cap, one of each kind; empty means none. */
export function LimitTerms({ draft, readOnly, onChange }: TermsProps) {
  const limits = draft.limits ?? [];
  const put = (kind: Limit['kind'], text: string, excess: 'lost' | 'carried') => {
    const kept = limits.filter((limit) => limit.kind !== kind);
    const next = text.trim() === '' ? kept : [...kept, limitOf(kind, text.trim(), excess)];
    onChange({ limits: next.length === 0 ? undefined : next });
  };
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <legend className="sr-only">Further limits</legend>
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
                label="Carry what lies above into later periods"
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

/** The field of one limit: what is wrong with its figure, or with there being such a limit at all. */
function LimitField({ at, ...field }: FieldProps & { at: number }) {
  const faults = use(Faults);
  const fault = at < 0 ? undefined : faults.find(({ path }) => `${path}.`.startsWith(`limits[${at}].`));
  return <Field {...field} error={fault?.message} />;
}

function limitOf(kind: Limit['kind'], text: string, excess: 'lost' | 'carried'): Limit {
  if (kind === 'attainment' || kind === 'payout-percent') return { kind, atMostPercent: text };
  return kind === 'deal' ? { kind, atMost: text } : { kind, atMost: text, excess };
}
