import type { ApprovalRequirements } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';

type Limits = ApprovalRequirements['importLimits'];
type Typed = Readonly<Record<keyof Limits, string>>;

const texts = messages.rules;

/** The limits as they are typed. */
export const typedLimits = ({ rows, amount }: Limits): Typed => ({
  rows: rows === null ? '' : String(rows),
  amount: amount ?? '',
});

/** What is stored of what was typed; null: the records are no number. */
export function readLimits({ rows, amount }: Typed): Limits | null {
  if (!/^\d*$/.test(rows)) return null;
  return { rows: rows === '' ? null : Number(rows), amount: amount === '' ? null : amount };
}

type ImportLimitFieldsProps = {
  typed: Typed;
  stored: Limits;
  currency: string;
  mayEdit: boolean;
  problemOf: (field: keyof Limits) => string | undefined;
  onChange: (typed: Typed) => void;
};

/** What one person imports in a day before somebody else has to approve it. */
export function ImportLimitFields(props: ImportLimitFieldsProps) {
  const { typed, stored, currency, mayEdit, problemOf, onChange } = props;
  const input = (field: keyof Limits, label: string, inputMode: 'numeric' | 'decimal') => (
    <div className="w-48">
      <Field required label={label} error={problemOf(field)}>
        <Input
          figure
          inputMode={inputMode}
          placeholder={texts.unlimited}
          value={typed[field]}
          onChange={({ target }) => onChange({ ...typed, [field]: target.value.trim() })}
        />
      </Field>
    </div>
  );
  const { rows, amount } = stored;
  return (
    <section className="grid gap-x-6 gap-y-2 border-t pt-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h3 className="font-medium">{texts.imports}</h3>
        <p className="text-12 text-fg-3">{texts.importsHint}</p>
      </div>
      {mayEdit ? (
        <div className="flex flex-wrap items-start gap-2">
          {input('rows', texts.importRows, 'numeric')}
          {input('amount', texts.importAmount(currency), 'decimal')}
        </div>
      ) : (
        <p>
          {[
            rows === null ? null : counted(rows, 'record'),
            amount === null ? null : formatMoney(amount, { currency }),
          ]
            .filter(Boolean)
            .join(' · ') || texts.unlimited}
        </p>
      )}
    </section>
  );
}
