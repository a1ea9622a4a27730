import type { Component, Rate } from '@attain/domain/plans/plan';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { rateKindNames } from '../words/plan-words.ts';
import { BandsForm, bandsOf, RateStepsForm, stepsOf } from './bands-form.tsx';
import { CurveForm, startingCurve } from './curve-form.tsx';
import { MatrixForm, startingMatrix } from './matrix-form.tsx';
import { messages } from './messages.ts';
import { startingTiers, TiersForm } from './tiers-form.tsx';

export type RateFieldsProps = {
  rate: Rate;
  /** The other components of the plan, for a matrix. */
  others: readonly Component[];
  readOnly: boolean;
  onChange: (rate: Rate) => void;
};

/** Rate type and the fields of that type. */
export function RateFields({ rate, others, readOnly, onChange }: RateFieldsProps) {
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <Field label={messages.fields.rate} required hint={rateKindNames[rate.kind].hint}>
          <Select
            disabled={readOnly}
            value={rate.kind}
            onValueChange={(kind) => onChange(startingRate(kind as Rate['kind'], rate, others))}
            options={Object.entries(rateKindNames).map(([value, { label, hint }]) => ({
              value,
              label,
              hint,
              disabled: value === 'matrix' && others.length === 0,
            }))}
          />
        </Field>
        {rate.kind === 'flat' ? (
          <TermField place="rate.ratePercent" label={messages.fields.ratePercent} required>
            <Input
              figure
              disabled={readOnly}
              value={rate.ratePercent}
              onChange={(event) => onChange({ kind: 'flat', ratePercent: event.target.value.trim() })}
            />
          </TermField>
        ) : null}
      </div>
      <Table rate={rate} others={others} readOnly={readOnly} onChange={onChange} />
    </>
  );
}

function Table({ rate, others, readOnly, onChange }: RateFieldsProps) {
  if ('tiers' in rate) return <TiersForm rate={rate} readOnly={readOnly} onChange={onChange} />;
  if (rate.kind === 'interpolated-amounts') {
    return <BandsForm rate={rate} readOnly={readOnly} onChange={onChange} />;
  }
  if (rate.kind === 'interpolated-rate') {
    return <RateStepsForm rate={rate} readOnly={readOnly} onChange={onChange} />;
  }
  if (rate.kind === 'curve') {
    return (
      <CurveForm
        title={messages.fields.curve}
        heads={[messages.fields.atAttainment, messages.fields.pays]}
        curve={rate.curve}
        place="rate.curve"
        readOnly={readOnly}
        onChange={(curve) => onChange({ kind: 'curve', curve })}
      />
    );
  }
  if (rate.kind === 'matrix') {
    return <MatrixForm rate={rate} others={others} readOnly={readOnly} onChange={onChange} />;
  }
  return null;
}

/** A rate of another type that keeps shared fields such as tiers. */
function startingRate(kind: Rate['kind'], before: Rate, others: readonly Component[]): Rate {
  const tiers = 'tiers' in before ? before.tiers : startingTiers;
  const thresholds = 'thresholds' in before ? before.thresholds : 'percent-of-quota';
  if (kind === 'flat') return { kind, ratePercent: '3' };
  if (kind === 'marginal' || kind === 'retroactive') return { kind, thresholds, per: 'period', tiers };
  if (kind === 'interpolated-rate') {
    return { kind, thresholds: 'percent-of-quota', steps: stepsOf([['100', '2']]) };
  }
  if (kind === 'interpolated-amounts') return { kind, per: 'period', bands: bandsOf([['100000', '2000']]) };
  if (kind === 'curve') return { kind, curve: startingCurve };
  if (kind === 'matrix') return startingMatrix(others[0]?.id ?? '');
  return { kind };
}
