import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, type Scope } from './evaluate.ts';
import { parseExpression } from './parse-expression.ts';
import type { Value } from './value.ts';

const NOW = Date.parse('2026-03-31T22:30:00Z');

function computed(source: string, values: { readonly [name: string]: Value } = {}, nowMs?: number) {
  const seeds = ['run/step#1', 'run/step#2'];
  const scope: Scope = {
    named: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    node: () => undefined,
    ...(nowMs === undefined ? {} : { nowMs, seed: () => seeds.shift() ?? '' }),
  };
  const parsed = parseExpression(source);
  const read = parsed.ok ? evaluate(parsed.value, scope) : parsed;
  return read.ok ? read.value : read.problems[0].message;
}

describe('[WF-80] dates and times', () => {
  test.each([
    ['now()', '2026-03-31T22:30:00.000Z'],
    ['today()', '2026-03-31'],
    ['today("Asia/Tokyo")', '2026-04-01'],
    ['date("2026-03-08T04:30:00Z", "America/New_York")', '2026-03-07'],
    // tomorrow at eight in New York, across the change of clocks
    [
      'dateTime(dateAdd(date("2026-03-08T04:30:00Z", "America/New_York"), 1, "day"), "08:00", "America/New_York")',
      '2026-03-08T12:00:00.000Z',
    ],
    ['dateTime("2026-01-31T08:00+01:00")', '2026-01-31T07:00:00.000Z'],
    ['dateAdd("2024-02-29", 1, "year")', '2025-02-28'],
    ['dateAdd("2026-01-31", -2, "months")', '2025-11-30'],
    ['dateAdd("2026-01-01", 1, "week")', '2026-01-08'],
    ['dateAdd("2026-01-01", -1, "quarter")', '2025-10-01'],
    ['dateAdd("2026-01-31T23:30:00Z", 90, "minutes")', '2026-02-01T01:00:00.000Z'],
    ['dateAdd("2026-01-31T23:30:00Z", 0.5, "hour")', '2026-02-01T00:00:00.000Z'],
    // a day is not always 24 hours
    ['dateAdd("2026-03-07T13:00:00Z", 1, "day", "America/New_York")', '2026-03-08T12:00:00.000Z'],
    ['dateAdd("2026-03-07T13:00:00Z", 24, "hours")', '2026-03-08T13:00:00.000Z'],
    ['dateDiff("2026-01-31", "2026-02-27", "months")', 0],
    // as dateAdd() counts: a month after January 31 is February 28
    ['dateDiff("2026-01-31", "2026-02-28", "months")', 1],
    ['dateDiff("2026-01-31", "2026-03-31", "months")', 2],
    ['dateDiff("2026-03-31", "2026-01-31", "months")', -2],
    ['dateDiff("2026-01-01", "2026-12-31", "weeks")', 52],
    ['dateDiff("2026-01-01T00:00:00Z", "2026-01-01T23:59:59Z", "hours")', 23],
    ['dateDiff("2026-03-07T12:00:00Z", "2026-03-08T10:30:00Z", "days", "America/New_York")', 0],
    ['startOf("2026-05-20", "week")', '2026-05-18'],
    ['startOf("2026-03-08T20:00:00Z", "day", "America/New_York")', '2026-03-08T05:00:00.000Z'],
    ['endOf("2026-03-08T20:00:00Z", "day", "America/New_York")', '2026-03-09T03:59:59.999Z'],
    ['endOf("2024-02-10", "month")', '2024-02-29'],
    ['endOf("2026-05-20", "year")', '2026-12-31'],
    ['datePart("2026-12-31", "week")', 53],
    ['datePart("2027-01-03", "week")', 53],
    ['datePart("2024-12-31", "dayOfYear")', 366],
    ['datePart("2026-03-31T22:30:00Z", "hour", "Europe/Paris")', 0],
    [
      'formatDate("2026-03-31T22:30:05Z", "EEEE, MMMM d, yyyy h:mm a xxx", "America/New_York")',
      'Tuesday, March 31, 2026 6:30 PM -04:00',
    ],
    [`formatDate("2026-05-20", "yyyy-'Q'Q 'o''clock' yy")`, "2026-Q2 o'clock 26"],
    ['parseDate("5/7/26", "M/d/yy")', '2026-05-07'],
    [
      'parseDate("Mar 3, 2026 6:05 pm", "MMM d, yyyy h:mm a", "America/New_York")',
      '2026-03-03T23:05:00.000Z',
    ],
    ['parseDate("2026-03-03 18:05:00 +02:00", "yyyy-MM-dd HH:mm:ss xxx")', '2026-03-03T16:05:00.000Z'],
    ['toUnix(fromUnix(1767225600))', 1_767_225_600],
    ['"2026-01-31" < today()', true],
  ])('%s', (source, value) => {
    expect(computed(source, {}, NOW)).toEqual(value);
  });

  test.each([
    ['today("Mars/Base")', '"Mars/Base" is not a time zone'],
    ['dateAdd("2026-02-30", 1, "day")', '"2026-02-30" is neither a day'],
    ['dateAdd("2026-01-01T10:00", 1, "day")', 'with its zone'],
    ['dateAdd("2026-01-01", 1, "fortnight")', 'is not a unit'],
    ['dateAdd("2026-01-01", 1.5, "day")', 'whole number'],
    ['dateAdd("2026-01-01", 1, "hour")', 'A day has no time'],
    ['dateAdd("2026-01-01", 1000, "years")', '1900 to 2199'],
    ['startOf("2026-01-01", "hour")', 'A day has no hours'],
    ['dateTime("2026-01-01", "8", "UTC")', 'is not a time like'],
    ['formatDate("2026-01-01", "YYYY")', '"YYYY" has no meaning'],
    ['formatDate("2026-01-01", "yyyy \'open")', 'has no meaning'],
    ['parseDate("31.02.2026", "dd.MM.yyyy")', 'is not a date written as'],
    ['datePart("2026-01-01", "__proto__")', 'is no part of a date'],
    ['fromUnix(1.5)', 'whole number'],
  ])('%s says what does not suit it', (source, words) => {
    expect(computed(source, {}, NOW)).toContain(words);
  });

  test('there is no clock outside of runs', () => {
    expect(computed('now()')).toContain('now() has a value only in runs');
    expect(computed('uuid()')).toContain('uuid() has a value only in runs');
  });

  test('adding and taking away days, and the distance between, agree', () => {
    const day = fc
      .integer({ min: 0, max: 50_000 })
      .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: -9_000, max: 9_000 }), (from, n) => {
        const to = computed(`dateAdd("${from}", ${n}, "days")`);
        expect(computed(`dateDiff("${from}", "${to}", "days")`)).toBe(n);
        expect(computed(`dateAdd("${to}", ${-n}, "days")`)).toBe(from);
        expect(computed(`parseDate(formatDate("${from}", "MMMM d, yyyy"), "MMMM d, yyyy")`)).toBe(from);
      }),
    );
  });
});

describe('[WF-81] patterns of text', () => {
  test.each([
    ['matches("deal 42", "[0-9]+")', true],
    ['matches("deal", "^[0-9]+$")', false],
    ['extract("Order #1042 paid", "#(?P<id>[0-9]+)")', '1042'],
    ['extract("none", "[0-9]")', null],
    ['extractAll("a@x.io, b@y.io", "[a-z]@[a-z.]+")', ['a@x.io', 'b@y.io']],
    ['replaceMatches("2026-05-20", "([0-9]+)-([0-9]+)-([0-9]+)", "$3.$2.$1 $$")', '20.05.2026 $'],
    ['replaceMatches("abc", "x*", "-")', '-a-b-c-'],
    ['splitMatches("a1b22c", "[0-9]+")', ['a', 'b', 'c']],
    ['matches("QUOTA", "(?i)quota")', true],
    ['indexOf("ä𝄞b", "b") + indexOf("a", "z")', 1],
    ['padStart("7", 3, "0") + padEnd("7", 3)', '0077  '],
    ['slug("  Ärger & Søn!  ")', 'arger-s-n'],
  ])('%s', (source, value) => {
    expect(computed(source)).toEqual(value);
  });

  test.each([
    ['matches("a", "(")', 'is not a valid pattern'],
    // what RE2 leaves out because it can take exponential time
    ['matches("a", "(a)\\\\1")', 'is not a valid pattern'],
    ['matches("a", "(?=a)")', 'is not a valid pattern'],
    ['matches("a", "((a{100}){10}){10}")', 'pattern'],
    ['matches(1, "a")', 'Expected text, not a number'],
  ])('%s says what is wrong', (source, words) => {
    expect(computed(source)).toContain(words);
  });

  test('a pattern that brings backtracking to its knees is answered at once', () => {
    const text = `${'a'.repeat(5_000)}!`;
    expect(computed('matches(text, "^(a+)+$")', { text })).toBe(false);
    expect(computed('many.map(x, matches(text, "^(a|aa)+$"))', { text, many: Array(100).fill(1) })).toContain(
      'takes too long',
    );
  });
});

describe('[WF-82] lists and maps', () => {
  const deals = [
    { id: 'a', region: 'EU', amount: '9.50' },
    { id: 'b', region: 'US', amount: '10.00' },
    { id: 'c', region: 'EU', amount: '1000' },
  ];
  test.each([
    ['deals.sortBy(d, d.amount).map(d, d.id)', ['a', 'b', 'c']],
    ['reverse(deals.sortBy(d, d.amount)).map(d, d.id)', ['c', 'b', 'a']],
    [
      'deals.groupBy(d, d.region).map(g, {"region": g.key, "total": sum(g.items.map(d, d.amount))})',
      [
        { region: 'EU', total: 1009.5 },
        { region: 'US', total: 10 },
      ],
    ],
    ['deals.uniqueBy(d, d.region).map(d, d.id)', ['a', 'b']],
    ['deals.find(d, d.region == "US").id', 'b'],
    ['deals.find(d, d.region == "APAC")', null],
    ['sort(["b", null, "a"])', ['a', 'b', null]],
    ['unique([1, "1.00", {"a": 1}, {"a": 1.0}, {"a": 2}, "x"])', [1, { a: 1 }, { a: 2 }, 'x']],
    ['merge([{"a": 1}, {"b": 2}], {"a": 3})', { a: 3, b: 2 }],
    ['merge({"__proto__": {"polluted": 1}}, {"a": 1}).a', 1],
    ['omit(deals[0], ["amount", "id"])', { region: 'EU' }],
    ['pick(deals[0], ["id", "__proto__"])', { id: 'a' }],
    ['chunk(range(0, 5), 2)', [[0, 1], [2, 3], [4]]],
    ['flatten([[1], 2, [[3]]])', [1, 2, [3]]],
    ['slice([1, 2, 3], 1, 2)', [2]],
  ])('%s', (source, value) => {
    expect(computed(source, { deals })).toEqual(value);
  });

  test.each([
    ['sort([1, "x"])', 'put in order'],
    ['merge({"a": 1}, 2)', 'Expected a map, not a number'],
    ['range(0, 100000)', 'at most 10000'],
    ['chunk([1], 0)', 'from 1'],
    ['keys(1)', 'keys() needs a map'],
  ])('%s says what does not suit it', (source, words) => {
    expect(computed(source, { deals })).toContain(words);
  });

  test('sorting a long list again and again is bounded', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => at);
    expect(computed('many.map(x, sort(many))', { many })).toContain('takes too long');
  });
});

describe('[WF-83] JSON, base64, digests and ids', () => {
  test('JSON and base64 go there and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(computed('base64Encode(text)', { text })).toBe(Buffer.from(text).toString('base64'));
        expect(computed('base64Decode(base64Encode(text))', { text })).toBe(text);
        expect(computed('urlDecode(urlEncode(text))', { text })).toBe(text);
        expect(computed('sha256(text)', { text })).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
    expect(computed('base64Decode("8J-Ygg")')).toBe('😂');
    expect(computed('parseJson(toJson({"a": [1.5, null, "x"]}))')).toEqual({ a: [1.5, null, 'x'] });
  });

  test('a uuid is new at every call, and the same when the step is computed again', () => {
    const two = computed('[uuid(), uuid()]', {}, NOW) as readonly string[];
    expect(new Set(two).size).toBe(2);
    expect(computed('[uuid(), uuid()]', {}, NOW)).toEqual(two);
    for (const id of two)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test.each([
    ['parseJson("{")', 'not valid JSON'],
    ['parseJson("[".repeat)', 'no field'],
    ['base64Decode("a")', 'is not base64'],
    ['base64Decode("/w==")', 'bytes that are not text'],
    ['urlDecode("%zz")', 'is not URL-encoded'],
  ])('%s says what is wrong', (source, words) => {
    expect(computed(source)).toContain(words);
  });
});
