import { ApiError } from '../../base/api-error.ts';
import { commonPasswords } from './common-passwords.ts';

/** What is left without the most common passwords must have so many different characters. */
const minDifferent = 5;
/** Names shorter than this are part of too many words: a `rep` may well “prepare”. */
const minNameLength = 4;

/**
 * Refuses a password that somebody would try first: made of the most common ones, or holding a name that stands beside it.
 * Length is the contract's concern. `at` is the field the problem is shown at.
 * @throws Refusal BAD_INPUT with every problem found.
 */
export function mustBeHardToGuess(
  password: string,
  { at, names }: { at: string; names: readonly string[] },
): void {
  const messages: string[] = [];
  const letters = folded(password);
  if (new Set(withoutCommon(letters)).size < minDifferent)
    messages.push('This is made of the passwords that are tried first. Choose other words, or more of them.');
  const held = names.filter((name) => folded(name).length >= minNameLength && letters.includes(folded(name)));
  for (const name of new Set(held)) messages.push(`Choose a password without “${name}” in it.`);
  const [first] = messages;
  if (!first) return;
  throw new ApiError('BAD_INPUT', first, {
    problems: messages.map((message) => ({ rule: 'ACCESS-6', path: at, message })),
  });
}

const swaps: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i' };

/** Case, spaces, punctuation and accents do not make a word harder to guess; neither do $ for s and @ for a. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[@$!]/g, (sign) => swaps[sign] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const longestFirst = commonPasswords.toSorted((one, other) => other.length - one.length);

function withoutCommon(letters: string): string {
  let left = letters;
  // a cut can bring halves together, so what was cut out leaves a gap
  for (const word of longestFirst) left = left.replaceAll(word, ' ');
  return left.replaceAll(' ', '');
}
