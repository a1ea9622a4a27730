import { earningsTerms, variableFromEarnings } from './earnings-terms.ts';
import type { Kind } from './kind.ts';

/** People who are credited and paid, with their manager, dates and agreed pay. */
export const participants: Kind = {
  name: 'participants',
  label: 'Participants',
  stored: [
    'id',
    'name',
    'email',
    'title',
    'manager',
    'hiredOn',
    'leftOn',
    'currency',
    'territory',
    'targetVariableAnnual',
    'commissionRatePercent',
    'effectiveFrom',
  ],
  key: ['id'],
  total: null,
  days: null,
  fields: [
    {
      field: 'id',
      label: 'Participant id',
      required: true,
      type: 'id',
      describe: 'The id deals and quotas refer to.',
      hints: [
        'participantid',
        'id',
        'payeeid',
        'employeeid',
        'businessentityid',
        'salespersonid',
        'repid',
        'employeekey',
        'userid',
        'participant',
        'payee',
        'employee',
        'personnelnumber',
        'personalnummer',
      ],
    },
    {
      field: 'name',
      label: 'Name',
      required: false,
      type: 'text',
      describe: 'Name as shown; the id when there is none.',
      hints: [
        'name',
        'fullname',
        'participantname',
        'employeename',
        'displayname',
        'payeename',
        'salesperson',
        'rep',
        'lastname',
      ],
    },
    {
      field: 'email',
      label: 'E-mail',
      required: false,
      type: 'email',
      describe: 'E-mail address.',
      hints: ['email', 'emailaddress', 'mail', 'upn'],
    },
    {
      field: 'title',
      label: 'Title',
      required: false,
      type: 'text',
      describe: 'Job title.',
      hints: ['title', 'jobtitle', 'position', 'role', 'function'],
    },
    {
      field: 'manager',
      label: 'Manager',
      required: false,
      type: 'id',
      describe: 'Participant id of the manager; must be in this file or known already.',
      hints: [
        'manager',
        'managerid',
        'reportsto',
        'supervisor',
        'supervisorid',
        'bossid',
        'leader',
        'vorgesetzter',
      ],
    },
    {
      field: 'hiredOn',
      label: 'Hired on',
      required: false,
      type: 'date',
      describe: 'First day of employment.',
      hints: [
        'hiredon',
        'hiredate',
        'hired',
        'startdate',
        'joindate',
        'employedfrom',
        'entrydate',
        'eintritt',
        'eintrittsdatum',
      ],
    },
    {
      field: 'leftOn',
      label: 'Left on',
      required: false,
      type: 'date',
      describe: 'Last day of employment; empty while employed.',
      hints: [
        'lefton',
        'leavedate',
        'terminationdate',
        'enddate',
        'left',
        'employedto',
        'exitdate',
        'austritt',
        'austrittsdatum',
      ],
    },
    {
      field: 'currency',
      label: 'Currency',
      required: false,
      type: 'currency',
      describe: 'Currency the person is paid in.',
      hints: ['currency', 'currencycode', 'paycurrency', 'ccy'],
    },
    {
      field: 'territory',
      label: 'Territory',
      required: false,
      type: 'text',
      describe: 'Territory worked from the effective day on.',
      hints: ['territory', 'territoryid', 'salesterritory', 'region', 'salesterritorykey'],
    },
    {
      field: 'targetVariableAnnual',
      label: 'Target variable pay (year)',
      required: false,
      type: 'positive',
      describe:
        'Agreed variable pay for a whole year, for example 60000; divided by the quota it is the individual commission rate (ICR).',
      hints: [
        'targetvariableannual',
        'individualtarget',
        'targetvariablepay',
        'targetvariable',
        'variablepay',
        'annualvariable',
        'tvp',
        'ticannual',
        'targetincentive',
      ],
    },
    ...earningsTerms,
    {
      field: 'commissionRatePercent',
      label: 'Commission rate',
      required: false,
      type: 'percent',
      describe: 'Own commission rate in percent (1.2), or as a fraction (0.012) when so mapped.',
      hints: [
        'commissionratepercent',
        'commissionrate',
        'commissionpct',
        'commissionpercent',
        'commission',
        'rate',
      ],
    },
    {
      field: 'effectiveFrom',
      label: 'Effective from',
      required: false,
      type: 'date',
      describe: 'From when manager and territory hold; without it from the day of hire.',
      hints: ['effectivefrom', 'effectivedate', 'validfrom', 'asof'],
    },
  ],
  finish(at) {
    const [id, manager, hired, left] = [at('id'), at('manager'), at('hiredOn'), at('leftOn')];
    const earn = variableFromEarnings(at);
    return (values, voice) => {
      earn(values, voice);
      const [from, to] = [values[hired], values[left]];
      if (from && to && to < from) {
        voice.fail(
          'leftOn',
          `The person left on ${to}, before being hired on ${from}.`,
          'Correct one of the two dates.',
        );
      }
      if (values[manager] !== null && values[manager] === values[id]) {
        voice.fail(
          'manager',
          'Nobody can be their own manager.',
          'Name another participant, or leave the cell empty.',
        );
      }
    };
  },
};
