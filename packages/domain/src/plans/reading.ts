import { isDecimal } from '../base/decimal.ts';

/** What a small grammar made of a text: a value, or where it stopped (0 = first character) and why. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly at: number }
  | { readonly ok: false; readonly at: number; readonly why: string };

/** Reads a short text from left to right; blanks between the parts do not matter. */
export function reader(text: string) {
  let at = 0;
  const skipBlanks = () => {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
  };
  const fail = (why: string, where = at): Reading<never> => ({ ok: false, at: where, why });
  const found = () => (at < text.length ? `found "${text[at]}"` : 'the text ends here');
  return {
    fail,
    /** One sign that must come next; capitals do not matter. */
    mark(sign: string, expected: string): Reading<string> {
      skipBlanks();
      if (text[at]?.toLowerCase() !== sign) return fail(`expected ${expected}, but ${found()}`);
      at += 1;
      return { ok: true, value: sign, at: at - 1 };
    },
    /** A plain decimal that must come next. */
    number(expected: string): Reading<string> {
      skipBlanks();
      const digits = /^-?[\d.,]+/.exec(text.slice(at))?.[0];
      if (digits === undefined) return fail(`expected ${expected}, but ${found()}`);
      if (!isDecimal(digits)) return fail(`"${digits}" is not a plain decimal number like 1.25`);
      at += digits.length;
      return { ok: true, value: digits, at: at - digits.length };
    },
    /** Nothing may follow any more. */
    end<T>(value: T): Reading<T> {
      skipBlanks();
      return at < text.length ? fail(`unexpected "${text.slice(at)}"`) : { ok: true, value, at };
    },
  };
}

/** The sentence for a text that could not be read, with the position people count from 1. */
export function unreadable(text: string, failure: { readonly at: number; readonly why: string }): string {
  return `"${text}" is not valid: at character ${failure.at + 1}, ${failure.why}.`;
}
