import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Who led whom, from a day to a day: credit of a team follows it by the deal's date. */
export const reportingLines: Kind = {
  name: 'reporting-lines',
  label: 'Reporting lines',
  stored: ['participant', 'manager', 'from', 'to'],
  key: ['participant', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [
    participantField,
    {
      field: 'manager',
      label: 'Manager',
      required: true,
      type: 'id',
      describe: 'Participant id of the manager in this time.',
      hints: ['manager', 'managerid', 'reportsto', 'supervisor', 'supervisorid', 'leader'],
      mayBe: ['boss', 'bossid', 'linemanager', 'directmanager', 'teamlead', 'teamleader'],
    },
    fromField,
    toField(true),
  ],
  finish(at) {
    const inOrder = endsAfterStart(at, 'The reporting line');
    const [participant, manager] = [at('participant'), at('manager')];
    return (values, voice) => {
      inOrder(values, voice);
      if (values[manager] === null || values[manager] !== values[participant]) return;
      voice.fail('manager', 'Nobody can be their own manager.', 'Name another participant.');
    };
  },
};
