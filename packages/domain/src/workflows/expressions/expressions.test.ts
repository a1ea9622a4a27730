import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain } from '../../base/decimal.ts';
import { type JsonObject, ownField } from '../json-value.ts';
import { evaluate, type Scope, STEP_BUDGET } from './evaluate.ts';
import { MACROS } from './expression.ts';
import { fillTemplate } from './fill-template.ts';
import { functionNames } from './function-names.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { MAX_EXPRESSION_LENGTH, parseExpression } from './parse-expression.ts';
import { parseTemplate } from './parse-template.ts';

const SCOPE_VALUES: JsonObject = {
  input: {
    amount: '1250.00',
    rate: 0.05,
    region: 'EU',
    tags: ['new', 'big'],
    nothing: null,
    owner: { name: 'Ada' },
  },
  vars: { limit: 1000 },
  deals: [
    { id: 'a', amount: '0.10' },
    { id: 'b', amount: '0.20' },
  ],
};
const scope: Scope = {
  named: (name) => ownField(SCOPE_VALUES, name),
  node: (id) => (id === 'pay-1' ? { total: '99.90' } : undefined),
  nowMs: Date.parse('2026-03-31T22:30:00Z'),
  seed: () => 'run/step#1',
};

function computed(source: string) {
  const parsed = parseExpression(source);
  const read = parsed.ok ? evaluate(parsed.value, scope) : parsed;
  return read.ok
    ? read.value
    : `${read.problems[0].rule}@${read.problems[0].at}: ${read.problems[0].message}`;
}

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 - 3 - 4', -5],
  ['-2 * -3', 6],
  ['7 % 3 == 1', true],
  ['true ? 1 : false ? 2 : 3', 1],
  ['false || true && false', false],
  ['!true || !false', true],
  ['input.amount > vars.limit && input.region == "EU"', true],
  ['\'a\' + "b"', 'ab'],
  ['[1, 2] + [3]', [1, 2, 3]],
  ['{"a": 1, "b": [true, null]}', { a: 1, b: [true, null] }],
  ['"big" in input.tags', true],
  ['"region" in input', true],
  ['"__proto__" in input', false],
  ['has(input.nothing) || has(input.absent)', false],
  ['input["owner"].name', 'Ada'],
  ['input.tags[1]', 'big'],
  ['nodes["pay-1"].total', '99.90'],
  ['size("ä𝄞") + size([1]) + size({"a": 1})', 4],
  ['deals.filter(d, d.amount > 0.15).map(d, d.id)', ['b']],
  ['deals.all(d, has(d.id)) && !deals.exists(d, d.id == "c")', true],
  ['sum(deals.map(d, d.amount))', 0.3],
  ['max(3, [7, 5]) + min(2, 1)', 8],
  ['round(2.345, 2) + floor(-1.5) + ceil(1.2) + abs(-1)', 3.35],
  ['" Hi ".trim().lower().replace("h", "J").upper()', 'JI'],
  ['"a,b".split(",").join("-") + substring("hello", 1, 3)', 'a-bel'],
  ['"abc".contains("b") && "abc".startsWith("a") && "abc".endsWith("c")', true],
  ['concat("1", 2, true, null, [1])', '12true[1]'],
  ['keys(input.owner)', ['name']],
  ['string(0.10) == "0.1" && decimal("0.10") == 0.1', true],
  ['"\\u0041\\n" == "A\\n"', true],
  ['1 == "1.00" && [1, {"a": 2}] == [1.0, {"a": 2}] && 1 != "x"', true],
])('[WF-8] [WF-9] %s', (source, value) => {
  expect(computed(source)).toEqual(value);
});

test.each([
  ['1 +', 'WF-8@3', 'the end'],
  ['', 'WF-8@0', 'a value, not'],
  ['1 2', 'WF-8@2', 'operator or the end'],
  ['a = 1', 'WF-8@2', 'use =='],
  ['a & b', 'WF-8@2', '&&'],
  ['"open', 'WF-8@0', 'closing quote'],
  ['"\\q"', 'WF-8@2', 'escape'],
  ['12x', 'WF-8@2', 'letter'],
  ['eval("1")', 'WF-8@0', 'no function eval'],
  ['input.constructor("x")', 'WF-8@5', 'no function constructor'],
  ['has(1)', 'WF-8@0', 'one field'],
  ['[1, 2', 'WF-8@5', 'the end'],
  ['deals.map(1, 2)', 'WF-8@10', 'a name for the item'],
  ['(() => 1)()', 'WF-8@4', 'no meaning'],
  ['f()()', 'WF-8@0', 'no function f'],
  ['()', 'WF-8@1', 'a value, not'],
  ['`a`', 'WF-8@0', 'no meaning'],
  ['{amount: 1}', 'WF-9@1', 'Put the key in quotes: {"amount": …}'],
  ['input.constructor', 'WF-9@5', 'no field "constructor"'],
  ['input.__proto__', 'WF-9@5', 'no field "__proto__"'],
  ['input["toString"]', 'WF-9@5', 'no field'],
  ['"text".length', 'WF-9@6', 'a text has no field'],
  ['unknown', 'WF-9@0', 'no value called unknown'],
  ['nodes.later', 'WF-9@5', 'does not run before'],
  ['nodes', 'WF-9@0', 'nodes.<id>'],
  ['input.absent', 'WF-9@5', 'the fields are amount'],
  ['input.tags[7]', 'WF-9@10', 'no entry 7'],
  ['1 && true', 'WF-9@0', 'true or false'],
  ['1 / 0', 'WF-9@2', 'zero'],
  ['1 + true', 'WF-9@2', 'needs numbers'],
  ['"a" + 1', 'WF-9@4', 'string()'],
  ['round(1, 0.5)', 'WF-9@0', 'whole number'],
  ['size(1)', 'WF-9@0', 'size() needs'],
  ['size()', 'WF-9@0', 'takes 1 values'],
])('[WF-8] [WF-9] %s says where and what is wrong', (source, place, words) => {
  const said = computed(source);
  expect(said).toContain(place);
  expect(said).toContain(words);
});

describe('[WF-48] documentation of functions', () => {
  test('names every one of them, once', () => {
    const documentedNames = FUNCTION_WORDS.map(({ name }) => name);
    expect(documentedNames.toSorted()).toEqual(['has', ...MACROS, ...functionNames].toSorted());
  });

  test.each(FUNCTION_WORDS)('$example gives $gives', ({ name, example, gives }) => {
    expect(example).toContain(`${name}(`);
    expect(JSON.stringify(computed(example))).toBe(gives);
  });
});

describe('[WF-10] numbers are exact', () => {
  test('where binary numbers are not', () => {
    expect(computed('0.1 + 0.2 == 0.3')).toBe(true);
    expect(computed('9007199254740993 + 0.01')).toBe('9007199254740993.01');
    expect(computed('input.amount * input.rate')).toBe(62.5);
  });

  test('two numbers written as text are neither joined nor ordered as letters', () => {
    expect(computed('deals[0].amount + deals[1].amount')).toContain('decimal(a) + decimal(b)');
    expect(computed('deals[0].amount < deals[1].amount')).toContain('decimal()');
    expect(computed('decimal(deals[0].amount) + deals[1].amount')).toBe(0.3);
  });

  test('whatever is added, taken away and multiplied', () => {
    const number = fc
      .tuple(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.nat(9))
      .map(([n, digits]) => decimal(`${n}e-${digits}`));
    const written = (text: string) => (text.startsWith('-') ? `(${text})` : text);
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const [x, y, z] = [a, b, c].map((one) => written(plain(one)));
        const value = computed(`string(${x} + ${y} * ${z} - ${x})`);
        expect(value).toBe(plain(b.times(c)));
      }),
    );
  });
});

describe('[WF-48] money() writes an amount for people', () => {
  test.each([
    ['money("826007.98", "USD")', '826,007.98 USD'],
    ['money(1250, "EUR")', '1,250.00 EUR'],
    ['money(999.5, "USD")', '999.50 USD'],
    ['money(0, "USD")', '0.00 USD'],
    ['money("-1234.5", "USD")', '−1,234.50 USD'],
    ['money(-0.004, "USD")', '0.00 USD'],
    ['money("1234567.5", "JPY")', '1,234,568 JPY'],
    ['money(1.0005, "KWD")', '1.001 KWD'],
    ['money("-2.345", "USD")', '−2.35 USD'],
    ['money(10 / 3, "USD")', '3.33 USD'],
    ['money("9007199254740993.01", "USD")', '9,007,199,254,740,993.01 USD'],
    [`money("${'9'.repeat(60)}", "USD")`, `${Array(20).fill('999').join(',')}.00 USD`],
    ['deals.map(d, money(d.amount, "USD")).join(" and ")', '0.10 USD and 0.20 USD'],
  ])('%s', (source, text) => {
    expect(computed(source)).toBe(text);
  });

  test.each([
    ['money(1, "usd")', '"usd"'],
    ['money(1, "XYZ")', '"XYZ"'],
    ['money(1, "__proto__")', '"__proto__"'],
    ['money(1, null)', 'not null'],
    ['money(1, 2)', 'not a number'],
    ['money("1,250.00", "USD")', '"1,250.00" is not a decimal number'],
    ['money(input.nothing, "USD")', 'null is not a decimal number'],
    ['money(1)', 'money() takes 2 values, not 1'],
  ])('%s says what does not suit it', (source, words) => {
    expect(computed(source)).toMatch(/^WF-9@0: /);
    expect(computed(source)).toContain(words);
  });

  test('all digits of any amount appear, in threes', () => {
    const cents = fc.bigInt(-(10n ** 40n), 10n ** 40n);
    fc.assert(
      fc.property(cents, (amount) => {
        const text = plain(decimal(`${amount}e-2`));
        const said = computed(`money("${text}", "USD")`) as string;
        expect(said).toMatch(/^−?\d{1,3}(,\d{3})*\.\d{2} USD$/);
        expect(decimal(said.replace('−', '-').replace(/,| USD/g, '')).eq(decimal(text))).toBe(true);
      }),
    );
  });
});

describe('[WF-11] an expression ends, whatever it is and whatever it looks at', () => {
  test.each([
    ['deep parentheses', '('.repeat(2_000)],
    ['deep lists', '['.repeat(2_000)],
    ['a row of nots', `${'!'.repeat(3_000)}true`],
    ['a row of minuses', `${'-'.repeat(3_000)}1`],
    ['a long sum', Array(1_900).fill('1').join('+')],
    ['a long path', `input${'.a'.repeat(1_900)}`],
    ['nested choices', 'true?'.repeat(700)],
    ['too long a text', `"${'x'.repeat(MAX_EXPRESSION_LENGTH)}"`],
    ['squares of squares', `[9.9]${'.map(x, x*x)'.repeat(100)}`],
    ['texts that double', `["ab"]${'.map(x, x+x)'.repeat(60)}`],
    ['lists that double', `[[1]]${'.map(x, x+x)'.repeat(60)}`],
    ['the same list many times over', `[[1]]${'.map(x, [x,x,x,x])'.repeat(40)}`],
    ['the same list compared', `[[1]]${'.map(x, [x,x,x,x])'.repeat(40)}.map(x, x == x)`],
    ['the same list as text', `[[1]]${'.map(x, [x,x,x,x])'.repeat(40)}.map(x, size(string(x)))`],
    ['loops in loops', 'many.map(a, many.map(b, many.map(c, many.map(d, 1))))'],
    ['an enormous number', '9'.repeat(41)],
  ])('%s', (_, source) => {
    const many = Array.from({ length: 100 }, (_, i) => i);
    const parsed = parseExpression(source);
    const read = parsed.ok ? evaluate(parsed.value, { ...scope, named: () => many }) : parsed;
    expect(read.ok).toBe(false);
  });

  test.each([
    ['the letters of a long text, counted', 'many.map(x, size(text))'],
    ['the keys of a large map, counted', 'many.map(x, size(map))'],
    ['the keys of a large map, listed', 'many.map(x, size(keys(map)))'],
    ['long texts, ordered', 'many.map(x, text < longer)'],
    ['long texts, compared', 'many.map(x, text == other)'],
  ])('%s again and again', (_, source) => {
    const text = 'x'.repeat(1_000_000);
    const map = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, i]));
    const many = Array.from({ length: 400 }, (_, i) => i);
    const values: JsonObject = { many, map, text, longer: `${text}y`, other: `${text.slice(1)}y` };
    const parsed = parseExpression(source);
    if (!parsed.ok) throw new Error(source);
    let worked = 0;
    const looking: Scope = {
      named: (name) => ownField(values, name),
      node: () => undefined,
      worked: (steps) => {
        worked += steps;
      },
    };
    const read = evaluate(parsed.value, looking);
    expect(read).toMatchObject({ ok: false, problems: [{ rule: 'WF-9' }] });
    expect(worked).toBeGreaterThan(STEP_BUDGET);
  });

  test('any text is either read or refused with a place inside it, and never throws', () => {
    const word = fc.constantFrom(
      ...'( ) [ ] { } + - * / % ! ? : . , < <= == != && || in true false null 1 0.5 "a" input vars deals nodes has size map filter x __proto__ constructor'.split(
        ' ',
      ),
    );
    const source = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(source, (text) => {
        const parsed = parseExpression(text);
        const read = parsed.ok ? evaluate(parsed.value, scope) : parsed;
        if (read.ok) expect(JSON.parse(JSON.stringify(read.value))).toEqual(read.value);
        else expect(read.problems[0].at).toBeLessThanOrEqual(text.length);
        const again = parsed.ok ? evaluate(parsed.value, scope) : parsed;
        expect(again).toEqual(read);
      }),
      { numRuns: 3_000 },
    );
  });

  test('any JSON can be looked at, and nothing on a prototype is found', () => {
    const names = fc.constantFrom(
      'constructor',
      '__proto__',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'length',
      'c',
      'e',
      's',
    );
    fc.assert(
      fc.property(fc.jsonValue(), names, (value, name) => {
        const parsed = parseExpression(`has(input.${name})`);
        if (!parsed.ok) throw new Error(name);
        const own = ownField(value, name);
        const read = evaluate(parsed.value, { named: () => value as never, node: () => undefined });
        expect(read).toEqual({ ok: true, value: own !== undefined && own !== null });
      }),
    );
  });

  test('a map made with a prototype’s name is just a map', () => {
    expect(JSON.stringify(computed('{"__proto__": {"a": 1}}'))).toBe('{"__proto__":{"a":1}}');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('[WF-8] templates', () => {
  const filled = (source: string) => {
    const parsed = parseTemplate(source);
    const read = parsed.ok ? fillTemplate(parsed.value, scope) : parsed;
    return read.ok ? read.value : `${read.problems[0].rule}@${read.problems[0].at}`;
  };
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['{{ input.region }}', 'EU'],
    ['Pay {{input.amount}} to {{ input.owner.name }}{{ input.nothing }}.', 'Pay 1250.00 to Ada.'],
    ['{{ input.rate * 100 }} % {{ input.tags }}', '5 % ["new","big"]'],
    ['<script>{{ "{{" }}</script>', '<script>{{</script>'],
    ['a {{ 1 + }}', 'WF-8@9'],
    ['a {{ input', 'WF-8@2'],
    ['a {{ input.absent }}', 'WF-9@10'],
  ])('%s', (source, text) => {
    expect(filled(source)).toBe(text);
  });
});
