import type { Component } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { ownFieldsQuery } from '../../api/queries.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

export type OwnAmountProps = {
  measure: Component['measure'];
  onChange: (measure: Component['measure']) => void;
  readOnly: boolean;
};

/** A value that no name of a field can be. */
const DEAL = '*';

/** Which amount of a deal is added, where deals have custom fields. */
export function OwnAmount({ measure, onChange, readOnly }: OwnAmountProps) {
  const stored = useQuery(ownFieldsQuery());
  const { own, ...rest } = measure;
  const names = [...new Set([...(stored.data ?? []).map(({ name }) => name), ...(own ? [own] : [])])];
  if (measure.of === 'deals' || names.length === 0) return null;
  return (
    <Field label={messages.component.amount} hint={own ? messages.component.amountHint : undefined} required>
      <Select
        disabled={readOnly}
        value={own ?? DEAL}
        onValueChange={(name) => onChange(name === DEAL ? rest : { ...rest, own: name })}
        options={[
          { value: DEAL, label: messages.component.dealAmount },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
    </Field>
  );
}
