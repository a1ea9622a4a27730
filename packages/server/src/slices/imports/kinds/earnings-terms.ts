import { plain } from '@attain/domain/base/decimal';
import { variableOf } from '@attain/domain/quotas/on-target-earnings';
import type { FinishRow, KindField } from './kind.ts';

/** What a file may say of earnings in place of target variable pay: all of it at target, and what of it is base or variable. */
export const earningsTerms: readonly KindField[] = [
  {
    field: 'oteAnnual',
    label: 'On-target earnings (year)',
    required: false,
    type: 'positive',
    describe:
      'Base and target variable pay of a year together; needs base pay or the variable share beside it.',
    hints: ['ote', 'ontargetearnings', 'oteannual', 'annualote', 'targettotalcash', 'totaltargetcash'],
  },
  {
    field: 'baseAnnual',
    label: 'Base pay (year)',
    required: false,
    type: 'positive',
    describe:
      'Fixed pay of a year; with on-target earnings the rest is target variable pay. It is not stored.',
    hints: ['baseannual', 'basepay', 'basesalary', 'annualbase', 'fixedpay', 'base', 'salary'],
  },
  {
    field: 'variableSharePercent',
    label: 'Variable share of on-target earnings',
    required: false,
    type: 'percent',
    describe: 'The variable part of the pay mix in percent: 40 of 60:40.',
    hints: ['variableshare', 'variablesharepercent', 'variablepercent', 'variablepct', 'variableparts'],
  },
];

/** Fills in target variable pay from on-target earnings where only these are given, and refuses what does not add up (QUOTA-18). */
export function variableFromEarnings(at: (field: string) => number): FinishRow {
  const [target, ote] = [at('targetVariableAnnual'), at('oteAnnual')];
  const [base, share] = [at('baseAnnual'), at('variableSharePercent')];
  return (values, voice) => {
    const all = values[ote] ?? null;
    // what cannot be read has been told; that nothing follows from it has not to be
    const unread = ['targetVariableAnnual', 'baseAnnual', 'variableSharePercent'].some(voice.isBad);
    if (all === null || unread) return;
    const given = values[target] ?? null;
    const [basePay, variablePercent] = [values[base] ?? null, values[share] ?? null];
    // target variable pay that is given needs no other word; what else is given has to agree with it
    if (given !== null && basePay === null && variablePercent === null) return;
    const variable = variableOf({ ote: all, base: basePay, variablePercent });
    if (typeof variable === 'string') {
      voice.fail(
        'oteAnnual',
        variable,
        'Give base pay, the variable share or target variable pay, so that they agree.',
      );
    } else if (given === null) values[target] = plain(variable);
    else if (!variable.eq(given))
      voice.fail(
        'oteAnnual',
        `That makes ${plain(variable)} of target variable pay, but ${given} is given.`,
        'Correct one of them, or leave on-target earnings out.',
      );
  };
}
