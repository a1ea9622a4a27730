import type { Expectation, PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import { isDecimal } from '../../base/decimal.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';

export type ExpectFieldsProps = {
  test: PlanTest;
  document: Plan;
  onChange: (expect: Expectation) => void;
};

/** Expected pay of a test, by component or in total, or the rules that must reject it. */
export function ExpectFields({ test, document, onChange }: ExpectFieldsProps) {
  const { expect } = test;
  const amountOf = (id: string) =>
    expect.amounts?.find(({ componentId }) => componentId === id)?.amount ?? '';
  const active = document.components.filter((component) => component.status === 'Active');
  // the test may name components that were removed since
  const gone = (expect.amounts ?? []).filter(
    ({ componentId, amount }) => amount !== '' && active.every(({ id }) => id !== componentId),
  );
  const put = (id: string, amount: string) =>
    onChange({
      ...expect,
      amounts: [
        ...(expect.amounts ?? []).filter(({ componentId }) => componentId !== id),
        { componentId: id, amount },
      ],
    });
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{messages.expect.title}</legend>
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-3">
        {active.map(({ id, name }) => (
          <Field
            key={id}
            label={messages.expect.amount(name, document.currency)}
            error={faultOf(amountOf(id))}
          >
            <Input
              figure
              controlSize="sm"
              value={amountOf(id)}
              onChange={(event) => put(id, event.target.value.trim())}
            />
          </Field>
        ))}
        {gone.map(({ componentId: id }) => (
          <Field key={id} label={id} error={messages.expect.gone}>
            <Input
              figure
              controlSize="sm"
              value={amountOf(id)}
              onChange={(event) => put(id, event.target.value.trim())}
            />
          </Field>
        ))}
        <Field label={messages.expect.total(document.currency)} error={faultOf(expect.total)}>
          <Input
            figure
            controlSize="sm"
            value={expect.total ?? ''}
            onChange={(event) => onChange({ ...expect, total: event.target.value.trim() })}
          />
        </Field>
        <Field
          label={messages.expect.rejected}
          hint={messages.expect.rejectedHint}
          error={ruleFault(expect.rejected ?? [])}
        >
          <Input
            controlSize="sm"
            className="font-mono"
            defaultValue={expect.rejected?.join(', ') ?? ''}
            onChange={(event) =>
              onChange({ ...expect, rejected: event.target.value.split(/[\s,]+/).filter(Boolean) })
            }
          />
        </Field>
      </div>
    </fieldset>
  );
}

function faultOf(amount: string | undefined): string | undefined {
  return amount && !isDecimal(amount) ? messages.expect.notNumber : undefined;
}

/** Rule series that can reject a calculation. */
const series = ['BASE', 'PLAN', 'QUOTA', 'CREDIT', 'ATT', 'PAY'];
const ruleNumber = new RegExp(`^(${series.join('|')})-[1-9][0-9]*$`);

function ruleFault(rules: readonly string[]): string | undefined {
  const unknown = rules.find((rule) => !ruleNumber.test(rule));
  if (unknown === undefined) return undefined;
  return messages.expect.notRule(unknown, series.join(', '));
}
