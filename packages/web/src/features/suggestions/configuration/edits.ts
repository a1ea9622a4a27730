import type { AssistantSettings } from '@attain/contract/configurations';
import { typedNumber } from '../../../base/typed-number.ts';

type Settings = Pick<AssistantSettings, 'off' | 'thresholds' | 'acting'>;

/** Settings while they are edited: numbers are what was typed. */
export interface Edits {
  readonly off: readonly string[];
  readonly thresholds: Readonly<Record<string, string>>;
  readonly acting: Readonly<Record<string, string>>;
}

const texts = (numbers: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));

/** What is stored, for editing. */
export function edited({ off, thresholds, acting }: Settings): Edits {
  return { off, thresholds: texts(thresholds), acting: texts(acting) };
}

/** The shipped values; all analyzers run. */
export function shippedEdits({ ranges: { thresholds, acting } }: Pick<AssistantSettings, 'ranges'>): Edits {
  const shipped = (all: readonly { readonly key: string; readonly value: number }[]) =>
    Object.fromEntries(all.map(({ key, value }) => [key, String(value)]));
  return { off: [], thresholds: shipped(thresholds), acting: shipped(acting) };
}

/** What was typed as numbers; text that is no number is −1, which the server explains. */
export function numbersOf(edits: Edits, { thresholds, acting }: Settings) {
  const number = (text = '') => Number(typedNumber(text) ?? -1);
  const read = <Numbers extends Readonly<Record<string, number>>>(stored: Numbers, typed: Edits['acting']) =>
    Object.fromEntries(Object.keys(stored).map((key) => [key, number(typed[key])])) as Numbers;
  return {
    off: [...edits.off],
    thresholds: read(thresholds, edits.thresholds),
    acting: read(acting, edits.acting),
  };
}
