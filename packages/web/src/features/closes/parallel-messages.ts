import type { ParallelRun } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { monthName } from '../../base/months.ts';

type SignOff = ParallelRun['signOffs'][number];

/** Texts of parallel runs. */
export const messages = {
  title: (month: string) => `Parallel run of ${monthName(month)}`,
  month: 'Month',
  failure: 'The parallel run could not be loaded',
  noClose: 'Nothing to compare yet',
  noCloseText: 'A parallel run begins once an active plan has payees and deals.',
  none: 'No pay of another system for this month',
  noneText:
    'Import what your spreadsheet or other system pays: payee, period and amount. Component and plan are optional.',
  import: 'Import parallel pay',
  importNew: 'Import',
  notCalculated: (plans: string) => `Not calculated or out of date: ${plans}.`,
  openClose: 'Open close',
  summary: (equal: number, of: number) =>
    equal === of
      ? `${counted(of, 'amount')}, all equal to the cent`
      : `${formatCount(equal)} of ${counted(of, 'amount')} equal to the cent`,
  tiles: {
    equal: 'Equal to the cent',
    stated: 'Other system',
    calculated: 'Attain',
    difference: 'Difference',
  },
  share: (equal: number, of: number) => `${formatCount(equal)} of ${formatCount(of)}`,
  rounding: (count: number) =>
    count === 0 ? 'No rounding differences' : `${counted(count, 'rounding difference')}`,
  states: {
    equal: 'Equal',
    rounding: 'Rounding',
    different: 'Different',
    'not-calculated': 'Only in the file',
    'not-stated': 'Only in Attain',
  },
  state: 'Result',
  every: 'All',
  table: {
    label: 'Compared pay',
    payee: 'Payee',
    payeeId: 'Payee ID',
    plan: 'Plan',
    planId: 'Plan ID',
    allPlans: 'All plans',
    period: 'Period',
    component: 'Component',
    componentId: 'Component ID',
    allComponents: 'All components',
    stated: 'Other system',
    calculated: 'Attain',
    difference: 'Difference',
    currency: 'Currency',
    noMatch: 'No pay with this result',
  },
  signOff: 'Sign off',
  signTitle: (month: string) => `Sign off the parallel run of ${monthName(month)}`,
  signText: (equal: number, of: number) =>
    `${formatCount(equal)} of ${counted(of, 'amount')} equal to the cent. Recorded in the audit log.`,
  note: 'Why the differences are accepted',
  noteOptional: 'Note',
  anotherSigns: 'You imported this pay, so another person signs it off.',
  alone: 'You imported this pay and no one else can sign it off. The record says so.',
  signed: 'Signed off',
  signedBy: ({ by, at, isOwnImport }: SignOff) =>
    `Signed off by ${by}${isOwnImport ? ', who also imported the pay' : ''}, ${formatMoment(at)}`,
  history: 'Signed-off months',
  months: (equal: number, of: number) => `${formatCount(equal)} of ${counted(of, 'month')} equal to the cent`,
};
