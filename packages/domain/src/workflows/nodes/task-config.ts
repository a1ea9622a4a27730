import { choice, fields, namedFields, template, text, whole } from './fields.ts';
import type { ConfigSchema } from './node-type.ts';

/** The stated time a task may take before it is escalated. */
export const SLA_MINUTES = 60;
const YEAR_MINUTES = 366 * 24 * 60;

/** What every task for a person can be given; `required` are the fields this kind cannot do without. */
export function taskConfig(required: readonly string[] = []): ConfigSchema {
  return fields(
    {
      title: { ...template('Task title', 'What people read; left empty: the node’s title.'), default: '' },
      instructions: { ...template('Instructions', 'What has to be decided or done.'), default: '' },
      assignee: {
        ...text('Assignee', 'A user name. Leave empty to use the queue.'),
        default: '',
      },
      queue: { ...text('Queue', 'A role whose members can take it, such as finance.'), default: '' },
      priority: choice(['Priority', 'How it is ordered.'], ['medium', 'low', 'high', 'critical']),
      form: { ...namedFields('Form', 'What has to be filled in.'), default: [] },
      slaMinutes: whole(
        ['SLA (min)', 'After so many minutes it is escalated.'],
        [1, YEAR_MINUTES],
        SLA_MINUTES,
      ),
      escalateTo: { ...text('Escalate to', 'A user name or role.'), default: '' },
      expiresAfterMinutes: whole(['Expires (min)', 'Left out: never.'], [1, YEAR_MINUTES]),
    },
    required,
  );
}
