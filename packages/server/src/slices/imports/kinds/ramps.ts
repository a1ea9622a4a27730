import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Days on which only a percent of somebody's quota and target pay counts. */
export const ramps: Kind = {
  name: 'ramps',
  label: 'Ramps',
  stored: ['participant', 'from', 'to', 'quotaPercent', 'targetPercent'],
  key: ['participant', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [
    participantField,
    fromField,
    toField(false),
    {
      field: 'quotaPercent',
      label: 'Quota %',
      required: true,
      type: 'percent',
      describe: 'How many percent of the quota count on these days, for example 50.',
      hints: ['quotapercent', 'quota', 'rampquota', 'ramp', 'percent'],
    },
    {
      field: 'targetPercent',
      label: 'Target %',
      required: true,
      type: 'percent',
      describe: 'How many percent of target pay count on these days, for example 100.',
      hints: ['targetpercent', 'target', 'ramptarget', 'targetpay'],
    },
  ],
  finish(at) {
    return endsAfterStart(at, 'The ramp');
  },
};
