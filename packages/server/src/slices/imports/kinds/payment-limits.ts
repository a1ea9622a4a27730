import { decimal } from '@attain/domain/base/decimal';
import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** The least and the most that one payment of somebody may be, from a day to a day. */
export const paymentLimits: Kind = {
  name: 'payment-limits',
  label: 'Payment limits',
  stored: ['participant', 'currency', 'from', 'to', 'minimum', 'maximum'],
  key: ['participant', 'currency', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [
    participantField,
    {
      field: 'currency',
      label: 'Currency',
      required: true,
      type: 'currency',
      describe: 'Currency of the earnings the limits are in, for example USD.',
      hints: ['currency', 'currencycode', 'ccy'],
    },
    fromField,
    toField(true),
    {
      field: 'minimum',
      label: 'At least',
      required: false,
      type: 'positive',
      describe: 'The least one payment is, for example 1500; empty: no such limit.',
      hints: ['minimum', 'min', 'atleast', 'least', 'floor', 'guarantee'],
    },
    {
      field: 'maximum',
      label: 'At most',
      required: false,
      type: 'positive',
      describe: 'The most one payment is, for example 25000; empty: no such limit.',
      hints: ['maximum', 'max', 'atmost', 'most', 'cap', 'ceiling'],
    },
  ],
  finish(at) {
    const inOrder = endsAfterStart(at, 'The limit');
    const [min, max] = [at('minimum'), at('maximum')];
    return (values, voice) => {
      inOrder(values, voice);
      const [minimum, maximum] = [values[min] ?? null, values[max] ?? null];
      if (minimum === null && maximum === null) {
        voice.fail('minimum', 'The row limits nothing.', 'Give the least, the most, or both.');
      } else if (minimum !== null && maximum !== null && decimal(maximum).lt(decimal(minimum))) {
        const reason = `The most that is paid, ${maximum}, is below the least, ${minimum}.`;
        voice.fail('maximum', reason, 'Swap or correct the two amounts.');
      }
    };
  },
};
