import type { Spiff } from '@attain/domain/plans/terms';
import { useState } from 'react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { useFault } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';

export type SpiffTermsProps = { spiff: Spiff; onChange: (spiff: Spiff) => void };

/** The days and the fund of a SPIFF, who takes part in it, and whether the plan's cap holds it. */
export function SpiffTerms({ spiff, onChange }: SpiffTermsProps) {
  const fault = useFault('spiff');
  const capFault = useFault('spiff.planCap');
  const change = (part: Partial<Spiff>) => onChange({ ...spiff, ...part });
  const { participants: _named, planCap: _cap, ...plain } = spiff;
  return (
    <>
      {fault ? <p className="text-12 text-pretty text-bad-text">{fault}</p> : null}
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <TermField place="spiff.from" label="First day" required>
          <DateInput value={spiff.from} onChange={(event) => change({ from: event.target.value })} />
        </TermField>
        <TermField place="spiff.to" label="Last day" required>
          <DateInput value={spiff.to} onChange={(event) => change({ to: event.target.value })} />
        </TermField>
        <TermField place="spiff.fund" label="Fund" hint="Over all payees; empty: without limit">
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
        label="The plan’s cap holds this SPIFF too"
        hint="Otherwise it is paid on top of what the cap allows"
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
  // What is typed stays as typed; only what it means is handed on.
  const [text, setText] = useState(named.join('; '));
  return (
    <TermField
      place="spiff.participants"
      label="Who takes part"
      hint="Ids of payees, with a semicolon between them; empty: everybody on the plan"
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
