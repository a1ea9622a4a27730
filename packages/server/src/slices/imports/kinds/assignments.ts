import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Dates on which a participant is paid by the plan; only deals on these dates count. */
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
