/** A function of expressions as people read it: what it does, and an example with what comes of it as JSON. */
export interface FunctionWords {
  readonly name: string;
  readonly message: string;
  readonly example: string;
  readonly gives: string;
}

type Row = readonly [name: string, message: string, example: string, gives: string];

const ROWS: readonly Row[] = [
  ['money', 'Formats an amount', 'money("826007.98", "USD")', '"826,007.98 USD"'],
  ['round', 'Rounds half away from zero', 'round(2.345, 2)', '2.35'],
  ['floor', 'Rounds down', 'floor(-1.5)', '-2'],
  ['ceil', 'Rounds up', 'ceil(1.2)', '2'],
  ['abs', 'Absolute value', 'abs(-3)', '3'],
  ['sum', 'Sum of all', 'sum([0.1, 0.2])', '0.3'],
  ['min', 'Minimum', 'min(3, [7, 5])', '3'],
  ['max', 'Maximum', 'max(3, [7, 5])', '7'],
  ['decimal', 'Converts text to an exact number', 'decimal("0.10") + 1', '1.1'],
  ['string', 'Converts a value to text', 'string(0.5)', '"0.5"'],
  ['has', 'True if a field exists and is not null', 'has(input.amount)', 'true'],
  ['size', 'Number of characters or entries', 'size([4, 5])', '2'],
  ['keys', 'Field names of a map', 'keys({"a": 1})', '["a"]'],
  ['filter', 'Entries that match', '[1, 2].filter(x, x > 1)', '[2]'],
  ['map', 'Transforms every entry', '[1, 2].map(x, x * 2)', '[2,4]'],
  ['all', 'True if all entries match', '[1, 2].all(x, x > 0)', 'true'],
  ['exists', 'True if one entry matches', '[1, 2].exists(x, x > 2)', 'false'],
  ['concat', 'Joins values into one text', 'concat("Q", 1)', '"Q1"'],
  ['join', 'Joins a list into one text', 'join(["a", "b"], ", ")', '"a, b"'],
  ['split', 'Splits text into a list', 'split("a,b", ",")', '["a","b"]'],
  ['contains', 'True if the text is contained', 'contains("quota", "uot")', 'true'],
  ['startsWith', 'True if it starts with the text', 'startsWith("quota", "qu")', 'true'],
  ['endsWith', 'True if it ends with the text', 'endsWith("quota", "ta")', 'true'],
  ['replace', 'Replaces text', 'replace("a-b", "-", "+")', '"a+b"'],
  ['substring', 'Part of a text, from start to end, counted from 0', 'substring("quota", 0, 2)', '"qu"'],
  ['trim', 'Removes spaces at both ends', 'trim(" a ")', '"a"'],
  ['lower', 'Lowercase', 'lower("EU")', '"eu"'],
  ['upper', 'Uppercase', 'upper("eu")', '"EU"'],
];

/** Every function, list macro and `has`, those most asked for first (WF-8, WF-48). */
export const FUNCTION_WORDS: readonly FunctionWords[] = ROWS.map(([name, message, example, gives]) => ({
  name,
  message,
  example,
  gives,
}));
