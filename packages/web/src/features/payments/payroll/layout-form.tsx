import {
  dayFormats,
  decimalSigns,
  MAX_COLUMNS,
  type PayrollColumn,
  payrollFields,
  payrollRows,
  separators,
} from '@attain/domain/payments/payroll-layout';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { payeesQuery } from '../../../api/requests/payment-queries.ts';
import type { PaymentRow, PaymentRun, PayrollLayout } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { useRows } from '../../../api/use-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { messages } from './messages.ts';

const column = (field: PayrollColumn['field']): PayrollColumn => ({
  header: messages.fields[field],
  field,
  text: '',
});

/** What a new layout starts with. */
const firstColumns = ['participant-id', 'name', 'amount', 'currency', 'last-day'] as const;
const shownRows = 3;

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** The form of a layout, with the first rows of the run as the file would have them. */
export function LayoutForm(props: {
  run: PaymentRun;
  layout: PayrollLayout | null;
  /** Saved or given up. */
  onEnd: () => void;
}) {
  const { run, layout, onEnd } = props;
  const formId = useId();
  const [form, setForm] = useState<Form>(
    () =>
      layout ?? {
        name: '',
        columns: firstColumns.map(column),
        separator: 'comma',
        decimalSign: 'point',
        days: 'year-first',
        hasHeaders: true,
        skipsZero: true,
        currency: null,
      },
  );
  const save = useAct({
    act: client.payrollLayouts.save,
    changes: [keys.payments, keys.audit],
    failure: null,
    onDone: ({ name }) => {
      toast({ title: messages.saved, text: name, meaning: 'ok' });
      onEnd();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(form);
  };
  const change = (some: Partial<Form>) => setForm({ ...form, ...some });
  return (
    <ActDialog
      act={save}
      size="lg"
      title={layout === null ? messages.newTitle : messages.editTitle(layout.name)}
      label={messages.save}
      disabled={form.name.trim() === '' || form.columns.length === 0}
      formId={formId}
      onClose={onEnd}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={messages.name} required>
            <Input
              value={form.name}
              maxLength={60}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label={messages.currency} hint={messages.currencyHint}>
            <Input
              value={form.currency ?? ''}
              maxLength={3}
              onChange={({ target }) => change({ currency: target.value.toUpperCase() || null })}
            />
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={messages.separator} required>
            <Select
              options={optionsOf(separators, messages.separators)}
              value={form.separator}
              onValueChange={(separator) => change({ separator: separator as PayrollLayout['separator'] })}
            />
          </Field>
          <Field label={messages.decimalSign} required>
            <Select
              options={optionsOf(decimalSigns, messages.decimalSigns)}
              value={form.decimalSign}
              onValueChange={(sign) => change({ decimalSign: sign as PayrollLayout['decimalSign'] })}
            />
          </Field>
          <Field label={messages.days} required>
            <Select
              options={optionsOf(dayFormats, messages.dayFormats)}
              value={form.days}
              onValueChange={(days) => change({ days: days as PayrollLayout['days'] })}
            />
          </Field>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Checkbox
            label={messages.hasHeaders}
            checked={form.hasHeaders}
            onChange={({ target }) => change({ hasHeaders: target.checked })}
          />
          <Checkbox
            label={messages.skipsZero}
            checked={form.skipsZero}
            onChange={({ target }) => change({ skipsZero: target.checked })}
          />
        </div>
        <Columns columns={form.columns} onChange={(columns) => change({ columns })} />
      </form>
      <Preview run={run} layout={form} />
    </ActDialog>
  );
}

/** A layout in work; one that is not saved yet has no ID. */
type Form = Omit<PayrollLayout, 'id'> & { id?: string };
type Columns = PayrollLayout['columns'];

function Columns({ columns, onChange }: { columns: Columns; onChange: (columns: Columns) => void }) {
  const change = (at: number, some: Partial<PayrollColumn>) =>
    onChange(columns.map((one, place) => (place === at ? { ...one, ...some } : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-12 font-medium">{messages.columns}</legend>
      {columns.map(({ header, field, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
        <div key={at} className="flex flex-wrap items-center gap-2">
          <Input
            className="min-w-32 flex-1"
            aria-label={messages.header(at + 1)}
            placeholder={messages.headerPlaceholder}
            value={header}
            maxLength={100}
            onChange={({ target }) => change(at, { header: target.value })}
          />
          <div className="min-w-40 flex-1">
            <Select
              aria-label={messages.field(at + 1)}
              options={optionsOf(payrollFields, messages.fields)}
              value={field}
              onValueChange={(chosen) => change(at, { field: chosen as PayrollColumn['field'], text: '' })}
            />
          </div>
          {field === 'text' ? (
            <Input
              className="min-w-32 flex-1"
              aria-label={messages.text(at + 1)}
              placeholder={messages.textPlaceholder}
              value={text}
              maxLength={200}
              onChange={({ target }) => change(at, { text: target.value })}
            />
          ) : null}
          <IconButton
            label={messages.moveUp(at + 1)}
            icon={<ArrowUp aria-hidden />}
            disabled={at === 0}
            onClick={() =>
              onChange(columns.toSpliced(at, 1).toSpliced(at - 1, 0, ...columns.slice(at, at + 1)))
            }
          />
          <IconButton
            label={messages.removeColumn(at + 1)}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(columns.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden />}
          disabled={columns.length >= MAX_COLUMNS}
          onClick={() => onChange([...columns, { header: '', field: 'text', text: '' }])}
        >
          {messages.addColumn}
        </Button>
      </div>
    </fieldset>
  );
}

/** The rows as the file would have them; an email stays the word, since the list of payments has none. */
function Preview({ run, layout }: { run: PaymentRun; layout: Form }) {
  const { rows, query } = useRows(payeesQuery({ runId: run.id }));
  if (query.isPending) return null;
  const sample = rows.filter(({ paid }) => layout.currency === null || paid.currency === layout.currency);
  const made = payrollRows(layout, sampleRun(run, sample.slice(0, shownRows)));
  const table = made.ok ? made.value : [];
  if (sample.length === 0) return <p className="text-fg-2">{messages.noPreview}</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-12 font-medium">{messages.preview}</p>
      <ScrollRegion label={messages.preview}>
        <table className="w-full text-12">
          <tbody>
            {table.map((cells, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have only their place
              <tr key={line} className="border-b last:border-0">
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells of a line have only their place
                  <td key={at} className="py-1 pr-4 font-mono whitespace-nowrap text-fg-2">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

function sampleRun({ period, version }: PaymentRun, rows: readonly PaymentRow[]) {
  const payments = rows.map(({ participantId, participantName, paid }) => ({
    participantId,
    name: participantName,
    email: messages.email,
    currency: paid.currency,
    amount: paid.amount,
  }));
  return { period, version: version ?? 0, payments, totals: null };
}
