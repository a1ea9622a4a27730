import { asksAverage, type Gate } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { AverageFields } from './average-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { type GateKind, gateAsking, gateKind } from './gate-kinds.ts';
import { messages } from './messages.ts';

export type GateFieldsProps = {
  draft: Component;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (gate: Component['gate']) => void;
};

/** Gate of a component: none, each of several components, or their weighted average. */
export function GateFields({ draft, others, readOnly, onChange }: GateFieldsProps) {
  const { gate } = draft;
  if (others.length === 0 && gate === null) return null;
  // a component may be part of its own average, unless it is new and has no id yet
  const averaged = draft.id === '' ? others : [draft, ...others];
  const ids = { each: others.map(({ id }) => id), average: averaged.map(({ id }) => id) };
  const kinds = [
    { value: 'none', label: messages.gate.none },
    { value: 'each', label: messages.gate.each },
    ...(averaged.length > 1 || gateKind(gate) === 'average'
      ? [{ value: 'average', label: messages.gate.average }]
      : []),
  ];
  const further = { readOnly, onChange };
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">{messages.gate.title}</legend>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <TermField place="gate" label={messages.gate.title} hint={messages.gate.hint}>
          <Select
            disabled={readOnly}
            value={gateKind(gate)}
            onValueChange={(kind) => onChange(gateAsking(gate, kind as GateKind, ids))}
            options={kinds}
          />
        </TermField>
        {gate === null ? null : <ClosesField gate={gate} {...further} />}
      </div>
      {gate === null ? null : asksAverage(gate) ? (
        <AverageFields gate={gate} components={averaged} {...further} />
      ) : (
        <ConditionFields gate={gate} others={others} {...further} />
      )}
    </fieldset>
  );
}

type ClosesFieldProps = Pick<GateFieldsProps, 'readOnly' | 'onChange'> & { gate: Gate };

function ClosesField({ gate, readOnly, onChange }: ClosesFieldProps) {
  return (
    <TermField place="gate.closes" label={messages.gate.closes} required>
      <Select
        disabled={readOnly}
        value={gate.closes ?? 'everything'}
        onValueChange={(closes) => {
          const { closes: _, ...asked } = gate;
          onChange(closes === 'higher-rates' ? { ...asked, closes } : asked);
        }}
        options={[
          { value: 'everything', label: messages.gate.everything },
          { value: 'higher-rates', label: messages.gate.higherRates },
        ]}
      />
    </TermField>
  );
}
