import type { AverageGate, AveragePart } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useFault } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { withPart } from './gate-kinds.ts';
import { otherOptions } from './other-options.ts';
import { WithRemoval } from './with-removal.tsx';

export type AverageFieldsProps = {
  gate: AverageGate;
  /** Who may be averaged, the gated component too. */
  components: readonly Component[];
  readOnly: boolean;
  onChange: (gate: AverageGate) => void;
};

/** As many parts as an average may have. */
const MAX = 21;

/** Which attainments make the average, what each weighs, and how far the average must reach. */
export function AverageFields({ gate, components, readOnly, onChange }: AverageFieldsProps) {
  const { average, countAtMostPercent, ...rest } = gate;
  const uneven = useFault('gate.average');
  const free = components.filter(({ id }) => average.every(({ componentId }) => componentId !== id));
  const setParts = (parts: readonly AveragePart[]) => onChange({ ...gate, average: parts });
  const change = (index: number, part: Partial<AveragePart>) =>
    setParts(average.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <TermField place="gate.atLeastPercent" label="Opens at an average of (%)" required>
        <Input
          figure
          disabled={readOnly}
          value={gate.atLeastPercent}
          onChange={(event) => onChange({ ...gate, atLeastPercent: event.target.value.trim() })}
        />
      </TermField>
      <TermField
        place="gate.countAtMostPercent"
        label="Each counts at most (%)"
        hint="100: none makes up for the others"
      >
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
          Average another component too
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
  /** What is wrong with all weights together, where this is the last one. */
  error: string | undefined;
  onChange: (part: Partial<AveragePart>) => void;
  /** Null where an average would not be left. */
  onRemove: (() => void) | null;
};

function Part({ part, index, components, readOnly, error, onChange, onRemove }: PartProps) {
  const place = `gate.average[${index}]`;
  const weight = (
    <TermField
      place={`${place}.weightPercent`}
      label={`Part ${index + 1} weighs (%)`}
      hint={index === 0 ? 'All weights sum to 100' : undefined}
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
      <TermField place={`${place}.componentId`} label={`Part ${index + 1} of the average`} required>
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
        <WithRemoval label={`Average part ${index + 1} no more`} readOnly={readOnly} onRemove={onRemove}>
          {weight}
        </WithRemoval>
      )}
    </>
  );
}
