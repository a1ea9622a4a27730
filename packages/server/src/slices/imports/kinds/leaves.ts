import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Days on which somebody was off the plan: they do not count where a plan prorates. */
export const leaves: Kind = {
  name: 'leaves',
  label: 'Leaves',
  stored: ['participant', 'from', 'to'],
  key: ['participant', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [participantField, fromField, toField(false)],
  finish: (at) => endsAfterStart(at, 'The leave'),
};
