import type { Shape } from '../../base/json-shape.ts';
import { choice, expression, fields, namedFields, template, whole } from './fields.ts';
import type { ConfigSchema } from './node-type.ts';

/** The stated time a task may take before it is escalated. */
export const SLA_MINUTES = 60;
const YEAR_MINUTES = 366 * 24 * 60;

/** The name of a person or role, fixed or computed: `{{ input.manager }}`. */
const person = (title: string, description: string): Shape => ({
  ...template(title, description),
  maxLength: 500,
  default: '',
});

/** What every task for a person can be given; `required` are the fields this kind cannot do without. */
export function taskConfig(required: readonly string[] = []): ConfigSchema {
  return fields(
    {
      title: { ...template('Task title', 'Title of the task; blank: the node’s title.'), default: '' },
      instructions: { ...template('Instructions', 'Decision or work to do.'), default: '' },
      assignee: person('Assignee', 'A user name, or {{ input.manager }}. Blank: the queue.'),
      queue: person('Queue', 'A role whose members can take it, such as finance.'),
      priority: choice(['Priority', 'Order in the task list.'], ['medium', 'low', 'high', 'critical']),
      form: { ...namedFields('Form', 'Fields to fill in.'), default: [] },
      slaMinutes: whole(['SLA (min)', 'Escalate after this many minutes.'], [1, YEAR_MINUTES], SLA_MINUTES),
      dueAt: expression('Due', 'A moment, such as dateAdd(now(), 2, "days"). Blank: after the SLA.'),
      escalateTo: person('Escalate to', 'A user name or role.'),
      expiresAfterMinutes: whole(['Expires (min)', 'Blank: never.'], [1, YEAR_MINUTES]),
      expiresAt: expression('Expires', 'A moment. Blank: after the minutes above.'),
    },
    required,
  );
}
