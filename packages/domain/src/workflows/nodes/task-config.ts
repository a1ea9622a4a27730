import { choice, fields, namedFields, template, text, whole } from './fields.ts';
import type { ConfigSchema } from './node-type.ts';

/** The stated time a task may take before it is escalated. */
export const SLA_MINUTES = 60;
const YEAR_MINUTES = 366 * 24 * 60;

/** What every task for a person can be given; `required` are the fields this kind cannot do without. */
export function taskConfig(required: readonly string[] = []): ConfigSchema {
  return fields(
    {
      title: { ...template('Task title', 'Title of the task; blank: the node’s title.'), default: '' },
      instructions: { ...template('Instructions', 'Decision or work to do.'), default: '' },
      assignee: {
        ...text('Assignee', 'A user name. Leave blank to use the queue.'),
        default: '',
      },
      queue: { ...text('Queue', 'A role whose members can take it, such as finance.'), default: '' },
      priority: choice(['Priority', 'Order in the task list.'], ['medium', 'low', 'high', 'critical']),
      form: { ...namedFields('Form', 'Fields to fill in.'), default: [] },
      slaMinutes: whole(['SLA (min)', 'Escalate after this many minutes.'], [1, YEAR_MINUTES], SLA_MINUTES),
      escalateTo: { ...text('Escalate to', 'A user name or role.'), default: '' },
      expiresAfterMinutes: whole(['Expires (min)', 'Blank: never.'], [1, YEAR_MINUTES]),
    },
    required,
  );
}
