/** The language of figures and dates: the page's own, so that it matches the text. */
export function locale(): string {
  return (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** A cached number format of the page's language; creating one is slow. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale() + JSON.stringify(options);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(), options);
  numberFormats.set(key, format);
  return format;
}

/** A cached date format of the page's language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  dateFormats.set(key, format);
  return format;
}
