import { beginningOf } from '../check-workflow.ts';
import { isObject, ownField } from '../json-value.ts';
import type { Workflow } from '../workflow.ts';

/** One value a run is started with; `label` is the name where the workflow gives none. */
export interface StartField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly string[];
}

/** The values a run of a workflow has to be started with, as its beginning states them; none when it states nothing. */
export function startFields(workflow: Workflow): readonly StartField[] {
  const stated = beginningOf(workflow)?.config.fields;
  return (Array.isArray(stated) ? stated.filter(isObject) : []).map((one) => {
    const options = ownField(one, 'options');
    const name = String(ownField(one, 'name') ?? '');
    return {
      name,
      label: String(ownField(one, 'label') || name),
      type: String(ownField(one, 'type') ?? 'text'),
      required: ownField(one, 'required') === true,
      options: Array.isArray(options) ? options.map(String) : [],
    };
  });
}
