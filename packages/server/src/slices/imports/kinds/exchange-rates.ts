import type { Kind } from './kind.ts';

/** Rates of exchange by day. */
export const exchangeRates: Kind = {
  name: 'exchange-rates',
  label: 'Exchange rates',
  stored: ['from', 'to', 'date', 'rate', 'source'],
  key: ['from', 'to', 'date'],
  total: null,
  days: { from: 'date', to: 'date' },
  fields: [
    {
      field: 'from',
      label: 'From currency',
      required: true,
      type: 'currency',
      describe: 'The currency to convert from, for example USD.',
      hints: ['from', 'fromcurrency', 'fromcurrencycode', 'base', 'basecurrency', 'sourcecurrency'],
    },
    {
      field: 'to',
      label: 'To currency',
      required: true,
      type: 'currency',
      describe: 'The currency to convert to, for example EUR.',
      hints: ['to', 'tocurrency', 'tocurrencycode', 'quote', 'quotecurrency', 'targetcurrency', 'currency'],
    },
    {
      field: 'date',
      label: 'Date',
      required: true,
      type: 'date',
      describe: 'The first day on which the rate applies.',
      hints: ['date', 'currencyratedate', 'ratedate', 'day', 'validfrom', 'asof'],
    },
    {
      field: 'rate',
      label: 'Rate',
      required: true,
      type: 'positive',
      describe: 'Units of "to" that one unit of "from" buys, for example 0.9703.',
      hints: ['rate', 'exchangerate', 'endofdayrate', 'averagerate', 'fxrate', 'value'],
    },
    {
      field: 'source',
      label: 'Source',
      required: false,
      type: 'text',
      describe: 'The publisher of the rate.',
      hints: ['source', 'provider', 'publisher'],
      fallback: 'import',
    },
  ],
  finish(at) {
    const [from, to, rate] = [at('from'), at('to'), at('rate')];
    return (values, voice) => {
      const same = values[from] !== null && values[from] === values[to];
      if (same && values[rate] !== null && !/^1(?:\.0*)?$/.test(values[rate] ?? '')) {
        voice.fail(
          'rate',
          `The rate from ${values[from]} to itself is not 1.`,
          'Correct one of the currencies, or remove the row.',
        );
      }
      if (values[rate] !== null && /^0*\.?0*$/.test(values[rate] ?? '')) {
        voice.fail('rate', 'The rate is zero.', 'Enter a rate above zero.');
      }
    };
  },
};
