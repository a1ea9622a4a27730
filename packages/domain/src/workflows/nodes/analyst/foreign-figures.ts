import { decimal, plain } from '../../../base/decimal.ts';

/** Figures up to this many digits (a numbered list, “both”) are nobody’s amount. */
const SMALL_DIGITS = 1;
const MAX_FIGURES = 50;

/**
 * Figures of a text that stand nowhere in what it was made from: a language model words, it never computes, so whoever reads
 * on has to know them. Grouping by commas or blanks and trailing zeros make no difference.
 */
export function foreignFigures(text: string, sources: readonly string[]): readonly string[] {
  const known = new Set(sources.flatMap(figuresIn).map(({ value }) => value));
  const foreign = figuresIn(text).filter(({ value }) => value.length > SMALL_DIGITS && !known.has(value));
  return [...new Set(foreign.map(({ shown }) => shown))].slice(0, MAX_FIGURES);
}

function figuresIn(text: string): readonly { readonly shown: string; readonly value: string }[] {
  return [
    ...text.matchAll(/\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d{1,20})?(?!\d)|\d{1,20}(?:\.\d{1,20})?/g),
  ].map(([shown]) => ({ shown, value: plain(decimal(shown.replace(/[^\d.]/g, ''))) }));
}
