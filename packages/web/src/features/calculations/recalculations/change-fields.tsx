import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { HttpError } from '../../../api/http-error.ts';
import { assignmentsQuery, dealQuery, quotasQuery } from '../../../api/queries.ts';
import type { Run } from '../../../api/shapes.ts';
import { useRows } from '../../../api/use-rows.ts';
import { isTypedDecimal } from '../../../base/decimal.ts';
import { formatDay } from '../../../base/format-date.ts';
import { currencyOptions, formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { useDebounced } from '../../../base/use-debounced.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { messages } from '../messages.ts';
import { type ChangeDraft, withKnownDeal } from './change-draft.ts';

type Part = { draft: ChangeDraft; onChange: (draft: ChangeDraft) => void };
/** A field that picks one payee. */
export type PayeeField = ComponentType<{ value: string; onValueChange: (id: string) => void }>;

export type ChangeFieldsProps = Part & { run: Run; PayeeField: PayeeField };

/** Fields of one changed record, by type; stored records are found and filled in. */
export function ChangeFields({ run, PayeeField, ...part }: ChangeFieldsProps) {
  const { draft, onChange } = part;
  const gone = (
    <Checkbox
      label={messages.change.remove[draft.of]}
      checked={draft.gone}
      onChange={(event) => onChange({ ...draft, gone: event.target.checked })}
    />
  );
  if (draft.of === 'deal') return <DealFields {...part} PayeeField={PayeeField} gone={gone} />;
  if (draft.of === 'exchange-rate') return <RateFields {...part} gone={gone} />;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-end gap-x-4 gap-y-3 @2xl:grid-cols-2">
        <PayeeField
          value={draft.participantId}
          onValueChange={(participantId) => onChange({ ...draft, participantId })}
        />
        {draft.participantId === '' ? null : draft.of === 'quota' ? (
          <KnownQuotas {...part} period={run.period} />
        ) : (
          <KnownAssignments {...part} planId={run.planId} />
        )}
      </div>
      <div
        className={clsx('grid gap-x-4 gap-y-3 @lg:grid-cols-2', draft.of === 'quota' && '@2xl:grid-cols-4')}
      >
        <Typed {...part} field="from" label={messages.change.firstDay} type="date" />
        <Typed
          {...part}
          field="to"
          label={messages.change.lastDay}
          type="date"
          optional={draft.of === 'assignment'}
        />
        {draft.of === 'quota' && !draft.gone ? (
          <Typed {...part} field="amount" label={messages.change.quota} number />
        ) : null}
        {draft.of === 'quota' && !draft.gone && draft.unit === '$' ? (
          <Typed {...part} field="currency" label={messages.change.quotaCurrency} optional />
        ) : null}
      </div>
      {gone}
    </div>
  );
}

function DealFields({
  draft,
  onChange,
  PayeeField,
  gone,
}: Part & { PayeeField: PayeeField; gone: ReactNode }) {
  const id = useDebounced(draft.dealId.trim());
  const found = useQuery({ ...dealQuery(id), enabled: id !== '', retry: false });
  const known = found.data?.id === draft.dealId ? found.data : undefined;
  const latest = useRef({ draft, onChange });
  useEffect(() => {
    latest.current = { draft, onChange };
  });
  useEffect(() => {
    const { draft: now, onChange: put } = latest.current;
    if (known && now.known?.id !== known.id) put(withKnownDeal(now, known));
  }, [known]);
  const isNew = found.error instanceof HttpError && found.error.status === 404;
  const hint = known
    ? `${formatDay(known.date)} · ${known.currency ? formatMoney(known.amount, { currency: known.currency, decimals: 'exact' }) : `${formatDecimal(known.amount)} ${known.unit}`} · ${known.participantName}`
    : isNew && id !== ''
      ? messages.change.newDeal
      : messages.change.dealHint;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-x-4 gap-y-3 @2xl:grid-cols-2">
        <Field label={messages.change.deal} required hint={hint}>
          <Input
            value={draft.dealId}
            onChange={(event) => onChange({ ...draft, dealId: event.target.value, known: null })}
          />
        </Field>
        {draft.gone ? null : (
          <PayeeField
            value={draft.participantId}
            onValueChange={(participantId) => onChange({ ...draft, participantId })}
          />
        )}
      </div>
      {draft.gone ? null : (
        <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-2 @2xl:grid-cols-4">
          <Typed draft={draft} onChange={onChange} field="amount" label={messages.change.amount} number />
          <Typed
            draft={draft}
            onChange={onChange}
            field="currency"
            label={messages.change.currency}
            optional
          />
          <Typed draft={draft} onChange={onChange} field="date" label={messages.change.date} type="date" />
          <Typed draft={draft} onChange={onChange} field="product" label={messages.change.product} optional />
        </div>
      )}
      {gone}
    </div>
  );
}

function RateFields({ draft, onChange, gone }: Part & { gone: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-2 @2xl:grid-cols-4">
        <Typed draft={draft} onChange={onChange} field="rateFrom" label={messages.change.fromCurrency} />
        <Typed draft={draft} onChange={onChange} field="currency" label={messages.change.toCurrency} />
        <Typed draft={draft} onChange={onChange} field="date" label={messages.change.fromDay} type="date" />
        {draft.gone ? null : (
          <Typed draft={draft} onChange={onChange} field="rate" label={messages.change.rate} number />
        )}
      </div>
      {gone}
    </div>
  );
}

/** Option value for "no currency". */
const notSet = 'none';

type TypedField = 'amount' | 'currency' | 'date' | 'product' | 'rateFrom' | 'rate' | 'from' | 'to';

function Typed(
  props: Part & { field: TypedField; label: string; type?: 'date'; number?: boolean; optional?: boolean },
) {
  const { draft, onChange, field, label, type, number = false, optional = false } = props;
  const value = draft[field];
  const code = field === 'currency' || field === 'rateFrom';
  const put = (text: string) => onChange({ ...draft, [field]: text });
  return (
    <Field
      label={label}
      required={!optional}
      error={
        value === '' ? undefined : (daysFault(draft, field) ?? (number ? numberFault(value) : undefined))
      }
    >
      {code ? (
        <Select
          value={value}
          onValueChange={(chosen) => put(chosen === notSet ? '' : chosen)}
          placeholder={optional ? messages.change.notSet : messages.change.choose}
          options={[
            ...(optional && value !== '' ? [{ value: notSet, label: messages.change.notSet }] : []),
            ...currencyOptions([value]),
          ]}
        />
      ) : type === 'date' ? (
        <DateInput value={value} onChange={({ target }) => put(target.value)} />
      ) : (
        <Input
          inputMode={number ? 'decimal' : undefined}
          value={value}
          onChange={({ target }) => put(number ? target.value.trim() : target.value)}
        />
      )}
    </Field>
  );
}

function daysFault({ from, to }: ChangeDraft, field: TypedField): string | undefined {
  return field === 'to' && from !== '' && to < from ? messages.change.upsideDown : undefined;
}

function numberFault(text: string): string | undefined {
  return isTypedDecimal(text) ? undefined : messages.change.notNumber;
}

const touches = ({ from, to }: { from: string; to: string }, period: Run['period']) =>
  from <= period.to && to >= period.from;

/** The payee's quotas, those of the period first, to start from. */
function KnownQuotas({ draft, onChange, period }: Part & { period: Run['period'] }) {
  const { rows } = useRows(quotasQuery(draft.participantId));
  const own = rows
    .filter(({ participantId }) => participantId === draft.participantId)
    .toSorted((a, b) => Number(touches(b, period)) - Number(touches(a, period)));
  return (
    <KnownField
      label={messages.change.knownQuota}
      options={own.map((quota, i) => ({
        value: String(i),
        label: `${formatDay(quota.from)} – ${formatDay(quota.to)}`,
        hint: [quota.amount, quota.currency, quota.componentId ?? quota.unit].filter(Boolean).join(' '),
      }))}
      onChoose={(i) => {
        const quota = own[Number(i)];
        if (quota === undefined) return;
        const { componentId, unit, from, to, amount, currency } = quota;
        onChange({ ...draft, componentId, unit, from, to, amount, currency: currency ?? '' });
      }}
    />
  );
}

/** The payee's assignments to the plan, to start from. */
function KnownAssignments({ draft, onChange, planId }: Part & { planId: string }) {
  const { rows } = useRows(assignmentsQuery({ planId, participantId: draft.participantId }));
  return (
    <KnownField
      label={messages.change.knownAssignment}
      options={rows.map(({ from, to }) => ({
        value: from,
        label: `${formatDay(from)} – ${to === null ? messages.change.noEnd : formatDay(to)}`,
      }))}
      onChoose={(from) => onChange({ ...draft, from, to: rows.find((row) => row.from === from)?.to ?? '' })}
    />
  );
}

function KnownField(props: {
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
  onChoose: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      <Select
        value=""
        disabled={props.options.length === 0}
        placeholder={props.options.length === 0 ? messages.change.none : messages.change.startWith}
        onValueChange={props.onChoose}
        options={props.options}
      />
    </Field>
  );
}
