import type { KindField } from './kind.ts';

/** Rare fields of deals: overlays, approval, contract term, and the reversed deal. */
export const dealTerms: readonly KindField[] = [
  {
    field: 'overlays',
    label: 'Overlays',
    required: false,
    type: 'overlays',
    describe: 'Credit in addition to the splits, in percent of the deal; any total: 301:50;302:100.',
    hints: ['overlays', 'overlay', 'overlaycredit', 'overlaysplits'],
  },
  {
    field: 'approvedOn',
    label: 'Approved on',
    required: false,
    type: 'date',
    describe: 'Date on which the result was approved; blank: not approved.',
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
    describe: 'ID of the deal this one reverses, in full or in part.',
    hints: ['reverses', 'reversesid', 'reversesdeal', 'originaldeal', 'originalorder', 'creditnotefor'],
  },
];
