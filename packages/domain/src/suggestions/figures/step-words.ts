import { decimal } from '../../base/decimal.ts';
import { counted, figure, moneyIn } from '../../base/figures.ts';
import type { ConfidenceStep } from '../claim.ts';

/** A step of the reasoning chain in words. */
export interface StepWords {
  /** Its result in one line. */
  readonly statement: string;
  /** Its arithmetic with the result; empty if the step does not apply. */
  readonly arithmetic: string;
  /** How it is computed, and what neither the statement nor the savings by period say. */
  readonly details: readonly string[];
}

/** Words a step of a change in `currency`. */
export function stepWords(step: ConfidenceStep, currency: string): StepWords {
  const { statement, arithmetic, details } = wordsOf[step.key](step, currency);
  const { percent } = step;
  return { statement, details, arithmetic: percent === null ? '' : `100 × ${arithmetic} = ${percent}` };
}

const wordsOf: Readonly<
  Record<ConfidenceStep['key'], (step: ConfidenceStep, currency: string) => StepWords>
> = {
  'data-coverage': ({ formula }) => {
    const parts = formula.match(/\d+ of \d+/g) ?? [];
    const [months, payees, rows] = parts.map(grouped);
    return {
      statement: `${months} months, ${payees} payees, ${rows} rows`,
      arithmetic: parts.map((part) => grouped(part).replace(' of ', '/')).join(' × '),
      details: [
        'Months with deals, payees both plans can pay, and rows of the last imports without a problem.',
      ],
    };
  },
  'rule-match': ({ facts }) => {
    const [same, all] = facts[0]?.value.split(' of ') ?? [];
    return {
      statement: `${same} of ${all} resamples find the same change`,
      arithmetic: `${same} ÷ ${all}`,
      details: [`The rule is applied to ${all} random draws of the payees.`],
    };
  },
  backtest: ({ facts, formula }, currency) => {
    const amounts = facts.map(({ value }) => decimal(value)).toSorted((a, b) => a.cmp(b));
    const [lowest, highest] = [amounts[0], amounts.at(-1)];
    const inGroups = facts.some(({ label }) => label.startsWith('Group '));
    const each = inGroups ? 'group' : 'period';
    return {
      statement:
        lowest === undefined || highest === undefined
          ? 'No savings to compare'
          : `From ${moneyIn(lowest, currency)} to ${moneyIn(highest, currency)} a ${each}`,
      arithmetic: `(${grouped(formula)})`,
      details: [
        `The savings of each ${each} are compared with the mean of those before it.`,
        // savings by period are figures of the change itself
        ...(inGroups
          ? facts.map(({ label, value }) => `${label}: ${moneyIn(decimal(value), currency)}`)
          : []),
      ],
    };
  },
  'policy-check': ({ facts, formula }) => {
    const count = (status: string) => facts.filter(({ value }) => value === status).length;
    const [warned, violated] = [count('Warning'), count('Violation')];
    const statement = [
      `${count('OK')} of ${facts.length} policies OK`,
      ...(warned > 0 ? [counted(warned, 'warning')] : []),
      ...(violated > 0 ? [counted(violated, 'violation')] : []),
    ];
    return {
      statement: facts.length === 0 ? 'No policies apply' : statement.join(', '),
      arithmetic: violated > 0 ? '0' : formula.replaceAll(/ (OK|warnings|policies)/g, ''),
      details: facts.map(({ label, value }) => `${label}: ${value}`),
    };
  },
};

/** The numbers of a text with grouped thousands. */
function grouped(text: string): string {
  return text.replaceAll(/\d+(\.\d+)?/g, (number) => figure(decimal(number)));
}
