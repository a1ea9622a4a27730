const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

type Reading = { readonly pattern: RegExp; readonly key: (parts: readonly string[]) => string };
type Relative = {
  readonly pattern: RegExp;
  readonly key: (parts: readonly (string | undefined)[], today: string) => string;
};

function weekKey(year = '', week = ''): string {
  return `${year}-W${week.padStart(2, '0')}`;
}

/** Ways to name a period, and the key it has in calculations: `2025`, `2025-Q4`, `2025-12` or `2025-W51`. */
const readings: readonly Reading[] = [
  { pattern: /\b(\d{4})[- ]?q([1-4])\b/i, key: ([year, quarter]) => `${year}-Q${quarter}` },
  { pattern: /\bq([1-4])(?: of)?[ -]?(\d{4})\b/i, key: ([quarter, year]) => `${year}-Q${quarter}` },
  {
    pattern: /\b(first|second|third|fourth) quarter(?: of)? (\d{4})\b/i,
    key: ([which = '', year]) =>
      `${year}-Q${['first', 'second', 'third', 'fourth'].indexOf(which.toLowerCase()) + 1}`,
  },
  {
    pattern: new RegExp(`\\b(${months.join('|')})(?: of)? (\\d{4})\\b`, 'i'),
    key: ([month = '', year]) =>
      `${year}-${String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}`,
  },
  { pattern: /\b(\d{4})-(0[1-9]|1[0-2])\b/, key: ([year, month]) => `${year}-${month}` },
  { pattern: /\b(\d{4})[- ]?w(?:eek )?(\d{1,2})\b/i, key: ([year, week]) => weekKey(year, week) },
  { pattern: /\bw(?:eek ?)?(\d{1,2})(?: of)?[ -]?(\d{4})\b/i, key: ([week, year]) => weekKey(year, week) },
  { pattern: /\b(?:fy ?)?((?:19|20)\d{2})\b/i, key: ([year]) => `${year}` },
];

/** A quarter or month without its year means the latest one that has begun. */
const yearless: readonly Relative[] = [
  {
    pattern: /\bq([1-4])\b/i,
    key: ([quarter = ''], today) => latestStarted(`Q${quarter}`, 3 * Number(quarter) - 2, today),
  },
  {
    pattern: /\b(first|second|third|fourth) quarter\b/i,
    key: ([which = ''], today) => {
      const quarter = ['first', 'second', 'third', 'fourth'].indexOf(which.toLowerCase()) + 1;
      return latestStarted(`Q${quarter}`, 3 * quarter - 2, today);
    },
  },
  {
    pattern: new RegExp(`\\b(?:in|for|of|during) (${months.join('|')})\\b`, 'i'),
    key: ([name = ''], today) => {
      const month = months.indexOf(name.toLowerCase()) + 1;
      return latestStarted(String(month).padStart(2, '0'), month, today);
    },
  },
];

/** Periods relative to today: "last quarter", "this month", "year to date". */
const relative: readonly Relative[] = [
  {
    pattern: /\b(this|current|last|previous|past|next) (year|quarter|month|week)\b/i,
    key: ([which = '', unit = ''], today) => {
      const steps = { this: 0, current: 0, next: 1 }[which.toLowerCase()] ?? -1;
      return calendarKey(unit.toLowerCase(), today, steps);
    },
  },
  {
    pattern: /\b(?:(year|quarter|month)[- ]to[- ]date|(ytd|qtd|mtd))\b/i,
    key: ([unit, short = ''], today) =>
      calendarKey(
        unit?.toLowerCase() ??
          { y: 'year', q: 'quarter', m: 'month' }[short[0]?.toLowerCase() ?? ''] ??
          'year',
        today,
        0,
      ),
  },
];

/** Time words left after parsing: such a question is not guessed (ASK-9). */
const unread =
  /\b(years?|quarters?|months?|weeks?|days|today|yesterday|tomorrow|since|until|ago|fiscal|half|h[12])\b/i;

/** The period in a question, and the question without it. */
export type SpokenPeriod = {
  readonly period?: string;
  /** The words of a relative period: "last quarter". */
  readonly periodWords?: string;
  readonly rest: string;
  /** The question has time words that name no known period. */
  readonly unclear: boolean;
};

/**
 * The period a question names, by the calendar of `today` (`YYYY-MM-DD`); no period when it names none. A quarter or month without its
 * year is of `year`, if given and begun by then.
 */
export function takePeriod(text: string, today: string, year?: string): SpokenPeriod {
  for (const { pattern, key } of readings) {
    const found = pattern.exec(text);
    if (found) return taken(text, found, { period: key(found.slice(1)) });
  }
  for (const reading of [...relative, ...yearless]) {
    const found = reading.pattern.exec(text);
    if (!found) continue;
    const period = reading.key(found.slice(1), today);
    // the period is the latest that has begun
    if (year !== undefined && year < period.slice(0, 4) && yearless.includes(reading))
      return taken(text, found, { period: `${year}${period.slice(4)}` });
    const periodWords = found[0].replace(/^(in|for|of|during) /i, '').toLowerCase();
    return taken(text, found, { period, periodWords });
  }
  return { rest: text, unclear: unread.test(text) };
}

function taken(text: string, found: RegExpExecArray, named: Pick<SpokenPeriod, 'period' | 'periodWords'>) {
  const before = text.slice(0, found.index).replace(/\b(in|for|of|during)(?: the)?\s*$/i, '');
  const rest = `${before} ${text.slice(found.index + found[0].length)}`.replace(/\s+/g, ' ').trim();
  return { ...named, rest, unclear: unread.test(rest) };
}

function latestStarted(part: string, firstMonth: number, today: string): string {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return `${firstMonth <= month ? year : year - 1}-${part}`;
}

/** The key of the calendar period `steps` after today's. */
function calendarKey(unit: string, today: string, steps: number): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  if (unit === 'year') return String(year + steps);
  if (unit === 'week') return isoWeekKey(new Date(Date.UTC(year, month - 1, day + 7 * steps)));
  if (unit === 'quarter') {
    const quarter = year * 4 + Math.floor((month - 1) / 3) + steps;
    return `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`;
  }
  const at = year * 12 + month - 1 + steps;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function isoWeekKey(day: Date): string {
  const thursday = new Date(day);
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - firstDay) / 604_800_000) + 1;
  return weekKey(String(thursday.getUTCFullYear()), String(week));
}

/** Rows of the named period (ASK-4): the period itself, or everything inside it. */
export function within<Row extends { readonly period: { readonly key: string } }>(
  rows: readonly Row[],
  period: string,
): readonly Row[] {
  const same = rows.filter((row) => row.period.key === period);
  return same.length > 0 ? same : rows.filter((row) => row.period.key.startsWith(`${period}-`));
}

/** First and last day of a year, a quarter, a month or an ISO week by its key. */
export function daysOf(period: string): { readonly from: string; readonly to: string } {
  const [year = '', part] = period.split('-');
  if (part === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (part.startsWith('W')) return daysOfWeek(Number(year), Number(part.slice(1)));
  const quarter = part.startsWith('Q') ? Number(part.slice(1)) : undefined;
  const last = quarter === undefined ? Number(part) : quarter * 3;
  const first = quarter === undefined ? last : last - 2;
  const lastDay = new Date(Date.UTC(Number(year), last, 0)).getUTCDate();
  const month = (one: number) => String(one).padStart(2, '0');
  return { from: `${year}-${month(first)}-01`, to: `${year}-${month(last)}-${lastDay}` };
}

/** ISO 8601: week 1 has January 4. */
function daysOfWeek(year: number, week: number): { readonly from: string; readonly to: string } {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = Date.UTC(year, 0, 4 - ((fourth.getUTCDay() || 7) - 1) + 7 * (week - 1));
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(monday), to: day(monday + 6 * 86_400_000) };
}
