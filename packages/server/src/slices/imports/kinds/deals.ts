import { dealTerms } from './deal-terms.ts';
import { type Kind, OWN_FIELDS } from './kind.ts';

/** Deals, returns and measured results: what credits are made from. */
export const deals: Kind = {
  name: 'deals',
  label: 'Deals',
  stored: [
    'id',
    'date',
    'amount',
    'unit',
    'currency',
    'participant',
    'splits',
    'kind',
    'product',
    'territory',
    'customer',
    ...dealTerms.map(({ field }) => field),
    OWN_FIELDS,
  ],
  key: ['id'],
  total: { amount: 'amount', unit: 'unit', currency: 'currency' },
  days: { from: 'date', to: 'date' },
  fields: [
    {
      field: 'id',
      label: 'Deal id',
      required: true,
      type: 'id',
      describe:
        "The source system's own ID, unique in the file. Two columns can be joined: order number and line.",
      hints: [
        'dealid',
        'transactionid',
        'id',
        'externalid',
        'salesordernumber',
        'ordernumber',
        'orderid',
        'salesorderid',
        'invoicenumber',
        'invoiceno',
        'invoiceid',
        'opportunityid',
        'bookingid',
        'deal',
        'order',
        'invoice',
        'transaction',
        'reference',
        'beleg',
        'belegnummer',
        'rechnungsnummer',
        'auftragsnummer',
      ],
      mayBe: ['opportunity', 'opportunitynumber', 'opportunityno', 'recordid'],
    },
    {
      field: 'date',
      label: 'Date',
      required: true,
      type: 'date',
      describe: 'The business date that decides the period, for example 2024-03-31.',
      hints: [
        'date',
        'dealdate',
        'transactiondate',
        'closedate',
        'closeddate',
        'closedon',
        'orderdate',
        'bookingdate',
        'invoicedate',
        'salesdate',
        'saledate',
        'day',
        'datum',
        'belegdatum',
        'rechnungsdatum',
      ],
      mayBe: ['closed', 'closedat', 'closingdate', 'dateclosed', 'won', 'wonon', 'wondate'],
    },
    {
      field: 'amount',
      label: 'Amount',
      required: true,
      type: 'number',
      describe: 'Exact amount, negative for returns, for example 20565.6206.',
      hints: [
        'amount',
        'netamount',
        'dealamount',
        'netsubtotaloltp',
        'netsubtotal',
        'netsales',
        'subtotal',
        'salesamount',
        'amountnet',
        'value',
        'dealvalue',
        'closevalue',
        'total',
        'totalamount',
        'revenue',
        'bookings',
        'acv',
        'tcv',
        'arr',
        'score',
        'price',
        'betrag',
        'nettobetrag',
        'umsatz',
        'netto',
      ],
    },
    {
      field: 'currency',
      label: 'Currency',
      required: false,
      type: 'currency',
      describe: 'Three-letter code such as USD; required if the unit is $.',
      hints: ['currency', 'currencycode', 'curr', 'ccy', 'iso', 'wahrung'],
    },
    {
      field: 'unit',
      label: 'Unit',
      required: false,
      type: 'unit',
      describe: '$ (the default), Score, Count or %.',
      hints: ['unit', 'measureunit', 'uom'],
      fallback: '$',
    },
    {
      field: 'participant',
      label: 'Participant',
      required: false,
      type: 'participant',
      describe: 'ID, email or name of the credited participant; optional if there are splits.',
      hints: [
        'participant',
        'participantid',
        'payee',
        'payeeid',
        'salespersonbusinessentityid',
        'salespersonid',
        'repid',
        'salesrepid',
        'opportunityownerid',
        'dealownerid',
        'employeeid',
        'employeekey',
        'ownerid',
        'sellerid',
        'mitarbeiter',
        'verkaufer',
        'vertreter',
      ],
      // The credited person is not guessed: a user must choose between two such columns.
      mayBe: [
        'salesperson',
        'salesagent',
        'salespersonname',
        'ownername',
        'rep',
        'salesrep',
        'owner',
        'opportunityowner',
        'dealowner',
        'employee',
        'seller',
        'agent',
        'accountexecutive',
        'ae',
      ],
    },
    {
      field: 'splits',
      label: 'Splits',
      required: false,
      type: 'splits',
      describe: 'Percentages that total 100, for example 276:60;289:40.',
      hints: ['splits', 'split', 'shares', 'creditsplit', 'creditsplits'],
    },
    {
      field: 'kind',
      label: 'Kind',
      required: false,
      type: 'text',
      describe: 'A category for plan conditions, for example sale, return, renewal.',
      hints: ['kind', 'type', 'dealtype', 'transactiontype', 'category'],
      fallback: 'sale',
    },
    {
      field: 'product',
      label: 'Product',
      required: false,
      type: 'text',
      describe: 'Product or product line.',
      hints: [
        'product',
        'productname',
        'productkey',
        'productid',
        'productline',
        'sku',
        'item',
        'subcategory',
        'produkt',
        'artikel',
      ],
    },
    {
      field: 'territory',
      label: 'Territory',
      required: false,
      type: 'text',
      describe: 'Territory or region of the deal.',
      hints: [
        'territory',
        'salesterritorykey',
        'territoryid',
        'territoryname',
        'salesterritory',
        'region',
        'area',
        'gebiet',
      ],
    },
    {
      field: 'customer',
      label: 'Customer',
      required: false,
      type: 'text',
      describe: 'The buyer.',
      hints: [
        'customer',
        'customername',
        'customerid',
        'account',
        'accountname',
        'client',
        'resellerkey',
        'reseller',
        'buyer',
        'store',
        'kunde',
      ],
      mayBe: ['company', 'companyname', 'associatedcompany', 'primarycompany'],
    },
    ...dealTerms,
  ],
  finish(at) {
    const [unit, currency, participant, splits, amount] = [
      at('unit'),
      at('currency'),
      at('participant'),
      at('splits'),
      at('amount'),
    ];
    return (values, voice) => {
      const sign = SIGNS[/[€£]/.exec(voice.textOf('amount'))?.[0] ?? ''];
      if (sign !== undefined && values[currency] !== null && values[currency] !== sign) {
        voice.fail(
          'amount',
          `The amount is in ${sign}, but the currency of the row is ${values[currency]}.`,
          'Correct the currency, or remove the sign.',
        );
      }
      if (values[participant] === null) {
        const first =
          splits < 0 || values[splits] === null ? undefined : firstParticipant(values[splits] ?? '');
        if (first === undefined) {
          voice.fail('participant', 'The deal credits no one.', 'Enter a participant ID or splits.');
        } else {
          values[participant] = first;
        }
      }
      if (values[unit] !== '$') values[currency] = null;
      else if (values[currency] === null && values[amount] !== null) {
        voice.fail(
          'currency',
          'The amount has no currency.',
          'Map a column, or set one currency for all rows.',
        );
      }
    };
  },
};

/** Signs that stand for a single currency; a dollar sign can be several. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

function firstParticipant(splits: string): string | undefined {
  const list = JSON.parse(splits) as { participantId: string }[];
  return list[0]?.participantId;
}
