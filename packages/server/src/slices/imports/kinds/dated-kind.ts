import type { FinishRow, KindField } from './kind.ts';

/** The participant field of every kind with one participant. */
export const participantField: KindField = {
  field: 'participant',
  label: 'Participant',
  required: true,
  type: 'participant',
  describe: 'ID of the participant.',
  hints: [
    'participant',
    'participantid',
    'payeeid',
    'payee',
    'salespersonid',
    'employeeid',
    'repid',
    'rep',
    'id',
  ],
};

/** The first day of a span of days. */
export const fromField: KindField = {
  field: 'from',
  label: 'From',
  required: true,
  type: 'date',
  describe: 'First day, inclusive.',
  hints: ['from', 'fromdate', 'startdate', 'start', 'validfrom', 'effectivefrom', 'since'],
  mayBe: ['begin', 'begins', 'starts', 'startson', 'effectivedate', 'firstday'],
};

/** The last day of a span of days; `lasting`: it may be empty while the span lasts. */
export function toField(lasting: boolean): KindField {
  return {
    field: 'to',
    label: 'To',
    required: !lasting,
    type: 'date',
    describe: lasting ? 'Last day, inclusive; blank if there is no end date.' : 'Last day, inclusive.',
    hints: ['to', 'todate', 'enddate', 'end', 'validto', 'until'],
    mayBe: ['ends', 'endson', 'effectiveto', 'effectiveuntil', 'lastday'],
  };
}

/** Fails a row that ends before it starts; `what` names it in the sentence: "The leave". */
export function endsAfterStart(at: (field: string) => number, what: string): FinishRow {
  const [fromAt, toAt] = [at('from'), at('to')];
  return (values, voice) => {
    const [from, to] = [values[fromAt], values[toAt]];
    if (!from || !to || from <= to) return;
    voice.fail('to', `${what} ends on ${to}, before it starts on ${from}.`, 'Swap or correct the dates.');
  };
}
