import { plain } from '@attain/domain/base/decimal';
import { variableOf } from '@attain/domain/quotas/on-target-earnings';
import type { FinishRow, KindField } from './kind.ts';

/** Alternatives to target variable pay: on-target earnings, with base pay or the variable share. */
export const earningsTerms: readonly KindField[] = [
  {
    field: 'oteAnnual',
    label: 'On-target earnings (year)',
    required: false,
    type: 'positive',
    describe: 'Base and target variable pay for a year; also requires base pay or the variable share.',
    hints: ['ote', 'ontargetearnings', 'oteannual', 'annualote', 'targettotalcash', 'totaltargetcash'],
  },
  {
    field: 'baseAnnual',
    label: 'Base pay (year)',
    required: false,
    type: 'positive',
    describe: 'Fixed pay for a year. With on-target earnings, the rest is target variable pay. Not stored.',
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

/**
 * Derives target variable pay from on-target earnings if only these are given; reports values that do not add up
 * (QUOTA-18).
 */
export function variableFromEarnings(at: (field: string) => number): FinishRow {
  const [target, ote] = [at('targetVariableAnnual'), at('oteAnnual')];
  const [base, share] = [at('baseAnnual'), at('variableSharePercent')];
  return (values, voice) => {
    const all = values[ote] ?? null;
    // Unreadable values already have an error; skip errors that follow from it.
    const unread = ['targetVariableAnnual', 'baseAnnual', 'variableSharePercent'].some(voice.isBad);
    if (all === null || unread) return;
    const given = values[target] ?? null;
    const [basePay, variablePercent] = [values[base] ?? null, values[share] ?? null];
    // target variable pay that is given needs no other word; what else is given has to agree with it
    if (given !== null && basePay === null && variablePercent === null) return;
    const variable = variableOf({ ote: all, base: basePay, variablePercent });
    if (typeof variable === 'string') {
      voice.fail('oteAnnual', variable, 'Provide base pay, the variable share or target variable pay.');
    } else if (given === null) values[target] = plain(variable);
    else if (!variable.eq(given))
      voice.fail(
        'oteAnnual',
        `The result is ${plain(variable)} of target variable pay, but the row has ${given}.`,
        'Correct one of them, or leave on-target earnings blank.',
      );
  };
}
