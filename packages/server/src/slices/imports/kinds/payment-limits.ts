import { decimal } from '@attain/domain/base/decimal';
import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Minimum and maximum of one payment to a participant, with dates. */
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
      describe: 'Currency of the limited earnings, for example USD.',
      hints: ['currency', 'currencycode', 'ccy'],
    },
    fromField,
    toField(true),
    {
      field: 'minimum',
      label: 'At least',
      required: false,
      type: 'positive',
      describe: 'The minimum of one payment, for example 1500; blank: no minimum.',
      hints: ['minimum', 'min', 'atleast', 'least', 'floor', 'guarantee'],
    },
    {
      field: 'maximum',
      label: 'At most',
      required: false,
      type: 'positive',
      describe: 'The maximum of one payment, for example 25000; blank: no maximum.',
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
        voice.fail('minimum', 'The row has no limit.', 'Enter a minimum, a maximum or both.');
      } else if (minimum !== null && maximum !== null && decimal(maximum).lt(decimal(minimum))) {
        const reason = `The maximum ${maximum} is below the minimum ${minimum}.`;
        voice.fail('maximum', reason, 'Swap or correct the amounts.');
      }
    };
  },
};
