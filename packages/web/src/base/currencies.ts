import { locale } from './locale.ts';

/** Every currency the browser knows, by code with its name; `more` are listed even if it knows them not. */
export function currencyOptions(
  more: readonly string[] = [],
): { value: string; label: string; hint: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency', fallback: 'none' });
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...more.filter(Boolean)]);
  return [...codes].sort().map((value) => ({ value, label: value, hint: names.of(value) ?? '' }));
}
