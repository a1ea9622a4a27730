import { CronExpressionParser } from 'cron-parser';
import { ApiError } from '../../base/api-error.ts';

/** A schedule: five cron fields and their time zone. */
export interface Schedule {
  readonly cron: string;
  readonly timeZone: string;
}

const fieldNames = ['minute', 'hour', 'day of the month', 'month', 'day of the week'];

/** The next instants after this one. On the day clocks go forward, an hour that is skipped fires when it would have begun. */
export function nextInstants(schedule: Schedule, after: Date, howMany: number): Date[] {
  const walk = CronExpressionParser.parse(schedule.cron, { tz: schedule.timeZone, currentDate: after });
  return Array.from({ length: howMany }, () => walk.next().toDate());
}

/** The instants from a moment until before another one, oldest first; not more than `max`. */
export function instantsBetween(schedule: Schedule, span: { from: Date; to: Date }, max: number): Date[] {
  const currentDate = new Date(span.from.getTime() - 1);
  const walk = CronExpressionParser.parse(schedule.cron, { tz: schedule.timeZone, currentDate });
  const instants: Date[] = [];
  while (instants.length < max) {
    const next = walk.next().toDate();
    if (next >= span.to) break;
    instants.push(next);
  }
  return instants;
}

/** The last instant up to this one, this one included. */
export function latestInstant(schedule: Schedule, now: Date): Date {
  const currentDate = new Date(now.getTime() + 1);
  return CronExpressionParser.parse(schedule.cron, { tz: schedule.timeZone, currentDate }).prev().toDate();
}

/** Throws BAD_INPUT for a schedule that is invalid, has an unknown time zone, or never occurs. */
export function mustBeSchedule(schedule: Schedule, now: Date): void {
  const fields = schedule.cron.split(/\s+/);
  if (fields.length !== fieldNames.length || schedule.cron.startsWith('@'))
    throw faulty(
      'cron',
      `A schedule has five fields: ${fieldNames.join(', ')}. “30 8 * * 1” is Mondays at 8:30.`,
    );
  if (!/^[\d*,/\-A-Za-z#?\s]+$/.test(schedule.cron))
    throw faulty('cron', 'A schedule can contain digits, *, comma, -, / and names of months and days.');
  if (!isTimeZone(schedule.timeZone))
    throw faulty(
      'timeZone',
      `There is no time zone “${schedule.timeZone}”. Use a name such as Europe/Berlin or UTC.`,
    );
  try {
    nextInstants(schedule, now, 1);
  } catch (error) {
    throw faulty(
      'cron',
      `“${schedule.cron}” is not a schedule: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
    );
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function faulty(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-40', path: `when.${path}`, message }] });
}
