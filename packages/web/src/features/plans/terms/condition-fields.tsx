import { type EachGate, type GateCondition, gateConditions } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';
import { otherOptions } from './other-options.ts';
import { WithRemoval } from './with-removal.tsx';

export type ConditionFieldsProps = {
  gate: EachGate;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (gate: EachGate) => void;
};

/** Limit of additional conditions. */
const MAX = 20;

/** Components of a gate, each with its threshold; all must be reached. */
export function ConditionFields({ gate, others, readOnly, onChange }: ConditionFieldsProps) {
  const asked = gateConditions(gate);
  const also = asked.slice(1);
  const free = others.filter(({ id }) => asked.every(({ componentId }) => componentId !== id));
  const setAlso = (further: readonly GateCondition[]) => {
    const { also: _, ...first } = gate;
    onChange(further.length === 0 ? first : { ...first, also: further });
  };
  const change = (index: number, part: Partial<GateCondition>) =>
    index === 0
      ? onChange({ ...gate, ...part })
      : setAlso(also.map((one, at) => (at === index - 1 ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      {asked.map((condition, index) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
          key={index}
          {...{ condition, index, readOnly }}
          others={[...others.filter(({ id }) => id === condition.componentId), ...free]}
          onChange={(part) => change(index, part)}
          onRemove={() => setAlso(also.filter((_, at) => at !== index - 1))}
        />
      ))}
      {readOnly || free[0] === undefined || also.length >= MAX ? null : (
        <Button
          size="sm"
          className="self-start justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() =>
            setAlso([...also, { componentId: free[0]?.id ?? '', atLeastPercent: gate.atLeastPercent }])
          }
        >
          {messages.conditions.add}
        </Button>
      )}
    </div>
  );
}

type ConditionProps = {
  condition: GateCondition;
  index: number;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (part: Partial<GateCondition>) => void;
  onRemove: () => void;
};

function Condition({ condition, index, others, readOnly, onChange, onRemove }: ConditionProps) {
  const place = index === 0 ? 'gate' : `gate.also[${index - 1}]`;
  const percent = (
    <TermField
      place={`${place}.atLeastPercent`}
      label={index === 0 ? messages.conditions.opensAt : messages.conditions.componentAt(index + 1)}
      required
    >
      <Input
        figure
        disabled={readOnly}
        value={condition.atLeastPercent}
        onChange={(event) => onChange({ atLeastPercent: event.target.value.trim() })}
      />
    </TermField>
  );
  return (
    <>
      <TermField
        place={`${place}.componentId`}
        label={index === 0 ? messages.conditions.first : messages.conditions.and(index + 1)}
        required
      >
        <Select
          disabled={readOnly}
          value={condition.componentId}
          onValueChange={(componentId) => onChange({ componentId })}
          options={otherOptions(others, condition.componentId)}
        />
      </TermField>
      {index === 0 ? (
        percent
      ) : (
        <WithRemoval label={messages.conditions.remove(index + 1)} readOnly={readOnly} onRemove={onRemove}>
          {percent}
        </WithRemoval>
      )}
    </>
  );
}
