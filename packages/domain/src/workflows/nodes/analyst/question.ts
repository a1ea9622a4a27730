import type { FindingKind } from './finding.ts';

/** What a question asks for (AN-9): kinds of findings and fields it names; `everything` when an overview is asked for. */
export interface Question {
  readonly kinds: ReadonlySet<FindingKind>;
  readonly everything: boolean;
  /** Fields of what came in that it names; empty: it names none. */
  readonly fields: ReadonlySet<string>;
  /** The field after “by” or “per”, when there is one of that name. */
  readonly groupBy: string | null;
}

const WORDS: readonly (readonly [FindingKind, RegExp])[] = [
  ['count', /\b(how many|count|number of)\b/],
  ['total', /\b(totals?|sums?|adds? up|altogether|overall|how much)\b/],
  ['mean', /\b(averages?|mean|typical(ly)?)\b/],
  ['highest', /\b(highest|largest|biggest|greatest|most|top|max(imum)?|best)\b/],
  ['lowest', /\b(lowest|smallest|least|min(imum)?|worst|fewest)\b/],
  ['far-off', /\b(outliers?|unusual|anomal(y|ies|ous)|suspicious|strange|odd|far off|stands? out)\b/],
  ['missing', /\b(missing|incomplete|empty|blank|gaps?|quality)\b/],
  ['repeated', /\b(duplicates?|duplicated|repeated|repeats?|twice|doubles?)\b/],
  ['fault', /\b(wrong|fail(s|ed|ure|ures)?|errors?|invalid|problems?|faults?|issues?)\b/],
];
const OVERVIEW =
  /\b(summar(y|ies|ise|ize)|overview|describe|analy[sz]e|analysis|explain|report|review|look at|tell me about)\b/;

/** Reads a question against the fields there are. Same question, same fields, same reading. */
export function readQuestion(text: string, fields: readonly string[]): Question {
  const said = ` ${spaced(text)} `;
  const named = new Set(fields.filter((field) => names(said, field)));
  const grouped = fields.filter((field) => / (by|per|for each|in each) (the )?$/.test(before(said, field)));
  const kinds = new Set(WORDS.filter(([, words]) => words.test(said)).map(([kind]) => kind));
  const groupBy = grouped[0] ?? null;
  if (groupBy !== null) kinds.add('groups');
  if (named.size > 0) kinds.add('value');
  return { kinds, everything: OVERVIEW.test(said), fields: named, groupBy };
}

/** Small letters, and words apart: `netAmount`, `net_amount` and `Net amount` are the same. */
function spaced(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function names(said: string, field: string): boolean {
  const word = spaced(field);
  return word.length > 1 && (said.includes(` ${word} `) || said.includes(` ${word}s `));
}

/** What stands before a field's name, when it is named. */
function before(said: string, field: string): string {
  const at = said.indexOf(` ${spaced(field)}`);
  return at < 0 || !names(said, field) ? '' : said.slice(0, at + 1);
}
