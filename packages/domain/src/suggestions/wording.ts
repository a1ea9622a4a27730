/** A computed text as a language model gets it: figures and names are marks such as `{F1}` and `{N1}`, which only Attain can read. */
export interface MarkedText {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A wording with its figures and names, or why the computed text stays. */
export type Wording = { readonly text: string } | { readonly problem: string };

/** A figure with its sign and currency: `-CHF 1,200.50` has a no-break space, and `($5.00)` is negative. */
const figure = String.raw`\((?:[A-Z]{3}\u00a0|[A-Z]*\p{Sc})[\d.,]+\)|(?:[-−+]?[A-Z]{3}\u00a0)?[^\s“”"()]*\p{N}(?:[^\s“”"()]*[^\s“”"().,;:!?])?`;
const mark = /\{[FN]\d+\}/g;

/** Replaces every figure, and every one of these names, with a mark (SGR-88). */
export function markText(text: string, names: readonly string[]): MarkedText {
  const marks = new Map<string, string>();
  // a name without a letter would cut figures such as 57%, and is a figure anyway
  const wanted = [...new Set(names.filter((name) => /\p{L}/u.test(name)))]
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
 * Fills a model's wording in, if it says the same (SGR-88): nothing but words, the marks of the computed text with nothing new next to
 * them, and marks, number words and words of direction, such as "saves" or "not", in the same order.
 */
export function fillWording({ text, values }: MarkedText, reply: string): Wording {
  const wording = reply.trim();
  if (wording === '') return { problem: 'The model answered nothing.' };
  if (wording.length > 2 * text.length + 200) return { problem: 'The wording is too long.' };
  if (marksOf(wording) !== marksOf(text))
    return { problem: 'The wording has other figures or names, or has them in another order.' };
  const own = new Set(text.replaceAll(mark, ' '));
  if ([...wording.replaceAll(mark, ' ')].some((letter) => !plain.test(letter) && !own.has(letter)))
    return { problem: 'The wording has a figure of its own, or signs that are no text.' };
  if (!areAloneAs(wording, text)) return { problem: 'The wording changes a figure or a name.' };
  const code = codesIn(wording).find((one) => !codesIn(text).includes(one));
  const turned = code ?? differing(claimsOf(wording), claimsOf(text));
  if (turned !== undefined) return { problem: `The wording and the computed text differ in “${turned}”.` };
  return { text: wording.replaceAll(mark, (name) => values.get(name) ?? name) };
}

/** What text is made of. Other signs, such as the strokes of `60 / 10 / 30`, stay where the computed text has them. */
const plain = /[\p{Script=Latin}\p{M}\s.,;:!?'’"“”()–—-]/u;

const marksOf = (text: string) => (text.match(mark) ?? []).join();

/** Currencies, as codes. */
const codesIn = (text: string): readonly string[] => text.match(/\b[A-Z]{3}\b/g) ?? [];

/** If each mark has only those signs and letters next to it that it has in the computed text; brackets around it may go. */
function areAloneAs(wording: string, text: string): boolean {
  const [said, meant] = [placesOf(wording), placesOf(text)];
  return (
    said.length === meant.length &&
    said.every(({ word, isInBrackets }, at) => {
      const own = meant[at];
      return word === own?.word && (!isInBrackets || own.isInBrackets);
    })
  );
}

/** The words with marks in them. A dash before a mark belongs to it. */
function placesOf(text: string): { readonly word: string; readonly isInBrackets: boolean }[] {
  const tight = text
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/\s+\)/g, ')')
    .replaceAll(/([–—-])\s+(?=\(?\{)/g, '$1');
  return tight
    .split(/\s+/)
    .filter((word) => word.search(mark) >= 0)
    .map((word) => ({
      word: word.replace(/^["“‘'(]+/, '').replace(/(?:['’]s)?["”’').,;:!?]*$/, ''),
      isInBrackets: /\(.*\)/.test(word),
    }));
}

/** The first word in which two orders differ. */
function differing(said: readonly string[], meant: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(said.length, meant.length) }, (_, index) => index).find(
    (index) => said[index] !== meant[index],
  );
  return at === undefined ? undefined : [meant[at], said[at]].find((one) => one?.startsWith('{') === false);
}

/** Marks, number words, and words that turn a sentence into its opposite, in their order; the latter by their name. */
function claimsOf(text: string): readonly string[] {
  return [...text.matchAll(claim)].map(({ 0: found, groups = {} }) => {
    const [name] = Object.entries(groups).find(([, word]) => word !== undefined) ?? [];
    return name ?? found.toLowerCase();
  });
}

const numbers = [
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen',
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|(?:m|b|tr|quadr)illion|dozen|couple|pair',
  'half|halve[sd]?|third|quarter|twice|double[sd]?|triple[sd]?|first|second|fourth|fifth|sixth|seventh|eighth|ninth|tenth',
  'per ?cent|percentage|pct|point|bps|pp|k|m|mn|mm|mio|b|bn|t|tn|mrd',
  'dollar|cent|euro|pound|pence|penny|franc|kron[ae]|kronor|kroner|zloty|yen|yuan|rupee|real|peso',
].join('|');

const directions = {
  saves: 'sav(?:e[sd]?|ings?)',
  costs: 'costs?',
  more: 'more|higher|highest|above|increas(?:e[sd]?|ing)|rises?|rising|rose|raise[sd]?|most|gains?|gained|greater|greatest|larger|largest|bigger|biggest|better|best|up|ahead|exceed(?:s|ed|ing)?|grow(?:s|n|ing|th)?|grew|top|maximum|max',
  less: 'less|lower(?:s|ed)?|lowest|below|under|fewer|fewest|decreas(?:e[sd]?|ing)|falls?|falling|fell|least|los(?:e[sd]?|s|ses|t|ers?|ing)|smaller|smallest|worse|worst|down|behind|drop(?:s|ped)?|reduc(?:e[sd]?|ing|tions?)|cuts?|miss(?:es|ed)?|minimum|min|minus|negative',
  over: 'over',
  about: 'almost|nearly|roughly|approximately|around|about|up to',
  all: 'all|every|everyone|each|both',
  some: 'some|several|many|few|only',
  not: 'no|not|none|never|nothing|nobody|without|cannot|nor|neither|hardly|barely|fail(?:s|ed)?|unless|except',
};

const claim = new RegExp(
  [
    mark.source,
    String.raw`\b(?:${numbers})s?\b`,
    ...Object.entries(directions).map(([name, words]) => String.raw`\b(?<${name}>${words})\b`),
    String.raw`(?<nt>n['’]t\b)`,
    plain.source.replace('[', String.raw`[^{}\p{N}`),
  ].join('|'),
  'giu',
);
