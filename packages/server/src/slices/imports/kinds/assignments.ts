import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Days on which somebody is paid by the plan: their deals count on these days, and on no others. */
export const assignments: Kind = {
  name: 'assignments',
  label: 'Assignments',
  stored: ['participant', 'from', 'to'],
  key: ['participant', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [participantField, fromField, toField(true)],
  finish: (at) => endsAfterStart(at, 'The assignment'),
};
