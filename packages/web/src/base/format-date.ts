import { missing } from './decimal.ts';
import { dateFormat, locale } from './locale.ts';

const civil = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a calendar day (`2026-02-01`) as `Feb 1, 2026`, independent of time zones. */
export function formatDay(day: string | null | undefined): string {
  if (!day) return missing;
  const time = civil.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? day : dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(time);
}

/** The calendar day of a moment in the reader's time zone, as `2026-02-01`. */
export function localDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Formats a moment (ISO 8601 with zone) in the reader's time zone: `Feb 1, 2026, 14:05`. */
export function formatMoment(instant: string | null | undefined): string {
  if (!instant) return missing;
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(time);
}

/** Formats the time of a moment in the reader's time zone: `14:05`. */
export function formatTime(instant: string): string {
  return dateFormat({ timeStyle: 'short', hourCycle: 'h23' }).format(Date.parse(instant));
}

/** Formats the distance from `now` (both in ms): `3 minutes ago`, `in 2 days`. */
export function formatAgo(momentMs: number, nowMs: number): string {
  const seconds = Math.round((momentMs - nowMs) / 1000);
  const steps = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** Formats a duration: `850 ms`, `4.2 s`, `3 min 20 s`, `5 h 3 min`, `2 d 5 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
