import type { Effective } from '@attain/domain/plans/terms';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { TermField } from '../faults/term-field.tsx';
import type { TermsProps } from './measure-terms.tsx';
import { SpiffTerms } from './spiff-terms.tsx';

/** Between which days a component holds, whether it is a SPIFF with its own money, and whether results need approval. */
export function DatedTerms({ draft, readOnly, onChange }: TermsProps) {
  const { effective, spiff } = draft;
  const setEffective = (change: Partial<Effective>) => {
    const next = { from: null, to: null, ...effective, ...change };
    onChange({ effective: next.from === null && next.to === null ? undefined : next });
  };
  const year = new Date().getFullYear();
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">Days, SPIFF and approval</legend>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <TermField place="effective.from" label="Part of the plan from" hint="Empty: from its beginning">
          <DateInput
            value={effective?.from ?? ''}
            onChange={(event) => setEffective({ from: event.target.value || null })}
          />
        </TermField>
        <TermField place="effective.to" label="Part of the plan until" hint="Empty: to its end">
          <DateInput
            value={effective?.to ?? ''}
            onChange={(event) => setEffective({ to: event.target.value || null })}
          />
        </TermField>
      </div>
      <Checkbox
        label="Only approved results count"
        hint="A score counts once somebody has approved it"
        disabled={readOnly}
        checked={draft.approval === 'required'}
        onChange={(event) => onChange({ approval: event.target.checked ? 'required' : undefined })}
      />
      <Checkbox
        label="SPIFF: dated, with money of its own"
        hint="Outside weights, and outside the plan’s cap unless said; its own weight is 0"
        disabled={readOnly}
        checked={spiff !== undefined}
        onChange={(event) =>
          onChange(
            event.target.checked
              ? { spiff: { from: `${year}-01-01`, to: `${year}-03-31`, fund: null }, weight: 0 }
              : { spiff: undefined },
          )
        }
      />
      {spiff ? <SpiffTerms spiff={spiff} onChange={(next) => onChange({ spiff: next })} /> : null}
    </fieldset>
  );
}
