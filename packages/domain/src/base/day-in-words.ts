const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as sentences show it: `2025-11-22` as `Nov 22, 2025`. */
export function dayInWords(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
