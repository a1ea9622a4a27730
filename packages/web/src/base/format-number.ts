import { isDecimal, missing } from './decimal.ts';
import { locale, numberFormat } from './locale.ts';

/**
 * Formats a ratio as percent: `0.0975` → `9.75%`, with a fixed number of decimals for alignment; `exact`
 * shows all given decimals.
 */
export function formatPercent(ratio: string | null | undefined, places: number | 'exact' = 2): string {
  if (ratio === null || ratio === undefined || ratio === '') return missing;
  if (!isDecimal(ratio)) return ratio;
  const digits = places === 'exact' ? Math.max(0, (ratio.split('.')[1]?.length ?? 0) - 2) : places;
  const options = { minimumFractionDigits: places === 'exact' ? 0 : digits, maximumFractionDigits: digits };
  return numberFormat({ style: 'percent', signDisplay: 'negative', ...options }).format(ratio);
}

/** Formats an exact decimal with grouping and all its decimals, or rounded to at most `places`. */
export function formatDecimal(value: string | null | undefined, places = 100): string {
  if (value === null || value === undefined || value === '') return missing;
  if (!isDecimal(value)) return value;
  const given = value.split('.')[1]?.length ?? 0;
  return numberFormat({ maximumFractionDigits: Math.min(places, given) }).format(value);
}

/** Formats an exact decimal with a fixed number of decimals, for alignment: `1.00`. */
export function formatFixed(value: string | null | undefined, places: number): string {
  if (value === null || value === undefined || value === '') return missing;
  if (!isDecimal(value)) return value;
  return numberFormat({ minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
}

/** Formats a count with grouping: `100,000`. */
export function formatCount(count: number | bigint | null | undefined): string {
  return count === null || count === undefined
    ? missing
    : numberFormat({ maximumFractionDigits: 0 }).format(count);
}

/** Formats a count with its noun: `1 row`, `100,000 rows`; irregular nouns pass their plural. */
export function counted(count: number | null | undefined, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** Formats a size: `312 B`, `4.2 MB` (1 kB = 1000 B). */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[step] ?? 'byte';
  const options = { style: 'unit', unit, maximumFractionDigits: step === 0 ? 0 : 1 } as const;
  return numberFormat({ ...options, unitDisplay: unit === 'byte' ? 'long' : 'short' }).format(
    bytes / 1000 ** step,
  );
}

/** Capitalizes a stored word: `sale` → `Sale`. */
export function sentenceCase(word: string): string {
  return word.charAt(0).toLocaleUpperCase(locale()) + word.slice(1);
}
