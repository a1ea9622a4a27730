import { endsAfterStart, fromField, participantField, toField } from './dated-kind.ts';
import { earningsTerms, variableFromEarnings } from './earnings-terms.ts';
import type { Kind, KindField } from './kind.ts';
import { participants } from './participants.ts';

const agreed: readonly string[] = ['title', 'currency', 'targetVariableAnnual', 'commissionRatePercent'];

const ofParticipants = (field: string): KindField[] =>
  participants.fields.filter((one) => one.field === field);

/** What is agreed with participants, with dates: title, base pay, target variable pay and commission rate. */
export const payTerms: Kind = {
  name: 'pay-terms',
  label: 'Pay terms',
  stored: ['participant', 'from', 'to', ...agreed, 'baseAnnual'],
  key: ['participant', 'from'],
  total: null,
  days: { from: 'from', to: 'to' },
  fields: [
    participantField,
    fromField,
    toField(true),
    ...agreed.flatMap(ofParticipants),
    ...earningsTerms.map((field) =>
      field.field === 'baseAnnual'
        ? {
            ...field,
            describe: 'Fixed pay for a year. With on-target earnings, the rest is target variable pay.',
          }
        : field,
    ),
  ],
  finish(at) {
    const [inOrder, earn] = [endsAfterStart(at, 'The term'), variableFromEarnings(at)];
    const [target, rate] = [at('targetVariableAnnual'), at('commissionRatePercent')];
    const base = at('baseAnnual');
    return (values, voice) => {
      inOrder(values, voice);
      earn(values, voice);
      const unread = ['targetVariableAnnual', 'commissionRatePercent', 'baseAnnual'].some(voice.isBad);
      if (unread || [target, rate, base].some((place) => (values[place] ?? null) !== null)) return;
      voice.fail(
        'targetVariableAnnual',
        'The term has neither target variable pay nor a commission rate.',
        'Enter one of them; 0 means none.',
      );
    };
  },
};
