import type { Condition } from '@attain/domain/plans/condition';
import { messages } from './messages.ts';
import { ConditionRows } from './terms/condition-rows.tsx';

export type FilterEditorProps = {
  filter: readonly Condition[];
  onChange: (filter: readonly Condition[]) => void;
  readOnly: boolean;
};

/** Conditions a deal must meet to count; without any, all deals in the measure's unit count. */
export function FilterEditor({ filter, onChange, readOnly }: FilterEditorProps) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-2 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{messages.filter.title}</legend>
      {filter.length === 0 ? <p className="text-12 text-fg-3">{messages.filter.all}</p> : null}
      <ConditionRows conditions={filter} readOnly={readOnly} onChange={onChange} />
    </fieldset>
  );
}
