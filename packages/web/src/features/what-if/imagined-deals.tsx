import type { CalculationInput } from '@attain/domain/payouts/payout';
import { Plus, Trash2 } from 'lucide-react';
import { isTypedDecimal } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type ImaginedDeal, kindsOf, nextImagined, ownAmountsOf, ownFieldsOf, valuesOf } from './imagined.ts';
import { messages } from './messages.ts';

/** Limit of new deals in the form. */
const maxImagined = 20;
/** Option for no value. */
const none = messages.added.none;

export type ImaginedDealsProps = {
  input: CalculationInput;
  deals: readonly ImaginedDeal[];
  onChange: (deals: readonly ImaginedDeal[]) => void;
};

/** Hypothetical deals, one row each. */
export function ImaginedDeals({ input, deals, onChange }: ImaginedDealsProps) {
  const put = (next: ImaginedDeal) => onChange(deals.map((deal) => (deal.id === next.id ? next : deal)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{messages.added.title}</legend>
      {deals.map((deal, index) => (
        <OneDeal
          key={deal.id}
          number={index + 1}
          input={input}
          deal={deal}
          onChange={put}
          onRemove={() => onChange(deals.filter(({ id }) => id !== deal.id))}
        />
      ))}
      <Button
        className="self-start"
        size="sm"
        icon={<Plus aria-hidden />}
        disabled={deals.length >= maxImagined}
        onClick={() => onChange([...deals, nextImagined(input, deals)])}
      >
        {deals.length === 0 ? messages.added.add : messages.added.addAnother}
      </Button>
    </fieldset>
  );
}

type OneDealProps = {
  number: number;
  input: CalculationInput;
  deal: ImaginedDeal;
  onChange: (deal: ImaginedDeal) => void;
  onRemove: () => void;
};

function OneDeal({ number, input, deal, onChange, onRemove }: OneDealProps) {
  const { from, to } = input.period;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the fieldset would say its name before every field
    <div
      role="group"
      aria-label={messages.added.group(number)}
      className="grid grid-cols-2 items-start gap-3 rounded-lg border p-3 @lg:grid-cols-3"
    >
      <div className="col-span-full flex items-center justify-between">
        <span className="text-12 text-fg-2">{messages.added.deal(number)}</span>
        <IconButton
          size="sm"
          label={messages.added.remove(number)}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <Field
        label={messages.added.amount(deal.unit === '$' ? input.plan.currency : null)}
        required
        error={deal.amount !== '' && !isTypedDecimal(deal.amount) ? messages.added.wrong : undefined}
      >
        <Input
          figure
          controlSize="sm"
          placeholder="25000"
          value={deal.amount}
          onChange={(event) => onChange({ ...deal, amount: event.target.value.trim() })}
        />
      </Field>
      <Field
        label={messages.added.day}
        required
        error={
          deal.date < from || deal.date > to
            ? messages.added.wrongDay(formatDay(from), formatDay(to))
            : undefined
        }
      >
        <DateInput
          controlSize="sm"
          min={from}
          max={to}
          value={deal.date}
          onChange={(event) => onChange({ ...deal, date: event.target.value })}
        />
      </Field>
      <DealAbout {...{ input, deal, onChange }} />
    </div>
  );
}

/** Unit, type, product, territory and own fields of the deal, if there is a choice. */
function DealAbout({ input, deal, onChange }: Pick<OneDealProps, 'input' | 'deal' | 'onChange'>) {
  const units = [...new Set(input.plan.components.map(({ measure }) => measure.unit))];
  const kinds = kindsOf(input);
  return (
    <>
      {units.length > 1 ? (
        <Field label={messages.added.unit} required>
          <Select
            controlSize="sm"
            value={deal.unit}
            onValueChange={(unit) => onChange({ ...deal, unit: units.find((one) => one === unit) ?? '$' })}
            options={units.map((unit) => ({
              value: unit,
              label: unit === '$' ? messages.added.money : unit,
            }))}
          />
        </Field>
      ) : null}
      {kinds.length > 0 ? (
        <Field label={messages.added.kind} required>
          <Select
            controlSize="sm"
            value={deal.kind}
            onValueChange={(kind) => onChange({ ...deal, kind })}
            options={[...new Set([...kinds, deal.kind])].map((value) => ({ value, label: value }))}
          />
        </Field>
      ) : null}
      {(['product', 'territory'] as const).map((field) => (
        <Field key={field} label={field === 'product' ? messages.added.product : messages.added.territory}>
          <Select
            controlSize="sm"
            value={deal[field] || none}
            onValueChange={(value) => onChange({ ...deal, [field]: value === none ? '' : value })}
            options={[none, ...valuesOf(input.deals, field)].map((value) => ({ value, label: value }))}
          />
        </Field>
      ))}
      {ownAmountsOf(input).map((name) => {
        const value = deal.ownFields[name] ?? '';
        return (
          <Field
            key={name}
            label={name}
            error={value !== '' && !isTypedDecimal(value) ? messages.added.wrong : undefined}
          >
            <Input
              figure
              controlSize="sm"
              value={value}
              onChange={(event) => onChange(withOwn(deal, name, event.target.value.trim()))}
            />
          </Field>
        );
      })}
      {ownFieldsOf(input).map(({ name, values }) => (
        <Field key={name} label={name}>
          <Select
            controlSize="sm"
            value={deal.ownFields[name] ?? none}
            onValueChange={(value) => onChange(withOwn(deal, name, value === none ? '' : value))}
            options={[none, ...values].map((value) => ({ value, label: value }))}
          />
        </Field>
      ))}
    </>
  );
}

/** The deal with another value in an own field; blank: without one. */
function withOwn(deal: ImaginedDeal, name: string, value: string): ImaginedDeal {
  const { [name]: _before, ...others } = deal.ownFields;
  return { ...deal, ownFields: value === '' ? others : { ...others, [name]: value } };
}
