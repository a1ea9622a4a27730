import { gateConditions } from '@attain/domain/plans/gate';
import type { Component, GateCondition } from '@attain/domain/plans/plan';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TermField } from '../faults/term-field.tsx';
import { otherOptions } from './other-options.ts';

export type GateFieldsProps = {
  draft: Component;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (gate: Component['gate']) => void;
};

const noGate = 'none';
/** As many further conditions as a plan may write. */
const MOST = 20;

/** Which components must be reached before this one pays: none, one, or each of several. */
export function GateFields({ draft, others, readOnly, onChange }: GateFieldsProps) {
  const { gate } = draft;
  if (others.length === 0 && gate === null) return null;
  const asked = gate === null ? [] : gateConditions(gate);
  const also = asked.slice(1);
  const free = others.filter(({ id }) => asked.every(({ componentId }) => componentId !== id));
  const setAlso = (further: readonly GateCondition[]) => {
    if (gate === null) return;
    const { also: _, ...first } = gate;
    onChange(further.length === 0 ? first : { ...first, also: further });
  };
  const change = (index: number, part: Partial<GateCondition>) =>
    setAlso(also.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <TermField place="gate.componentId" label="Gate" hint="Pays only when another component is reached">
        <Select
          disabled={readOnly}
          value={gate?.componentId ?? noGate}
          onValueChange={(id) =>
            onChange(id === noGate ? null : { ...(gate ?? { atLeastPercent: '100' }), componentId: id })
          }
          options={[{ value: noGate, label: 'No gate' }, ...otherOptions(others, gate?.componentId)]}
        />
      </TermField>
      {gate ? (
        <TermField place="gate.atLeastPercent" label="Opens at (% of its quota)" required>
          <Input
            figure
            disabled={readOnly}
            value={gate.atLeastPercent}
            onChange={(event) => onChange({ ...gate, atLeastPercent: event.target.value.trim() })}
          />
        </TermField>
      ) : null}
      {also.map((condition, index) => (
        <FurtherCondition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
          key={index}
          {...{ condition, index, readOnly }}
          others={[...others.filter(({ id }) => id === condition.componentId), ...free]}
          onChange={(part) => change(index, part)}
          onRemove={() => setAlso(also.filter((_, at) => at !== index))}
        />
      ))}
      {gate === null || readOnly || free[0] === undefined || also.length >= MOST ? null : (
        <Button
          size="sm"
          className="self-start justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() =>
            setAlso([...also, { componentId: free[0]?.id ?? '', atLeastPercent: gate.atLeastPercent }])
          }
        >
          Ask for another component too
        </Button>
      )}
    </div>
  );
}

type FurtherConditionProps = {
  condition: GateCondition;
  index: number;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (part: Partial<GateCondition>) => void;
  onRemove: () => void;
};

function FurtherCondition({ condition, index, others, readOnly, onChange, onRemove }: FurtherConditionProps) {
  const place = `gate.also[${index}]`;
  return (
    <>
      <TermField place={`${place}.componentId`} label={`And component ${index + 2}`} required>
        <Select
          disabled={readOnly}
          value={condition.componentId}
          onValueChange={(componentId) => onChange({ componentId })}
          options={otherOptions(others, condition.componentId)}
        />
      </TermField>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TermField
            place={`${place}.atLeastPercent`}
            label={`Component ${index + 2} at (% of its quota)`}
            required
          >
            <Input
              figure
              disabled={readOnly}
              value={condition.atLeastPercent}
              onChange={(event) => onChange({ atLeastPercent: event.target.value.trim() })}
            />
          </TermField>
        </div>
        {readOnly ? null : (
          <div className="mt-6">
            <IconButton
              label={`Ask for component ${index + 2} no more`}
              icon={<Trash2 aria-hidden />}
              onClick={onRemove}
            />
          </div>
        )}
      </div>
    </>
  );
}
