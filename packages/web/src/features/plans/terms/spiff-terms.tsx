import type { Spiff } from '@attain/domain/plans/terms';
import { useState } from 'react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { useFault } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';

export type SpiffTermsProps = { spiff: Spiff; onChange: (spiff: Spiff) => void };

/** Dates, fund, participants and plan cap of a SPIFF. */
export function SpiffTerms({ spiff, onChange }: SpiffTermsProps) {
  const fault = useFault('spiff');
  const capFault = useFault('spiff.planCap');
  const change = (part: Partial<Spiff>) => onChange({ ...spiff, ...part });
  const { participants: _named, planCap: _cap, ...plain } = spiff;
  return (
    <>
      {fault ? <p className="text-12 text-pretty text-bad-text">{fault}</p> : null}
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <TermField place="spiff.from" label={messages.spiff.firstDay} required>
          <DateInput value={spiff.from} onChange={(event) => change({ from: event.target.value })} />
        </TermField>
        <TermField place="spiff.to" label={messages.spiff.lastDay} required>
          <DateInput value={spiff.to} onChange={(event) => change({ to: event.target.value })} />
        </TermField>
        <TermField place="spiff.fund" label={messages.spiff.fund} hint={messages.spiff.fundHint}>
          <Input
            figure
            value={spiff.fund ?? ''}
            onChange={(event) => change({ fund: event.target.value.trim() || null })}
          />
        </TermField>
      </div>
      <Named
        named={spiff.participants ?? []}
        onChange={(participants) =>
          onChange({
            ...plain,
            ...(spiff.planCap && { planCap: spiff.planCap }),
            ...(participants.length > 0 && { participants }),
          })
        }
      />
      <Checkbox
        label={messages.spiff.inCap}
        hint={messages.spiff.inCapHint}
        checked={spiff.planCap === 'inside'}
        onChange={(event) =>
          onChange({
            ...plain,
            ...(spiff.participants && { participants: spiff.participants }),
            ...(event.target.checked && { planCap: 'inside' as const }),
          })
        }
      />
      {capFault ? <p className="text-12 text-pretty text-bad-text">{capFault}</p> : null}
    </>
  );
}

function Named({ named, onChange }: { named: readonly string[]; onChange: (ids: string[]) => void }) {
  // keeps the typed text and passes on the parsed ids
  const [text, setText] = useState(named.join('; '));
  return (
    <TermField
      place="spiff.participants"
      label={messages.spiff.participants}
      hint={messages.spiff.participantsHint}
    >
      <Input
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(
            event.target.value
              .split(';')
              .map((id) => id.trim())
              .filter(Boolean),
          );
        }}
      />
    </TermField>
  );
}
