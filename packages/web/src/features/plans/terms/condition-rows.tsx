import type { Condition, ConditionField } from '@attain/domain/plans/condition';
import { ownNameOf } from '@attain/domain/plans/own-fields';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { ownFieldsQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { fieldOptions, operatorOf, operatorsFor, withField, withOperator } from './condition-operators.ts';
import { ConditionValue } from './condition-value.tsx';
import { messages } from './messages.ts';

export type ConditionRowsProps = {
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
  readOnly: boolean;
  /** Label before the number: `Condition`, `Factor 2, condition`. */
  name?: string;
};

/** Conditions on a deal; all must be met. */
export function ConditionRows({
  conditions,
  onChange,
  readOnly,
  name = messages.rows.condition,
}: ConditionRowsProps) {
  const stored = useQuery(ownFieldsQuery());
  const asked = conditions.flatMap(({ field }) => ownNameOf(field) ?? []);
  const own = [...new Set([...(stored.data ?? []).map(({ name: one }) => one), ...asked])];
  const change = (index: number, next: Condition) =>
    onChange(conditions.map((one, at) => (at === index ? next : one)));
  return (
    <>
      {conditions.map((condition, index) => {
        const label = `${name} ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
          <div key={index} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-2 @md:grid-cols-[9rem_9rem_minmax(0,1fr)]">
              <Select
                controlSize="sm"
                disabled={readOnly}
                aria-label={messages.rows.field(label)}
                value={condition.field}
                onValueChange={(field) => change(index, withField(condition, field as ConditionField))}
                options={fieldOptions(own)}
              />
              <Select
                controlSize="sm"
                disabled={readOnly}
                aria-label={messages.rows.comparison(label)}
                value={operatorOf(condition)}
                onValueChange={(operator) => change(index, withOperator(condition, operator))}
                options={operatorsFor(condition)}
              />
              <ConditionValue
                // another field or operator resets the value
                key={`${condition.field} ${operatorOf(condition)}`}
                label={label}
                condition={condition}
                readOnly={readOnly}
                onChange={(next) => change(index, next)}
              />
            </div>
            {readOnly ? null : (
              <IconButton
                size="sm"
                label={messages.rows.remove(label.toLowerCase())}
                icon={<Trash2 aria-hidden />}
                onClick={() => onChange(conditions.filter((_, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          aria-label={name === messages.rows.condition ? undefined : messages.rows.addTo(name.toLowerCase())}
          onClick={() => onChange([...conditions, { field: 'product', in: [] }])}
        >
          {messages.rows.add}
        </Button>
      )}
    </>
  );
}
