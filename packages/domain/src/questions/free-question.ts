import { type Question, readQuestion } from './grammar.ts';
import { takePeriod } from './spoken-period.ts';

/**
 * Reads what a language model made of a question that fits no form (ASK-20): by the same rules, and only if it names the periods, the
 * numbers and the person of the question itself. Null for anything else.
 */
export function readRewritten(question: string, rewritten: string, today: string): Question | null {
  const read = readQuestion(rewritten, today);
  if (read === null || read.ahead) return null;
  if (periodsIn(rewritten, today).join() !== periodsIn(question, today).join()) return null;
  const own = new Set(question.match(/\d+/g) ?? []);
  if (!(rewritten.match(/\d+/g) ?? []).every((number) => own.has(number))) return null;
  const who = 'who' in read ? read.who : undefined;
  if (who === undefined) return read;
  const isNamed =
    who === 'me'
      ? /\b(?:i|me|my|mine)\b/i.test(question)
      : question.toLowerCase().includes(who.toLowerCase());
  return isNamed ? read : null;
}

function periodsIn(text: string, today: string): readonly string[] {
  const found: string[] = [];
  let left = text;
  for (;;) {
    const { period, rest } = takePeriod(left, today);
    if (period === undefined) return found.toSorted();
    found.push(period);
    left = rest;
  }
}
