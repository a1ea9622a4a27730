import { ApiError } from '../../base/api-error.ts';
import { commonPasswords } from './common-passwords.ts';

/** Minimum number of different characters after removing the most common passwords. */
const minDifferent = 5;
/** Names shorter than this are part of too many words: a `rep` may well “prepare”. */
const minNameLength = 4;

/**
 * Rejects an easily guessed password: one made of the most common ones, or containing a related name. The contract
 * checks the length. `at` is the field that shows the problem. Throws BAD_INPUT with every problem.
 */
export function mustBeHardToGuess(
  password: string,
  { at, names }: { at: string; names: readonly string[] },
): void {
  const messages: string[] = [];
  const letters = folded(password);
  if (new Set(withoutCommon(letters)).size < minDifferent)
    messages.push('This password is too easy to guess. Use other words, or more of them.');
  const held = names.filter((name) => folded(name).length >= minNameLength && letters.includes(folded(name)));
  for (const name of new Set(held)) messages.push(`Choose a password that doesn’t contain “${name}”.`);
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
