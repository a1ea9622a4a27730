import type { Permission, Scope } from '@attain/domain/access/permissions';
import { takePeriod } from './spoken-period.ts';

/** What a question says beyond its kind. */
type Said = {
  readonly period?: string;
  /** How the period was named, when by today's date: "last quarter". */
  readonly periodWords?: string;
  /** The question asks about the future, which no stored result answers. */
  readonly ahead?: true;
};

/** What a question turned out to ask; the kinds are all there are. */
export type Question = Said &
  (
    | { readonly kind: 'total' }
    | { readonly kind: 'earners'; readonly order: 'most' | 'least'; readonly count: number }
    | {
        readonly kind: 'attainment';
        readonly order: 'most' | 'least';
        readonly count: number;
        /** Only those above, or below, their quota. */
        readonly side?: 'above' | 'below';
        /** One person's attainment, not a ranking. */
        readonly who?: string;
      }
    | { readonly kind: 'person'; readonly who: string }
    | { readonly kind: 'next-tier'; readonly who: string }
    | { readonly kind: 'deals'; readonly order: 'most' | 'least'; readonly count: number }
    | { readonly kind: 'imports' }
    | { readonly kind: 'stale' }
  );
export type Kind = Question['kind'];

type KindInfo = {
  /** The permission it takes. */
  readonly needs: Permission;
  readonly name: string;
  readonly example: string;
  /** The example for people who see only their own results; null: the question makes no sense to them. */
  readonly ownExample?: string | null;
};

export const kinds: Readonly<Record<Kind, KindInfo>> = {
  total: { needs: 'read:calculations', name: 'Total pay', example: 'How much did we pay in 2025-Q4?' },
  earners: {
    needs: 'read:statements',
    name: 'Who earned most',
    example: 'Who earned most in 2025-Q4?',
    ownExample: null,
  },
  attainment: {
    needs: 'read:payouts',
    name: 'Attainment',
    example: 'Who is furthest above quota in 2025-Q4?',
    ownExample: 'What was my attainment in 2025-Q4?',
  },
  person: { needs: 'read:statements', name: 'A person’s pay', example: 'How much did I earn in 2025-Q4?' },
  'next-tier': {
    needs: 'read:statements',
    name: 'The next tier',
    example: 'What do I need for the next tier?',
  },
  deals: { needs: 'read:deals', name: 'Deals by size', example: 'What are the 5 biggest deals in 2025?' },
  imports: { needs: 'read:imports', name: 'Open imports', example: 'Which imports are open?' },
  stale: {
    needs: 'read:calculations',
    name: 'Results out of date',
    example: 'Which calculations are out of date?',
  },
};

const max = /\b(most|highest|top|best|biggest|largest|furthest above|over|above|beat|exceed(?:ed)?)\b/;
const min = /\b(least|lowest|worst|smallest|furthest below|under|below|miss(?:ed)?|behind)\b/;
const aboveQuota = /\b(above|over|beat|exceed(?:ed)?)\b/;
const belowQuota = /\b(below|under|miss(?:ed)?|behind)\b/;
const aboutFuture = /\b(will|going to|gonna)\b/;
const everybody = /^(we|us|our|ours|they|it|the (?:company|team|workspace|plan)|everybody|everyone|all)$/;
const aboutTotal = /\b(pay|pays|paid|payouts?|commissions?|costs?|total)\b/;
/** A question about the whole consists of these words alone: any other might be somebody's name. */
const totalWords = new Set(
  (
    'how much what which did do does is are was were will be has have been we us our they the a an of in for on out all and ' +
    'everybody everyone company team workspace altogether together total totals sum amount overall show me give tell ' +
    'pay pays paid payout payouts commission commissions cost costs latest last newest calculation period so far'
  ).split(' '),
);
const usualCount = 5;
const maxCount = 50;

/** Sentences that name a person, each with the person in its first group. */
const aboutPerson: readonly RegExp[] = [
  /\bhow much (?:did|does|do|will|was|were|is|are|am) (.+?) (?:earn|earned|get|make|made|receive|paid|being paid)\b/,
  /\bwhat (?:did|does|do|will) (.+?) (?:earn|get|make|receive)\b/,
  /\bwhat (?:was|is|are|am) (.+?) paid\b/,
  /\b(?:pay|payout|payouts|statement|earnings|commission|commissions) (?:of|for) (.+)$/,
  /^(?:what (?:is|was) |show (?:me )?)?(my|.+?(?=['’]))(?:['’]s?)? (?:pay|payout|payouts|statement|earnings|commission|commissions)$/,
];
const aboutAttainment: readonly RegExp[] = [
  /\b(?:attainment|quota|target) (?:of|for) (.+)$/,
  /\b(my)\b.*\b(?:attainment|quota|target)\b/,
  /^(?:what (?:is|was) |show (?:me )?)?(.+?)['’]s? (?:attainment|quota|target)/,
  /\b(?:did|do|am|was|have) (i)\b/,
];
const aboutNextTier: readonly RegExp[] = [
  /\b(?:does|do|did|must|can) (.+?) (?:need|have to|miss|lack|reach|get|sell)\b/,
  /\bnext (?:tier|level|rate|band) (?:of|for) (.+)$/,
  /^(.+?)['’]s? next (?:tier|level|rate|band)/,
];

/** The example of a kind for someone whose permission reaches this far; null: none. */
export function exampleFor(kind: Kind, scope: Scope | null): string | null {
  const { example, ownExample } = kinds[kind];
  return scope === 'own' && ownExample !== undefined ? ownExample : example;
}

/** Reads a question, asked on the day `today` (`YYYY-MM-DD`), as one of the kinds (ASK-1); null when it is none of them. */
export function readQuestion(text: string, today: string): Question | null {
  const { period, periodWords, rest, unclear } = takePeriod(
    text.normalize('NFC').replace(/\s+/g, ' ').trim(),
    today,
  );
  const words = rest.replace(/[?.!]+\s*$/, '').trim();
  const said = words.toLowerCase();
  if (said === '' || unclear) return null;
  const kind = readKind(words, said);
  if (!kind) return null;
  return {
    ...kind,
    ...(period === undefined ? {} : { period }),
    ...(periodWords === undefined ? {} : { periodWords }),
    ...(aboutFuture.test(said) ? { ahead: true } : {}),
  };
}

function readKind(words: string, said: string): Question | null {
  const who = (patterns: readonly RegExp[]) => nameIn(patterns, words);
  if (/\b(imports?|uploads?|files?)\b/.test(said)) return { kind: 'imports' };
  if (/\b(out of date|stale|outdated|calculated? again|recalculat\w*)\b/.test(said)) return { kind: 'stale' };
  if (/\bhow many\b/.test(said)) return null;
  if (/\bnext (tier|level|rate|band)\b/.test(said))
    return { kind: 'next-tier', who: who(aboutNextTier) ?? 'me' };
  if (/\bdeals?\b/.test(said)) {
    const order = orderIn(said);
    return order ? { kind: 'deals', order, count: countIn(said, /\bdeal\b/) } : null;
  }
  if (/\b(quota|target|attain\w*)\b/.test(said)) return readAttainment(words, said);
  if (/\b(who|which (?:people|person|payees?|reps?)|earners?|reps?|payees?|people)\b/.test(said)) {
    const order = orderIn(said);
    return order ? { kind: 'earners', order, count: countIn(said) } : null;
  }
  const person = who(aboutPerson);
  if (person !== undefined && !everybody.test(person.toLowerCase())) return { kind: 'person', who: person };
  const isTotal = aboutTotal.test(said) && said.split(' ').every((word) => totalWords.has(word));
  return isTotal ? { kind: 'total' } : null;
}

function readAttainment(words: string, said: string): Question {
  const side = belowQuota.test(said) ? 'below' : aboveQuota.test(said) ? 'above' : undefined;
  const who = nameIn(aboutAttainment, words);
  return {
    kind: 'attainment',
    order: orderIn(said) ?? 'most',
    count: countIn(said),
    ...(side ? { side } : {}),
    ...(who === undefined || everybody.test(who.toLowerCase()) ? {} : { who }),
  };
}

/** How a question was read, in words (ASK-2). */
export function describeReading(question: Question): string {
  const parts: string[] = [kinds[question.kind].name];
  const who = 'who' in question ? question.who : undefined;
  if ('order' in question && who === undefined)
    parts.push(`${question.order} first`, `up to ${question.count}`);
  if ('side' in question && question.side) parts.push(`${question.side} quota only`);
  if (who !== undefined) parts.push(who === 'me' ? 'yourself' : `“${who}”`);
  if (question.period === undefined) parts.push('no period given: the latest');
  else parts.push(question.periodWords ? `${question.period} (${question.periodWords})` : question.period);
  return parts.join(', ');
}

function nameIn(patterns: readonly RegExp[], words: string): string | undefined {
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'i').exec(words)?.[1]?.trim();
    const name = found?.replace(/^(?:the|a) (?=rep|payee|person)/i, '').replace(/ be$/i, '');
    if (name) return /^(i|me|my|myself|mine)$/i.test(name) ? 'me' : name;
  }
  return undefined;
}

function orderIn(said: string): 'most' | 'least' | undefined {
  if (min.test(said)) return 'least';
  return max.test(said) ? 'most' : undefined;
}

/** How many are asked for: a number, one when the word stands alone, else a handful. */
function countIn(said: string, one?: RegExp): number {
  const named = /\b(\d{1,4})\b/.exec(said)?.[1];
  if (named) return Math.min(maxCount, Math.max(1, Number(named)));
  return one?.test(said) ? 1 : usualCount;
}
