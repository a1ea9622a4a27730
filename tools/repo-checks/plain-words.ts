/** Words and phrases that read as translated, with replacements (docs/decisions/0027). */
const REPLACED: readonly [pattern: RegExp, instead: string][] = [
  [/\b(whoever|whomever|whosoever)\b/i, 'name the person: payee, approver, user'],
  [/\b(nobody|somebody|everybody)\b/i, 'name the person, or "no one", "someone", "everyone"'],
  [/\banew\b/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(un)?sound(ness)?\b/i, 'valid, has issues'],
  [/\bstands\b(?! for\b)/i, 'is, appears'],
  [/\bleft (out|empty)\b/i, 'excluded, blank'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\b(goes|go|going|went|gone) on\b/i, 'continues'],
  [/\btold\b/i, 'notified, shown'],
  [/\bcloses? for good\b|\bclosed for good\b/i, 'closed'],
  [/\b(come|comes|came) out again\b/i, 'match on recalculation'],
  [/\bleast (&|and) most\b/i, 'payment limits'],
];

/** A sentence whose subject is a clause: "What was paid is shown." Questions and headings have no period and pass. */
const CLAUSE_AS_SUBJECT = /(?:^|[.!?] )(What(?! if\b)|Who|Whom|Whose|Whether) [^.!?]*\.(?= |$)/;

/** Problems with the words of a text, each with its replacement. */
export function wordProblems(text: string): string[] {
  const words = REPLACED.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found ? [`"${found[0]}": write ${instead}`] : [];
  });
  const clause = CLAUSE_AS_SUBJECT.exec(text);
  return clause ? [...words, `"${clause[1]} …" is the subject: name who or what does it`] : words;
}

/** How many words a sentence of the catalogue may have, by the end of its key. */
const LIMITS: readonly [key: RegExp, max: number][] = [
  [/(^h|H)(elp|int)$/, 12],
  [/(^s|S)ubtitle$/, 10],
  [/(^t|T)ooltip$/, 20],
];

/** Other problems of a screen text: codes, permission keys, length. An example ("like PAY-7") may be a code. */
export function screenProblems(key: string, text: string, permissions: readonly string[]): string[] {
  const codes = text
    .match(/(?<!like )\b[A-Z]{2,}-\d+[a-z]?\b/g)
    ?.filter((code) => !/^(UTF|SHA|ISO|AES)-/.test(code));
  const keys = permissions.filter((one) => new RegExp(`\\b${one}\\b`).test(text));
  const max = LIMITS.find(([pattern]) => pattern.test(key))?.[1] ?? Number.POSITIVE_INFINITY;
  const counts = text
    .split(/[.!?:;](?= |$)/)
    .map((sentence) => sentence.match(/[^\s]*\w[^\s]*/g)?.length ?? 0);
  return [
    ...(codes ?? []).map((code) => `the rule code ${code} belongs behind "Details"`),
    ...keys.map((one) => `the permission key ${one}: name what the user can't do`),
    ...counts.filter((count) => count > max).map((count) => `${count} words in a sentence, at most ${max}`),
  ];
}

/** The paragraphs, list items, cells and headings of a page, without code and addresses. */
export function textsOfPage(page: string): string[] {
  const prose = page
    .replaceAll(/^```[\s\S]*?^```/gm, '\n')
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, ' ');
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s)/);
  return blocks
    .flatMap((block) => (/^\s*\|/.test(block) ? block.split(/\||\n/) : [block]))
    .map((text) =>
      text
        .replace(/^\s*(?:[-*#>]+|\d+\.)\s+/, '')
        .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => /\w/.test(text));
}
