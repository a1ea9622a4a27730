import { readCsv } from './csv.ts';
import { parseDay } from './day.ts';
import { ok, type Problem, type Result, rejected } from './result.ts';

/** A day on which a workspace does not work. */
export interface Holiday {
  readonly date: string;
  readonly name: string;
}

/** A workspace has so many holidays at most. */
export const maxHolidays = 500;

const maxName = 100;

/** Reads a CSV of dates and names, with or without a heading (BASE-13). */
export function readHolidays(text: string): Result<readonly Holiday[]> {
  const rows = readCsv(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (/^(date|day)$/i.test(rows[0]?.cells[0]?.trim() ?? '')) rows.shift();
  const problems: Problem[] = [];
  const lineOf = new Map<string, number>();
  const holidays = rows.map(({ line, cells }) => {
    const [date = '', ...others] = cells.map((cell) => cell.trim());
    const name = others.filter((cell) => cell !== '').join(', ');
    const before = lineOf.get(date);
    const fault =
      parseDay(date) === null
        ? `“${date.slice(0, 50)}” is not a date. Use year-month-day, like 2026-12-25.`
        : name === ''
          ? `Add a name after ${date}.`
          : /[\r\n]/.test(name)
            ? 'The name has a line break. Put each holiday on its own line, and close quotation marks.'
            : name.length > maxName
              ? `The name can have up to ${maxName} characters.`
              : before === undefined
                ? null
                : `${date} is on line ${before} already.`;
    if (fault !== null)
      problems.push({ rule: 'BASE-13', path: `lines[${line}]`, message: `Line ${line}: ${fault}` });
    lineOf.set(date, line);
    return { date, name };
  });
  if (rows.length === 0)
    problems.push({
      rule: 'BASE-13',
      path: 'text',
      message: 'Enter a date and a name on each line, like 2026-12-25, Christmas Day.',
    });
  return problems.length > 0 ? rejected(problems) : ok(holidays);
}
