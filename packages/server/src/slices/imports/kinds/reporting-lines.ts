import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import type { Kind } from './kind.ts';

/** Manager of a participant, with dates: team credit follows it by the deal's date. */
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
      type: 'participant',
      describe: 'Participant ID of the manager in this period.',
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
      voice.fail('manager', 'A participant can’t be their own manager.', 'Enter another participant.');
    };
  },
};
