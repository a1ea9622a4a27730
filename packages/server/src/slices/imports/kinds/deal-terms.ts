import type { KindField } from './kind.ts';

/** What few deals have: credit on top, approval, the length of a contract, and the deal that is taken back. */
export const dealTerms: readonly KindField[] = [
  {
    field: 'overlays',
    label: 'Overlays',
    required: false,
    type: 'overlays',
    describe: 'Credit on top of the splits in percent of the deal, summing to anything: 301:50;302:100.',
    hints: ['overlays', 'overlay', 'overlaycredit', 'overlaysplits'],
  },
  {
    field: 'approvedOn',
    label: 'Approved on',
    required: false,
    type: 'date',
    describe: 'The day somebody approved the result; empty: not approved.',
    hints: ['approvedon', 'approved', 'approvaldate', 'dateapproved'],
  },
  {
    field: 'termMonths',
    label: 'Term in months',
    required: false,
    type: 'months',
    describe: 'Length of the contract in months, for example 12.',
    hints: ['termmonths', 'term', 'contractmonths', 'contractterm'],
  },
  {
    field: 'reverses',
    label: 'Reverses deal',
    required: false,
    type: 'id',
    describe: 'Id of the deal this one takes back, wholly or in part.',
    hints: ['reverses', 'reversesid', 'reversesdeal', 'originaldeal', 'originalorder', 'creditnotefor'],
  },
];
