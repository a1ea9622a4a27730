/** A function of expressions as people read it: what it does, and an example with what comes of it as JSON. */
export interface FunctionWords {
  readonly name: string;
  readonly message: string;
  readonly example: string;
  readonly gives: string;
}

type Row = readonly [name: string, message: string, example: string, gives: string];

const ROWS: readonly Row[] = [
  ['money', 'An amount as people read it', 'money("826007.98", "USD")', '"826,007.98 USD"'],
  ['round', 'Rounded, a half away from zero', 'round(2.345, 2)', '2.35'],
  ['floor', 'The whole number below', 'floor(-1.5)', '-2'],
  ['ceil', 'The whole number above', 'ceil(1.2)', '2'],
  ['abs', 'Without its sign', 'abs(-3)', '3'],
  ['sum', 'All of them together', 'sum([0.1, 0.2])', '0.3'],
  ['min', 'The least', 'min(3, [7, 5])', '3'],
  ['max', 'The greatest', 'max(3, [7, 5])', '7'],
  ['decimal', 'A text as the exact number it is', 'decimal("0.10") + 1', '1.1'],
  ['string', 'A value as text', 'string(0.5)', '"0.5"'],
  ['has', 'Whether a field is there and not null', 'has(input.amount)', 'true'],
  ['size', 'Letters of a text, entries of a list or map', 'size([4, 5])', '2'],
  ['keys', 'The names of a map’s fields', 'keys({"a": 1})', '["a"]'],
  ['filter', 'The entries for which it holds', '[1, 2].filter(x, x > 1)', '[2]'],
  ['map', 'Something of every entry', '[1, 2].map(x, x * 2)', '[2,4]'],
  ['all', 'Whether it holds for every entry', '[1, 2].all(x, x > 0)', 'true'],
  ['exists', 'Whether it holds for one entry', '[1, 2].exists(x, x > 2)', 'false'],
  ['concat', 'Several values in one text', 'concat("Q", 1)', '"Q1"'],
  ['join', 'A list as one text', 'join(["a", "b"], ", ")', '"a, b"'],
  ['split', 'A text as a list', 'split("a,b", ",")', '["a","b"]'],
  ['contains', 'Whether the text is inside', 'contains("quota", "uot")', 'true'],
  ['startsWith', 'Whether it begins so', 'startsWith("quota", "qu")', 'true'],
  ['endsWith', 'Whether it ends so', 'endsWith("quota", "ta")', 'true'],
  ['replace', 'One text in place of another', 'replace("a-b", "-", "+")', '"a+b"'],
  ['substring', 'From a letter to before another, counted from 0', 'substring("quota", 0, 2)', '"qu"'],
  ['trim', 'Without spaces around it', 'trim(" a ")', '"a"'],
  ['lower', 'In small letters', 'lower("EU")', '"eu"'],
  ['upper', 'In capitals', 'upper("eu")', '"EU"'],
];

/** Every function, list macro and `has`, those most asked for first (WF-8, WF-48). */
export const FUNCTION_WORDS: readonly FunctionWords[] = ROWS.map(([name, message, example, gives]) => ({
  name,
  message,
  example,
  gives,
}));
