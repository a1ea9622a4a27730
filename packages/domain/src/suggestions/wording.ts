/** A computed text as a language model gets it: figures and names are marks such as `{F1}` and `{N1}`, which only Attain can read. */
export interface MarkedText {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A wording with its figures and names, or why the computed text stays. */
export type Wording = { readonly text: string } | { readonly problem: string };

const figure = String.raw`[^\s“”"()]*\p{N}(?:[^\s“”"()]*[^\s“”"().,;:!?])?`;
const mark = /\{[FN]\d+\}/g;

/** Replaces every figure, and every one of these names, with a mark (SGR-88). */
export function markText(text: string, names: readonly string[]): MarkedText {
  const marks = new Map<string, string>();
  const wanted = [...new Set(names.filter((name) => /[\p{L}\p{N}]/u.test(name)))]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`);
  const pattern = new RegExp([...wanted, `(?<figure>${figure})`, '[{}]+'].join('|'), 'gu');
  const count = { F: 0, N: 0 };
  const marked = text.replace(pattern, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { figure?: string };
    const kind = groups.figure === undefined ? 'N' : 'F';
    const known = marks.get(found);
    if (known !== undefined) return known;
    count[kind] += 1;
    const made = `{${kind}${count[kind]}}`;
    marks.set(found, made);
    return made;
  });
  return { text: marked, values: new Map([...marks].map(([value, name]) => [name, value])) };
}

/**
 * Fills a model's wording in, if it says the same: the marks of the computed text in their order, no other figure and nothing but
 * words, and each direction, such as "saves" or "not", only where the computed text has it (SGR-88).
 */
export function fillWording({ text, values }: MarkedText, reply: string): Wording {
  const wording = reply.trim();
  if (wording === '') return { problem: 'The model answered nothing.' };
  if (wording.length > 2 * text.length + 200) return { problem: 'The wording is too long.' };
  if (marksOf(wording) !== marksOf(text))
    return { problem: 'The wording has other figures or names, or has them in another order.' };
  const words = wording.replaceAll(mark, ' ');
  if (/[^\p{L}\p{M}\s.,;:!?'’"“”()–—%-]/u.test(words))
    return { problem: 'The wording has a figure of its own, or signs that are no text.' };
  const source = text.replaceAll(mark, ' ');
  const own = numbersIn(words).find((number) => !numbersIn(source).includes(number));
  if (own !== undefined) return { problem: `The wording has a figure of its own: “${own}”.` };
  const turned = directions.find(({ words: one }) => one.test(words) !== one.test(source));
  if (turned !== undefined)
    return { problem: `The wording and the computed text differ in “${turned.name}”.` };
  return { text: wording.replaceAll(mark, (name) => values.get(name) ?? name) };
}

const marksOf = (text: string) => (text.match(mark) ?? []).join();

const numbersIn = (text: string) => [...text.matchAll(numberWords)].map(([number]) => number.toLowerCase());

const numberWords =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|twice|double|triple)s?\b/gi;

/** Words that turn a sentence into its opposite. */
const directions = [
  { name: 'saves', words: /\bsav(?:e[sd]?|ings?)\b/i },
  { name: 'costs', words: /\bcosts?\b/i },
  { name: 'more', words: /\b(?:more|higher|highest|above|increase[sd]?|rises?|most|gains?)\b/i },
  {
    name: 'less',
    words: /\b(?:less|lower|lowest|below|fewer|decrease[sd]?|falls?|least|los(?:e[sd]?|s|ses|t|ers?))\b/i,
  },
  { name: 'not', words: /\b(?:no|not|none|never|nothing|without|cannot|nor|neither)\b|n['’]t\b/i },
] as const;
