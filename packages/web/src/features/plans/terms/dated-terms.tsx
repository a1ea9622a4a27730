import type { Effective } from '@attain/domain/plans/terms';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { useFault } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import type { TermsProps } from './measure-terms.tsx';
import { messages } from './messages.ts';
import { SpiffTerms } from './spiff-terms.tsx';

/** Effective dates of a component, SPIFF terms, approval of results, and when it is paid. */
export function DatedTerms({ draft, readOnly, onChange }: TermsProps) {
  const { effective, spiff } = draft;
  const fault = useFault('paidWhen');
  const setEffective = (change: Partial<Effective>) => {
    const next = { from: null, to: null, ...effective, ...change };
    onChange({ effective: next.from === null && next.to === null ? undefined : next });
  };
  const year = new Date().getFullYear();
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">{messages.dated.title}</legend>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <TermField place="effective.from" label={messages.dated.from} hint={messages.dated.fromHint}>
          <DateInput
            value={effective?.from ?? ''}
            onChange={(event) => setEffective({ from: event.target.value || null })}
          />
        </TermField>
        <TermField place="effective.to" label={messages.dated.to} hint={messages.dated.toHint}>
          <DateInput
            value={effective?.to ?? ''}
            onChange={(event) => setEffective({ to: event.target.value || null })}
          />
        </TermField>
      </div>
      <Checkbox
        label={messages.dated.approval}
        hint={messages.dated.approvalHint}
        disabled={readOnly}
        checked={draft.approval === 'required'}
        onChange={(event) => onChange({ approval: event.target.checked ? 'required' : undefined })}
      />
      <Checkbox
        label={messages.dated.paidWhen}
        hint={fault ? <span className="text-bad-text">{fault}</span> : messages.dated.paidWhenHint}
        disabled={readOnly}
        checked={draft.paidWhen === 'customer-pays'}
        onChange={(event) => onChange({ paidWhen: event.target.checked ? 'customer-pays' : undefined })}
      />
      <Checkbox
        label={messages.dated.spiff}
        hint={messages.dated.spiffHint}
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
