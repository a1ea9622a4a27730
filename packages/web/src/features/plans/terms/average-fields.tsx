import type { AverageGate, AveragePart } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useFault } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { withPart } from './gate-kinds.ts';
import { messages } from './messages.ts';
import { otherOptions } from './other-options.ts';
import { WithRemoval } from './with-removal.tsx';

export type AverageFieldsProps = {
  gate: AverageGate;
  /** Components to average, including the gated one. */
  components: readonly Component[];
  readOnly: boolean;
  onChange: (gate: AverageGate) => void;
};

/** Limit of parts in an average. */
const MAX = 21;

/** Components of the average, their weights and the threshold. */
export function AverageFields({ gate, components, readOnly, onChange }: AverageFieldsProps) {
  const { average, countAtMostPercent, ...rest } = gate;
  const uneven = useFault('gate.average');
  const free = components.filter(({ id }) => average.every(({ componentId }) => componentId !== id));
  const setParts = (parts: readonly AveragePart[]) => onChange({ ...gate, average: parts });
  const change = (index: number, part: Partial<AveragePart>) =>
    setParts(average.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <TermField place="gate.atLeastPercent" label={messages.average.opensAt} required>
        <Input
          figure
          disabled={readOnly}
          value={gate.atLeastPercent}
          onChange={(event) => onChange({ ...gate, atLeastPercent: event.target.value.trim() })}
        />
      </TermField>
      <TermField place="gate.countAtMostPercent" label={messages.average.max} hint={messages.average.maxHint}>
        <Input
          figure
          disabled={readOnly}
          value={countAtMostPercent ?? ''}
          onChange={(event) => {
            const max = event.target.value.trim();
            onChange({ ...rest, average, ...(max !== '' && { countAtMostPercent: max }) });
          }}
        />
      </TermField>
      {average.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list
          key={index}
          {...{ part, index, readOnly }}
          components={[...components.filter(({ id }) => id === part.componentId), ...free]}
          error={index === average.length - 1 ? uneven : undefined}
          onChange={(changed) => change(index, changed)}
          onRemove={average.length > 2 ? () => setParts(average.filter((_, at) => at !== index)) : null}
        />
      ))}
      {readOnly || free[0] === undefined || average.length >= MAX ? null : (
        <Button
          size="sm"
          className="self-start justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => setParts(withPart(average, free[0]?.id ?? ''))}
        >
          {messages.average.add}
        </Button>
      )}
    </div>
  );
}

type PartProps = {
  part: AveragePart;
  index: number;
  components: readonly Component[];
  readOnly: boolean;
  /** Fault of the sum of weights, on the last part. */
  error: string | undefined;
  onChange: (part: Partial<AveragePart>) => void;
  /** Null if fewer than two parts would be left. */
  onRemove: (() => void) | null;
};

function Part({ part, index, components, readOnly, error, onChange, onRemove }: PartProps) {
  const place = `gate.average[${index}]`;
  const weight = (
    <TermField
      place={`${place}.weightPercent`}
      label={messages.average.weight(index + 1)}
      hint={index === 0 ? messages.average.weightHint : undefined}
      error={error}
      required
    >
      <Input
        figure
        disabled={readOnly}
        value={part.weightPercent}
        onChange={(event) => onChange({ weightPercent: event.target.value.trim() })}
      />
    </TermField>
  );
  return (
    <>
      <TermField place={`${place}.componentId`} label={messages.average.part(index + 1)} required>
        <Select
          disabled={readOnly}
          value={part.componentId}
          onValueChange={(componentId) => onChange({ componentId })}
          options={otherOptions(components, part.componentId)}
        />
      </TermField>
      {onRemove === null ? (
        weight
      ) : (
        <WithRemoval label={messages.average.remove(index + 1)} readOnly={readOnly} onRemove={onRemove}>
          {weight}
        </WithRemoval>
      )}
    </>
  );
}
