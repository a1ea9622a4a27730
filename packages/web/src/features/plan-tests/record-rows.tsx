import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { isDecimal } from '../../base/decimal.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from './messages.ts';

export type RecordRowsProps = {
  test: PlanTest;
  document: Plan;
  onChange: (change: Partial<PlanTest>) => void;
};

const everything = '(everything)';

/** Quotas and deals of a test, one row each, with exchange rates for other currencies. */
export function RecordRows({ test, document, onChange }: RecordRowsProps) {
  const foreign = [...test.quotas, ...test.deals].find((row) => row.currency)?.currency ?? null;
  return (
    <>
      <Rows
        title={messages.records.quotas}
        one={messages.records.quota}
        rows={test.quotas}
        onChange={(quotas) => onChange({ quotas })}
        fresh={{ amount: '' }}
      >
        {(quota, put) => (
          <>
            <Text
              label={messages.records.amount}
              figure
              value={quota.amount}
              onChange={(amount) => put({ amount })}
            />
            <Field label={messages.records.for} required>
              <Select
                controlSize="sm"
                value={quota.componentId ?? everything}
                onValueChange={(id) => put({ componentId: id === everything ? undefined : id })}
                options={[
                  { value: everything, label: messages.records.everything },
                  ...document.components.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </Field>
            <Measured row={quota} document={document} onChange={put} />
          </>
        )}
      </Rows>
      <Rows
        title={messages.records.deals}
        one={messages.records.deal}
        rows={test.deals}
        onChange={(deals) => onChange({ deals })}
        fresh={{ amount: '' }}
      >
        {(deal, put) => (
          <>
            <Text
              label={messages.records.amount}
              figure
              value={deal.amount}
              onChange={(amount) => put({ amount })}
            />
            <Text
              label={messages.records.day}
              type="date"
              value={deal.date}
              onChange={(date) => put({ date })}
            />
            <Measured row={deal} document={document} onChange={put} />
            <Text
              label={messages.records.product}
              value={deal.product}
              onChange={(product) => put({ product })}
            />
            <Text label={messages.records.kind} value={deal.kind} onChange={(kind) => put({ kind })} />
            <Text
              label={messages.records.share}
              figure
              value={deal.sharePercent}
              onChange={(sharePercent) => put({ sharePercent })}
            />
          </>
        )}
      </Rows>
      {foreign === null && test.exchangeRates.length === 0 ? null : (
        <Rows
          title={messages.records.rates}
          one={messages.records.exchangeRate}
          rows={test.exchangeRates}
          onChange={(exchangeRates) => onChange({ exchangeRates })}
          fresh={{ from: foreign ?? '', to: document.currency, date: '', rate: '', source: 'test' }}
        >
          {(rate, put) => (
            <>
              <Text
                label={messages.records.from}
                value={rate.from}
                onChange={(from) => put({ from: from.toUpperCase() })}
              />
              <Text
                label={messages.records.to}
                value={rate.to}
                onChange={(to) => put({ to: to.toUpperCase() })}
              />
              <Text
                label={messages.records.day}
                type="date"
                value={rate.date}
                onChange={(date) => put({ date })}
              />
              <Text
                label={messages.records.rate}
                figure
                value={rate.rate}
                onChange={(next) => put({ rate: next })}
              />
            </>
          )}
        </Rows>
      )}
    </>
  );
}

type Unit = NonNullable<PlanTest['quotas'][number]['unit']>;

type MeasuredProps = {
  row: { readonly unit?: Unit; readonly currency?: string | null };
  document: Plan;
  onChange: (change: { unit?: Unit | undefined; currency?: string | undefined }) => void;
};

/** Unit of an amount, if the plan has several, and the currency of money. */
function Measured({ row, document, onChange }: MeasuredProps) {
  const units = [...new Set(['$' as const, ...document.components.map(({ measure }) => measure.unit)])];
  const unit = row.unit ?? '$';
  const measureIn = (picked: string) => {
    const next = units.find((one) => one === picked) ?? '$';
    // only money has a currency
    onChange(next === '$' ? { unit: next } : { unit: next, currency: undefined });
  };
  return (
    <>
      {units.length > 1 ? (
        <Field label={messages.records.unit} required>
          <Select
            controlSize="sm"
            value={unit}
            onValueChange={measureIn}
            options={units.map((one) => ({ value: one, label: one === '$' ? messages.records.money : one }))}
          />
        </Field>
      ) : null}
      {unit === '$' ? (
        <Field label={messages.records.currency} required>
          <Select
            controlSize="sm"
            value={row.currency ?? document.currency}
            onValueChange={(picked) =>
              onChange({ currency: picked === document.currency ? undefined : picked })
            }
            options={currencyOptions([document.currency, row.currency ?? ''])}
          />
        </Field>
      ) : null}
    </>
  );
}

type TextProps = {
  label: string;
  value: string | null | undefined;
  figure?: boolean;
  type?: 'date';
  onChange: (value: string) => void;
};

function Text({ label, value, figure, type, onChange }: TextProps) {
  return (
    <Field
      label={label}
      required={label === messages.records.amount}
      error={figure && value && !isDecimal(value) ? messages.records.notNumber : undefined}
    >
      {type === 'date' ? (
        <DateInput controlSize="sm" value={value ?? ''} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          controlSize="sm"
          figure={figure}
          value={value ?? ''}
          onChange={(event) => onChange(figure ? event.target.value.trim() : event.target.value)}
        />
      )}
    </Field>
  );
}

type RowsProps<Row> = {
  title: string;
  one: string;
  rows: readonly Row[];
  fresh: Row;
  onChange: (rows: readonly Row[]) => void;
  children: (row: Row, put: (change: { [Name in keyof Row]?: Row[Name] | undefined }) => void) => ReactNode;
};

/** Records of one type, at most 200. */
function Rows<Row extends object>({ title, one, rows, fresh, onChange, children }: RowsProps<Row>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{title}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records of a test have no id
        <div key={index} className="flex items-start gap-2 rounded-lg border p-3">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-3 @lg:grid-cols-3">
            {children(row, (change) =>
              onChange(rows.map((old, at) => (at === index ? { ...old, ...change } : old))),
            )}
          </div>
          <IconButton
            size="sm"
            label={messages.records.remove(one, index + 1)}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        className="self-start"
        size="sm"
        icon={<Plus aria-hidden />}
        disabled={rows.length >= 200}
        onClick={() => onChange([...rows, fresh])}
      >
        {messages.records.add(one)}
      </Button>
    </fieldset>
  );
}
