import type { Kind } from './kind.ts';

/** Territory of a participant, with dates. */
export const territories: Kind = {
  name: 'territories',
  label: 'Territories',
  stored: ['participant', 'territory', 'from', 'to'],
  key: ['participant', 'territory', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [
    {
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
        'businessentityid',
        'salespersonid',
        'salesperson',
        'employeeid',
        'employeekey',
        'repid',
        'rep',
        'id',
      ],
    },
    {
      field: 'territory',
      label: 'Territory',
      required: true,
      type: 'text',
      describe: 'Name or number of the territory.',
      hints: [
        'territory',
        'territoryid',
        'territoryname',
        'salesterritorykey',
        'salesterritory',
        'region',
        'area',
      ],
    },
    {
      field: 'from',
      label: 'From',
      required: true,
      type: 'date',
      describe: 'First day, inclusive.',
      hints: ['from', 'fromdate', 'startdate', 'start', 'validfrom', 'effectivefrom', 'since'],
    },
    {
      field: 'to',
      label: 'To',
      required: false,
      type: 'date',
      describe: 'Last day, inclusive; blank if there is no end date.',
      hints: ['to', 'todate', 'enddate', 'end', 'validto', 'until'],
    },
  ],
  finish(at) {
    const [fromAt, toAt] = [at('from'), at('to')];
    return (values, voice) => {
      const [from, to] = [values[fromAt], values[toAt]];
      if (from && to && to < from) {
        voice.fail(
          'to',
          `The territory ends on ${to}, before it starts on ${from}.`,
          'Swap or correct the dates.',
        );
      }
    };
  },
};
