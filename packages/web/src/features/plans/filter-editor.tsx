import type { Condition } from '@attain/domain/plans/condition';
import { ConditionRows } from './terms/condition-rows.tsx';

export type FilterEditorProps = {
  filter: readonly Condition[];
  onChange: (filter: readonly Condition[]) => void;
  readOnly: boolean;
};

/** Which deals count: every condition must hold; none means every deal of the measure's unit. */
export function FilterEditor({ filter, onChange, readOnly }: FilterEditorProps) {
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-2 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Which deals count</legend>
      {filter.length === 0 ? <p className="text-12 text-fg-3">Every deal of the measure’s unit.</p> : null}
      <ConditionRows conditions={filter} readOnly={readOnly} onChange={onChange} />
    </fieldset>
  );
}
