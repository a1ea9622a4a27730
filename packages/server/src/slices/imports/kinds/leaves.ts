import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Dates on which a participant is on leave; they do not count if a plan prorates. */
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
