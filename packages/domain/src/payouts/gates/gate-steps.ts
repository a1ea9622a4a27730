import { attainmentOf, attainmentWords, inPercent } from '../../attainment/attainment.ts';
import { countedAttainment } from '../../attainment/weighted-average.ts';
import { ZERO } from '../../base/decimal.ts';
import { bracketed, money, percent } from '../../base/figures.ts';
import { type Ratio, ratio } from '../../base/ratio.ts';
import type {
  AveragedTerms,
  AverageTerms,
  ConditionTerms,
  GateTerms,
  LineTerms,
  Trace,
} from '../line-terms.ts';
import type { Step } from '../payout.ts';
import { listed } from './gate-words.ts';

/** What a gate leaves of the pay (PAY-10): all of it where it is open, or where it closes the higher rates of the rate itself. */
export function gated(terms: LineTerms, pay: Ratio, trace: Trace): Ratio {
  const { gate } = terms;
  if (gate === null) return pay;
  const result = gate.open || gate.closes === 'higher-rates' ? pay : ratio(ZERO);
  if (trace === null) return result;
  if (gate.average !== null) averageSteps(terms, gate, { average: gate.average, left: result }, trace);
  let left = pay;
  for (const condition of gate.conditions) {
    if (!condition.reached) left = result;
    trace.push(conditionStep(terms, gate, condition, left));
  }
  return result;
}

/** One thing the gate asks for, where it stands, and what of the pay is left behind it. */
function conditionStep(
  { plan }: LineTerms,
  gate: GateTerms,
  { component, credited, quota, atLeastPercent, reached }: ConditionTerms,
  left: Ratio,
): Step {
  const attained = attainmentOf(credited, quota);
  const actual = attained === null ? 'undefined' : attainmentWords(attained);
  const needed = percent(atLeastPercent);
  const opened = gate.conditions.length === 1 ? 'The gate is open' : 'The gate asks for it';
  const message = reached
    ? `${opened}: ${component.name} reaches ${needed}`
    : `${closedWords(gate)}: ${component.name} must reach ${needed}`;
  const sign = reached ? '≥' : attained === null ? 'is not' : '<';
  return {
    rule: ruleOf(gate),
    message,
    formula: `${actual} ${sign} ${needed}`,
    result: money(left, plan.currency),
  };
}

/** The average as a reader works it out, then what it decides. */
function averageSteps(
  { plan }: LineTerms,
  gate: GateTerms,
  { average, left }: { readonly average: AverageTerms; readonly left: Ratio },
  trace: Step[],
): void {
  const { parts, atLeastPercent, maxPercent, actual } = average;
  const names = listed(parts.map(({ component }) => component.name));
  const needed = percent(atLeastPercent);
  const unmeasured = parts.filter(({ attained }) => attained === null);
  if (actual !== null) {
    const max = maxPercent === null ? '' : `, each counted up to ${percent(maxPercent)}`;
    trace.push({
      rule: 'PAY-42',
      message: `The average of ${names} by their weights${max}`,
      formula: parts.map((part) => partFormula(part, average)).join(' + '),
      result: percent(inPercent(actual)),
    });
  }
  const message =
    actual === null
      ? `${closedWords(gate)}: without an attainment of ${listed(unmeasured.map(({ component }) => component.name))} there is no average`
      : gate.open
        ? `The gate is open: the average reaches ${needed}`
        : `${closedWords(gate)}: the average must reach ${needed}`;
  const formula =
    actual === null
      ? `undefined is not ${needed}`
      : `${attainmentWords(actual)} ${gate.open ? '≥' : '<'} ${needed}`;
  trace.push({ rule: ruleOf(gate), message, formula, result: money(left, plan.currency) });
}

/** `60% × 80%`; `60% × min(130%, 100%)` where no more counts. */
function partFormula({ weightPercent, attained }: AveragedTerms, { maxPercent }: AverageTerms): string {
  if (attained === null) return '';
  const all = percent(inPercent(attained));
  const holds = countedAttainment(attained, maxPercent) !== attained;
  const counted = maxPercent === null || !holds ? bracketed(all) : `min(${all}, ${percent(maxPercent)})`;
  return `${percent(weightPercent)} × ${counted}`;
}

function closedWords({ closes }: GateTerms): string {
  return closes === 'higher-rates' ? 'The gate closes the higher rates' : 'The gate is closed';
}

function ruleOf({ closes }: GateTerms): string {
  return closes === 'higher-rates' ? 'PAY-27' : 'PAY-10';
}
