import { plusDays } from '../base/day.ts';
import { decimalProblem, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { Participant, PayTerm } from './participant.ts';

/** What holds on the days of a span. */
export interface TermSpan extends Span {
  /** Null: days of employment without a term. */
  readonly term: Pick<PayTerm, 'targetVariableAnnual' | 'commissionRatePercent' | 'currency'> | null;
}

/** What is wrong with the amounts of a pay term (QUOTA-21); its days are checked like those of leaves and ramps. */
export function checkPayTerm(term: PayTerm): readonly Problem[] {
  return (['targetVariableAnnual', 'commissionRatePercent'] as const).flatMap((field): Problem[] => {
    const text = term[field];
    if (text === null) return [];
    const path = `payTerms[${term.participantId}, ${term.from}].${field}`;
    if (!isDecimal(text)) return [{ ...decimalProblem(text, path), rule: 'QUOTA-21' }];
    if (!text.startsWith('-')) return [];
    return [{ rule: 'QUOTA-21', path, message: `${text} is negative. Enter zero or more.` }];
  });
}

/** The span cut where another term begins (QUOTA-21). `terms` in the order of their days. */
export function termSpans(
  span: Span,
  participant: Participant,
  terms: readonly PayTerm[],
): readonly TermSpan[] {
  const cuts = new Set<string>([span.from]);
  const cut = (day: string) => {
    if (day > span.from && day <= span.to) cuts.add(day);
  };
  for (const { from, to } of terms) {
    cut(from);
    if (to !== null) cut(plusDays(to, 1));
  }
  // before hiring and after leaving, the nearest term holds
  if (participant.hiredOn !== null) cut(participant.hiredOn);
  if (participant.leftOn !== null) cut(plusDays(participant.leftOn, 1));
  const days = [...cuts].sort();
  const spans: TermSpan[] = [];
  for (const [i, from] of days.entries()) {
    const next = days[i + 1];
    const to = next === undefined ? span.to : plusDays(next, -1);
    const term = termOn(from, participant, terms);
    const before = spans.at(-1);
    if (before !== undefined && before.term === term)
      spans[spans.length - 1] = { from: before.from, to, term };
    else spans.push({ from, to, term });
  }
  return spans;
}

/** The term of a day. Before the first one the participant's own columns hold, where there are any. */
export function termOn(day: string, participant: Participant, terms: readonly PayTerm[]): TermSpan['term'] {
  const latest = terms.findLast(({ from }) => from <= day);
  if (latest !== undefined && (latest.to === null || day <= latest.to)) return latest;
  const { hiredOn, leftOn } = participant;
  if (latest !== undefined) return leftOn !== null && leftOn < day ? latest : null;
  if (participant.targetVariableAnnual !== null || participant.commissionRatePercent !== null)
    return participant;
  return hiredOn !== null && day < hiredOn ? (terms[0] ?? null) : null;
}
