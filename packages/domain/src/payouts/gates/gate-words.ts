import { attainmentOf, attainmentWords } from '../../attainment/attainment.ts';
import { countedAttainment } from '../../attainment/weighted-average.ts';
import { percent } from '../../base/figures.ts';
import type { AverageTerms, GateTerms } from '../line-terms.ts';

/**
 * What a closed gate still asks for: `its gate needs 90% on hygiene, which stands at 80%`, and so on for each; of an average each
 * part with its weight.
 */
export function closedGate({ conditions, average }: GateTerms): string {
  if (average !== null) return `its gate needs ${averageWords(average)}`;
  const missing = conditions.filter(({ reached }) => !reached);
  const asked = missing.map(({ component, credited, quota, atLeastPercent }) => {
    const attained = attainmentOf(credited, quota);
    const actual =
      attained === null ? 'has no quota to be measured by' : `stands at ${attainmentWords(attained)}`;
    return `${percent(atLeastPercent)} on ${component.name}, which ${actual}`;
  });
  return `its gate needs ${asked.join(', and ')}`;
}

/** `an average of 90% and stands at 78% (acv at 120%, counted as 100%, weighs 60%; renewals at 45% weighs 40%)`. */
function averageWords({ parts, atLeastPercent, maxPercent, actual }: AverageTerms): string {
  const needed = `an average of ${percent(atLeastPercent)}`;
  if (actual === null) {
    const missing = parts.filter(({ attained }) => attained === null);
    const names = listed(missing.map(({ component }) => component.name));
    return `${needed}, and ${names} ${missing.length === 1 ? 'has' : 'have'} no quota to be measured by`;
  }
  const texts = parts.map(({ component, weightPercent, attained }) => {
    const holds = attained !== null && countedAttainment(attained, maxPercent) !== attained;
    const counted = maxPercent === null || !holds ? '' : `, counted as ${percent(maxPercent)},`;
    return `${component.name} at ${attainmentWords(attained ?? actual)}${counted} weighs ${percent(weightPercent)}`;
  });
  return `${needed} and stands at ${attainmentWords(actual)} (${texts.join('; ')})`;
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
