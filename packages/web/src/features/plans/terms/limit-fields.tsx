import type { Component } from '@attain/domain/plans/plan';
import { Input } from '../../../ui/fields/input.tsx';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';

type Limit = 'cap' | 'accelerator' | 'decelerator';

/** Notation of each limit, with an example. */
const limits: readonly { limit: Limit; label: string; example: string; meaning: string }[] = [
  { limit: 'cap', label: messages.limits.cap, example: '2x', meaning: messages.limits.capText },
  {
    limit: 'accelerator',
    label: messages.limits.accelerator,
    example: '>120% @ 1.2x',
    meaning: messages.limits.acceleratorText,
  },
  {
    limit: 'decelerator',
    label: messages.limits.decelerator,
    example: '<80% @ 0.5x',
    meaning: messages.limits.deceleratorText,
  },
];

export type LimitFieldsProps = {
  draft: Component;
  faults: Readonly<Record<Limit, string | undefined>>;
  readOnly: boolean;
  onChange: (change: Partial<Component>) => void;
};

/** Limits in short notation: cap, and for target-based rates accelerator and decelerator. */
export function LimitFields({ draft, faults, readOnly, onChange }: LimitFieldsProps) {
  const shown = limits.filter(({ limit }) => limit === 'cap' || draft.rate.kind === 'target');
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2 @xl:grid-cols-3">
      <legend className="sr-only">{messages.limits.title}</legend>
      {shown.map(({ limit, label, example, meaning }) => (
        <TermField
          key={limit}
          place={limit}
          label={label}
          hint={messages.limits.hint(example, meaning)}
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

/** In the plan an empty decelerator is omitted; the others are null. */
function limitOf(limit: Limit, text: string): Partial<Component> {
  if (limit === 'decelerator') return { decelerator: text || undefined };
  return { [limit]: text || null };
}
