import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Dates on which only a percentage of quota and target pay applies. */
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
      describe: 'Percentage of the quota that applies on these days, for example 50.',
      hints: ['quotapercent', 'quota', 'rampquota', 'ramp', 'percent'],
    },
    {
      field: 'targetPercent',
      label: 'Target %',
      required: true,
      type: 'percent',
      describe: 'Percentage of target pay that applies on these days, for example 100.',
      hints: ['targetpercent', 'target', 'ramptarget', 'targetpay'],
    },
  ],
  finish(at) {
    return endsAfterStart(at, 'The ramp');
  },
};
