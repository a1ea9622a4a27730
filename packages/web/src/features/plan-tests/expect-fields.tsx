import type { Expectation, PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import { isDecimal } from '../../base/decimal.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';

export type ExpectFieldsProps = {
  test: PlanTest;
  document: Plan;
  onChange: (expect: Expectation) => void;
};

/** What a case must pay, component by component or in all; or the rules that must refuse it. */
export function ExpectFields({ test, document, onChange }: ExpectFieldsProps) {
  const { expect } = test;
  const amountOf = (id: string) =>
    expect.amounts?.find(({ componentId }) => componentId === id)?.amount ?? '';
  const active = document.components.filter((component) => component.status === 'Active');
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
      <legend className="mb-2 font-medium">It must pay</legend>
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-3">
        {active.map(({ id, name }) => (
          <Field key={id} label={`${name} (${document.currency})`} error={faultOf(amountOf(id))}>
            <Input
              figure
              controlSize="sm"
              value={amountOf(id)}
              onChange={(event) => put(id, event.target.value.trim())}
            />
          </Field>
        ))}
        <Field label={`All together (${document.currency})`} error={faultOf(expect.total)}>
          <Input
            figure
            controlSize="sm"
            value={expect.total ?? ''}
            onChange={(event) => onChange({ ...expect, total: event.target.value.trim() })}
          />
        </Field>
        <Field label="Or be refused by" hint="Numbers of rules, like CREDIT-6">
          <Input
            controlSize="sm"
            className="font-mono"
            defaultValue={expect.refused?.join(', ') ?? ''}
            onChange={(event) =>
              onChange({ ...expect, refused: event.target.value.split(/[\s,]+/).filter(Boolean) })
            }
          />
        </Field>
      </div>
    </fieldset>
  );
}

function faultOf(amount: string | undefined): string | undefined {
  return amount && !isDecimal(amount) ? 'Digits, like 1250.00' : undefined;
}
