import { decimal, plain } from '@attain/domain/base/decimal';
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
    const inOrder = endsAfterStart(at, 'The ramp');
    return (values, voice) => {
      inOrder(values, voice);
      for (const field of ['quotaPercent', 'targetPercent']) {
        const percent = decimal(values[at(field)] ?? '0');
        if (percent.gte(0) && percent.lte(1_000)) continue;
        voice.fail(field, `${plain(percent)} % is out of range.`, 'Write a percent from 0 to 1000.');
      }
    };
  },
};
