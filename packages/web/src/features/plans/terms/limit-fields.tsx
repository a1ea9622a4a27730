import type { Component } from '@attain/domain/plans/plan';
import { Input } from '../../../ui/fields/input.tsx';
import { TermField } from '../faults/term-field.tsx';

type Limit = 'cap' | 'accelerator' | 'decelerator';

/** How each limit is written, by an example. */
const limits: readonly { limit: Limit; label: string; example: string; means: string }[] = [
  { limit: 'cap', label: 'Cap', example: '2x', means: 'at most twice the component’s target' },
  {
    limit: 'accelerator',
    label: 'Accelerator',
    example: '>120% @ 1.2x',
    means: 'above 120%, 1.2 times',
  },
  { limit: 'decelerator', label: 'Decelerator', example: '<80% @ 0.5x', means: 'below 80%, half' },
];

export type LimitFieldsProps = {
  draft: Component;
  faults: Readonly<Record<Limit, string | undefined>>;
  readOnly: boolean;
  onChange: (change: Partial<Component>) => void;
};

/** The limits that are written as a short text: a cap, and where it pays by target what it pays faster or slower from. */
export function LimitFields({ draft, faults, readOnly, onChange }: LimitFieldsProps) {
  const shown = limits.filter(({ limit }) => limit === 'cap' || draft.rate.kind === 'target');
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2 @xl:grid-cols-3">
      <legend className="sr-only">Limits</legend>
      {shown.map(({ limit, label, example, means }) => (
        <TermField
          key={limit}
          place={limit}
          label={label}
          hint={`${example}: ${means}`}
          error={faults[limit]}
        >
          <Input
            className="font-mono"
            value={draft[limit] ?? ''}
            placeholder={example}
            onChange={({ target }) => onChange(limitOf(limit, target.value))}
          />
        </TermField>
      ))}
    </fieldset>
  );
}

/** An empty decelerator is left out of the plan; without the others a plan says null. */
function limitOf(limit: Limit, text: string): Partial<Component> {
  if (limit === 'decelerator') return { decelerator: text || undefined };
  return { [limit]: text || null };
}
