import type { Permission, Scope } from '../access/permissions.ts';
import { questionWords } from './question-words.ts';
import { takePeriod } from './spoken-period.ts';

/** Parts of a question besides its kind. */
type Said = {
  readonly period?: string;
  /** The period as named relative to today: "last quarter". */
  readonly periodWords?: string;
  /** The question asks about the future, which stored results can't answer. */
  readonly ahead?: true;
};

/** A parsed question. */
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
    /** `period` against the earlier `other`. */
    | { readonly kind: 'compare'; readonly period: string; readonly other: string }
    | { readonly kind: 'suggestions' }
    /** Active plans; left out: all. */
    | { readonly kind: 'plans'; readonly about?: string }
    /** What a component of an active plan pays. */
    | { readonly kind: 'component'; readonly about: string }
    /** What a period's newest calculation pays otherwise than the one before it; left out: everyone. */
    | { readonly kind: 'changed'; readonly who?: string }
    | { readonly kind: 'waiting' }
    | { readonly kind: 'forecast'; readonly range: ForecastRange }
    | { readonly kind: 'disputes' }
    /** What is open; `period` is that of the expected close. */
    | { readonly kind: 'pipeline' }
  );

/** How far ahead a forecast looks: to the end of the next month, quarter or year. */
export const forecastRanges = ['monthly', 'quarterly', 'yearly'] as const;
export type ForecastRange = (typeof forecastRanges)[number];

/** All kinds of questions, in the order of the examples. */
export const questionKinds = [
  'total',
  'earners',
  'attainment',
  'person',
  'next-tier',
  'deals',
  'imports',
  'stale',
  'compare',
  'suggestions',
  'changed',
  'waiting',
  'forecast',
  'disputes',
  'pipeline',
  'plans',
  'component',
] as const;
export type Kind = (typeof questionKinds)[number];

/** No question is longer than this many characters; longer texts are not read. */
const longest = 300;

type KindInfo = {
  /** Permission needed to answer it. */
  readonly needs: Permission;
  readonly name: string;
  readonly example: string;
  /** Example for users who see only their own results; null hides the question from them. */
  readonly ownExample?: string | null;
};

export const kinds: Readonly<Record<Kind, KindInfo>> = {
  total: {
    needs: 'read:calculations',
    name: questionWords.kinds.total.name,
    example: questionWords.kinds.total.example,
  },
  earners: {
    needs: 'read:statements',
    name: questionWords.kinds.earners.name,
    example: questionWords.kinds.earners.example,
    ownExample: null,
  },
  attainment: {
    needs: 'read:payouts',
    name: questionWords.kinds.attainment.name,
    example: questionWords.kinds.attainment.example,
    ownExample: questionWords.kinds.attainment.ownExample,
  },
  person: {
    needs: 'read:statements',
    name: questionWords.kinds.person.name,
    example: questionWords.kinds.person.example,
  },
  'next-tier': {
    needs: 'read:statements',
    name: questionWords.kinds.nextTier.name,
    example: questionWords.kinds.nextTier.example,
  },
  deals: {
    needs: 'read:deals',
    name: questionWords.kinds.deals.name,
    example: questionWords.kinds.deals.example,
  },
  imports: {
    needs: 'read:imports',
    name: questionWords.kinds.imports.name,
    example: questionWords.kinds.imports.example,
  },
  stale: {
    needs: 'read:calculations',
    name: questionWords.kinds.stale.name,
    example: questionWords.kinds.stale.example,
  },
  compare: {
    needs: 'read:calculations',
    name: questionWords.kinds.compare.name,
    example: questionWords.kinds.compare.example,
  },
  suggestions: {
    needs: 'read:suggestions',
    name: questionWords.kinds.suggestions.name,
    example: questionWords.kinds.suggestions.example,
  },
  changed: {
    needs: 'read:payouts',
    name: questionWords.kinds.changed.name,
    example: questionWords.kinds.changed.example,
    ownExample: questionWords.kinds.changed.ownExample,
  },
  waiting: {
    needs: 'read:tasks',
    name: questionWords.kinds.waiting.name,
    example: questionWords.kinds.waiting.example,
  },
  forecast: {
    needs: 'read:simulations',
    name: questionWords.kinds.forecast.name,
    example: questionWords.kinds.forecast.example,
  },
  disputes: {
    needs: 'read:disputes',
    name: questionWords.kinds.disputes.name,
    example: questionWords.kinds.disputes.example,
  },
  pipeline: {
    needs: 'read:deals',
    name: questionWords.kinds.pipeline.name,
    example: questionWords.kinds.pipeline.example,
  },
  plans: {
    needs: 'read:plans',
    name: questionWords.kinds.plans.name,
    example: questionWords.kinds.plans.example,
  },
  component: {
    needs: 'read:plans',
    name: questionWords.kinds.component.name,
    example: questionWords.kinds.component.example,
  },
};

const max = /\b(most|highest|top|best|biggest|largest|furthest above|over|above|beat|exceed(?:ed)?)\b/;
const min = /\b(least|lowest|worst|smallest|furthest below|under|below|miss(?:ed)?|behind)\b/;
const aboveQuota = /\b(above|over|beat|exceed(?:ed)?)\b/;
const belowQuota = /\b(below|under|miss(?:ed)?|behind)\b/;
const aboutFuture = /\b(will|going to|gonna)\b/;
const everybody = /^(we|us|our|ours|they|it|the (?:company|team|workspace|plan)|everybody|everyone|all)$/;
const aboutTotal = /\b(pay|pays|paid|payouts?|commissions?|costs?|total)\b/;
/** A question about the total uses only these words; any other word might be a name. */
const totalWords = new Set(
  (
    'how much what which did do does is are was were will be has have been we us our they the a an of in for on out all and ' +
    'everybody everyone company team workspace altogether together total totals sum amount overall show me give tell ' +
    'pay pays paid payout payouts commission commissions cost costs latest last newest calculation period so far'
  ).split(' '),
);
/** Besides those, a comparison uses only these words. */
const compareWords = new Set(
  'compare compared compares with to and versus vs change changed difference between from'.split(' '),
);
/** Besides those, a question about a forecast uses only these words. */
const forecastWords = new Set(
  'forecast forecasts forecasted predict predicted prediction projection projected expect expected book booked bookings revenue sell sold next this coming month quarter year monthly quarterly yearly to by end'.split(
    ' ',
  ),
);
/** Besides those, a question about the pipeline uses only these words. */
const pipelineWords = new Set(
  'pipeline opportunity opportunities open deals deal still many my mine there i'.split(' '),
);
const aboutPipeline = /\b(pipeline|opportunit(?:y|ies)|open deals?|deals? (?:are )?(?:still )?open)\b/;
const aboutForecast = /\b(forecast\w*|predict\w*|projection|projected)\b/;
const aboutWhy = /\b(?:why|what (?:has |have )?changed)\b/;
/** Kinds that no period narrows. */
const timeless: readonly Kind[] = ['suggestions', 'waiting', 'forecast', 'plans', 'component'];
const aboutChange = /\b(compare[ds]?|versus|vs|changed?|difference)\b/;
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
const aboutChanged: readonly RegExp[] = [
  /^why (?:did|has|have|was|is) (.+?)(?:['’]s?)? (?:pay|payout|payouts|statement|earnings|commissions?)(?: been)? (?:changed?|different)$/,
  /^what (?:has |have )?changed (?:for|in the (?:pay|statement) of) (.+)$/,
  /^what (?:has |have )?changed in (.+?)(?:['’]s?)? (?:pay|payout|statement)$/,
];
const aboutPlans: readonly RegExp[] = [
  /^(?:which|what|show(?: me)?|list)(?: active)? plans? (?:do |does )?pays?(?: people| payees| reps| us)? (?:on|for|by) (.+)$/,
  /^plans? that pays? (?:on|for|by) (.+)$/,
];
const allPlans =
  /^(?:(?:which|what) plans (?:do we have|are (?:active|there|in force))|(?:list |show (?:me )?)?(?:all |our |the )?(?:active )?plans)$/;
const aboutNamedComponent: readonly RegExp[] = [
  /^(?:what|how|how much) (?:does|do) (?:the )?components? (.+?) pay$/,
  /^(?:explain|describe) (?:the )?component (.+)$/,
];
/** Read last: the words between could be those of another question. */
const aboutComponent: readonly RegExp[] = [/^(?:what|how) does (.+?) pay$/];
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
  if (text.length > longest) return null;
  const plainText = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const lower = plainText.toLowerCase();
  if (aboutForecast.test(lower)) return readForecast(lower);
  if (aboutWhy.test(lower)) return readChanged(plainText, today);
  if (aboutChange.test(lower)) return readComparison(plainText, today);
  const { period, periodWords, rest, unclear } = takePeriod(plainText, today);
  const words = rest.replace(/[?.!]+\s*$/, '').trim();
  const said = words.toLowerCase();
  if (said === '' || unclear) return null;
  const kind = readKind(words, said);
  if (!kind || (period !== undefined && timeless.includes(kind.kind) && kind.kind !== 'suggestions'))
    return null;
  return {
    ...kind,
    ...(period === undefined ? {} : { period }),
    ...(periodWords === undefined ? {} : { periodWords }),
    ...(aboutFuture.test(said) ? { ahead: true } : {}),
  };
}

/** Two periods of one length whose total pay is compared, and nothing else: a name would be ignored (ASK-13). */
function readComparison(text: string, today: string): Question | null {
  const first = takePeriod(text, today);
  const second = takePeriod(first.rest, today);
  if (first.period === undefined || second.period === undefined || second.unclear) return null;
  const lengthOf = (period: string) => period.replace(/\d/g, '0');
  const [other = '', period = ''] = [first.period, second.period].sort();
  if (other === period || lengthOf(other) !== lengthOf(period)) return null;
  const words = second.rest.toLowerCase().match(/[^\s?.!,:]+/g) ?? [];
  if (!words.every((word) => totalWords.has(word) || compareWords.has(word))) return null;
  return { kind: 'compare', period, other };
}

/** What is forecast and how far ahead, and nothing else: no forecast is of one person, and "next quarter" is none of the past. */
function readForecast(said: string): Question | null {
  const words = said.match(/[^\s?.!,:]+/g) ?? [];
  if (!words.every((word) => totalWords.has(word) || forecastWords.has(word))) return null;
  const range = /\b(?:month|monthly)\b/.test(said)
    ? 'monthly'
    : /\b(?:year|yearly)\b/.test(said)
      ? 'yearly'
      : 'quarterly';
  return { kind: 'forecast', range };
}

/** Why pay changed from one calculation of a period to the next: of one person, or in all (ASK-15). */
function readChanged(text: string, today: string): Question | null {
  const { period, periodWords, rest, unclear } = takePeriod(text, today);
  const words = rest.replace(/[?.!]+\s*$/, '').trim();
  if (unclear) return null;
  const time = timeOf({
    ...(period === undefined ? {} : { period }),
    ...(periodWords === undefined ? {} : { periodWords }),
  });
  const who = nameIn(aboutChanged, words);
  if (who !== undefined && !everybody.test(who.toLowerCase())) return { kind: 'changed', who, ...time };
  const others = words.toLowerCase().match(/[^\s,:]+/g) ?? [];
  return others.every((word) => totalWords.has(word) || compareWords.has(word) || word === 'why')
    ? { kind: 'changed', ...time }
    : null;
}

function readKind(words: string, said: string): Question | null {
  const who = (patterns: readonly RegExp[]) => nameIn(patterns, words);
  const component = who(aboutNamedComponent);
  if (component !== undefined) return { kind: 'component', about: component };
  const about = who(aboutPlans);
  if (about !== undefined) return { kind: 'plans', about };
  if (allPlans.test(said)) return { kind: 'plans' };
  if (/\b(imports?|uploads?|files?)\b/.test(said)) return { kind: 'imports' };
  if (/\b(out of date|stale|outdated|calculated? again|recalculat\w*)\b/.test(said)) return { kind: 'stale' };
  if (/\b(suggest|suggests|suggestions?|recommend|recommendations?)\b/.test(said))
    return { kind: 'suggestions' };
  if (/\bdisputes?\b/.test(said)) return { kind: 'disputes' };
  if (/\b(waits?|waiting|approvals?|tasks?|to do|todo)\b/.test(said)) return { kind: 'waiting' };
  if (aboutPipeline.test(said)) {
    const isAll = said.split(/[\s,:]+/).every((word) => totalWords.has(word) || pipelineWords.has(word));
    return isAll ? { kind: 'pipeline' } : null;
  }
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
  const paying = who(aboutComponent);
  if (paying !== undefined && paying !== 'me' && !everybody.test(paying.toLowerCase()))
    return { kind: 'component', about: paying.replace(/^the /i, '') };
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

/** How a question was read, as text (ASK-2). */
export function describeReading(question: Question): string {
  const parts: string[] = [kinds[question.kind].name];
  const who = 'who' in question ? question.who : undefined;
  if ('order' in question && who === undefined)
    parts.push(questionWords.reading.order(question.order), questionWords.reading.count(question.count));
  if ('side' in question && question.side) parts.push(questionWords.reading.side(question.side));
  if (who !== undefined)
    parts.push(who === 'me' ? questionWords.reading.me : questionWords.reading.name(who));
  if ('about' in question && question.about !== undefined)
    parts.push(questionWords.reading.name(question.about));
  if (question.period === undefined) {
    if (question.kind === 'disputes' || question.kind === 'pipeline')
      parts.push(questionWords.reading.everyPeriod);
    else if (!timeless.includes(question.kind)) parts.push(questionWords.reading.noPeriod);
  } else
    parts.push(
      question.periodWords
        ? questionWords.reading.period(question.period, question.periodWords)
        : question.period,
    );
  if (question.kind === 'compare') parts.push(question.other);
  if (question.kind === 'forecast') parts.push(questionWords.reading.range[question.range]);
  return parts.join(', ');
}

/**
 * Reads a question after another one (ASK-12): a text that names only a period or a person keeps the rest of the previous
 * reading. Null: it is no such text.
 */
export function readFollowUp(text: string, today: string, previous: Question): Question | null {
  if (text.length > longest || !takesFollowUps(previous.kind)) return null;
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const spoken = takePeriod(plain, today, previous.period?.slice(0, 4));
  if (spoken.unclear) return null;
  const rest = spoken.rest.replace(/[?.!]+\s*$/, '').trim();
  const said = /^(?:and|so|what about|how about|and what about)?(?: (?:for|of|in))?$/i.test(rest);
  const who = /^(?:and(?: what about)?|what about|how about)(?: for| of)? (.{1,100})$/i.exec(rest)?.[1];
  if (spoken.period === undefined ? who === undefined : !said && who === undefined) return null;
  if (who !== undefined && !('who' in previous) && previous.kind !== 'changed') return null;
  const { period: _period, periodWords: _words, ahead: _ahead, ...kept } = previous;
  const named = spoken.period === undefined ? timeOf(previous) : timeOf(spoken);
  return {
    ...kept,
    ...named,
    ...(who === undefined ? {} : { who: /^(?:i|me|my|mine|myself)$/i.test(who) ? 'me' : who }),
  } as Question;
}

/** Whether a text that names only another period or person keeps a reading of this kind (ASK-12). */
export function takesFollowUps(kind: Kind): boolean {
  return kind !== 'compare' && !timeless.includes(kind);
}

function timeOf({ period, periodWords }: Said): Said {
  return {
    ...(period === undefined ? {} : { period }),
    ...(periodWords === undefined ? {} : { periodWords }),
  };
}

/** A reading that was sent back, as the question it was; parts that its kind does not have are dropped. */
export function questionOf(
  read: Said & {
    readonly kind: Kind;
    readonly other?: string;
    readonly who?: string;
    readonly about?: string;
    readonly order?: 'most' | 'least';
    readonly count?: number;
    readonly side?: 'above' | 'below';
    readonly range?: ForecastRange;
  },
): Question {
  const said = timeOf(read);
  const { kind, who = 'me', order = 'most', count = usualCount, side } = read;
  switch (kind) {
    case 'earners':
    case 'deals':
      return { kind, order, count, ...said };
    case 'attainment':
      return {
        kind,
        order,
        count,
        ...said,
        ...(side === undefined ? {} : { side }),
        ...(read.who === undefined ? {} : { who }),
      };
    case 'person':
    case 'next-tier':
      return { kind, who, ...said };
    case 'changed':
      return { kind, ...said, ...(read.who === undefined ? {} : { who }) };
    case 'forecast':
      return { kind, range: read.range ?? 'quarterly' };
    case 'plans':
      return { kind, ...(read.about === undefined ? {} : { about: read.about }) };
    case 'component':
      return { kind, about: read.about ?? '' };
    case 'compare':
      return { kind, period: read.period ?? '', other: read.other ?? '' };
    default:
      return { kind, ...said };
  }
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

/** The requested count: a number in the text, 1 for a singular noun, otherwise the default. */
function countIn(said: string, one?: RegExp): number {
  const named = /\b(\d{1,4})\b/.exec(said)?.[1];
  if (named) return Math.min(maxCount, Math.max(1, Number(named)));
  return one?.test(said) ? 1 : usualCount;
}
