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

/** The period a question names, and the question without it; no period when it names none. */
export function takePeriod(text: string): { period?: string; rest: string } {
  for (const { pattern, key } of readings) {
    const found = pattern.exec(text);
    if (!found) continue;
    const before = text.slice(0, found.index).replace(/\b(in|for|of|during)(?: the)?\s*$/i, '');
    const rest = `${before} ${text.slice(found.index + found[0].length)}`;
    return { period: key(found.slice(1)), rest: rest.replace(/\s+/g, ' ').trim() };
  }
  return { rest: text };
}

/** Those of the records that lie in the named period (ASK-4): the period itself, or else everything inside it. */
export function within<Row extends { readonly period: { readonly key: string } }>(
  rows: readonly Row[],
  period: string,
): readonly Row[] {
  const same = rows.filter((row) => row.period.key === period);
  return same.length > 0 ? same : rows.filter((row) => row.period.key.startsWith(`${period}-`));
}
