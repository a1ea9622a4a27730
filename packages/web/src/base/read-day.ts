import { dateFormat } from './locale.ts';

/** `2026-11-22`, with slashes or points as well. */
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
/** `11/22/2026` or `22.11.2026`. */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
/** `Nov 22, 2026`. */
const monthFirst = /^([\p{L}.]+)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
/** `22 Nov 2026`, `22. November 2026`. */
const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?\s+([\p{L}.]+),?\s+(\d{4})$/u;

/**
 * Parses a typed day to `2026-11-22`, or null. Accepts ISO, the order of the page's language with slashes,
 * day first with points, and names of months: `Nov 22, 2026`, `22 November 2026`.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const iso = yearFirst.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const figures = yearLast.exec(text);
  if (figures) {
    const [, first, mark, second, year] = figures;
    return mark === '/' && monthComesFirst() ? dayOf(year, first, second) : dayOf(year, second, first);
  }
  const words = monthFirst.exec(text);
  if (words) return dayOf(words[3], monthOf(words[1]), words[2]);
  const reversed = dayFirst.exec(text);
  return reversed ? dayOf(reversed[3], monthOf(reversed[2]), reversed[1]) : null;
}

/** The day, or null if it does not exist. */
function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

function monthComesFirst(): boolean {
  const parts = dateFormat({ dateStyle: 'short', timeZone: 'UTC' }).formatToParts(0);
  return parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day');
}

/** The number of a month by its name or at least its first three letters. */
function monthOf(name = ''): string {
  const sought = plainWord(name);
  if (sought.length < 3) return '';
  for (let month = 0; month < 12; month += 1) {
    const names = (['long', 'short'] as const).map((length) =>
      plainWord(dateFormat({ month: length, timeZone: 'UTC' }).format(Date.UTC(2024, month, 1))),
    );
    if (names.some((one) => one.startsWith(sought))) return String(month + 1);
  }
  return '';
}

const plainWord = (word: string) => word.replaceAll('.', '').toLowerCase();
