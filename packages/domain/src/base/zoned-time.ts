/** A time of day in a zone: calendar fields as numbers; month 1 = January. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

const MAX_ZONES = 500;
const formats = new Map<string, Intl.DateTimeFormat>();
const DAY_MS = 86_400_000;

/** Whether the text names a time zone of the IANA database, such as `America/New_York`, or `UTC`. */
export function isTimeZone(zone: string): boolean {
  return formatOf(zone) !== null;
}

/** The calendar and clock of a moment (ms since 1970) in a zone. Throws a RangeError for an unknown zone. */
export function wallTime(atMs: number, zone: string): WallTime {
  const wall = new Date(atMs + offsetMs(atMs, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    ms: wall.getUTCMilliseconds(),
  };
}

/**
 * The moment (ms since 1970) at which the clocks of a zone show this. A time that a change of clocks leaves out is moved on by
 * the gap; of a time that is there twice, the earlier counts (`compatible` of ECMAScript's Temporal).
 */
export function momentOfWall(wall: WallTime, zone: string): number {
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.ms);
  const before = offsetMs(utc - DAY_MS, zone);
  const after = offsetMs(utc + DAY_MS, zone);
  const fitting = [before, after]
    .map((offset) => utc - offset)
    .filter((moment) => moment + offsetMs(moment, zone) === utc);
  return fitting.length > 0 ? Math.min(...fitting) : utc - before;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in ms. */
export function offsetMs(atMs: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const format = formatOf(zone);
  if (format === null) throw new RangeError(`${zone} is not a time zone`);
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000;
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (!/^[A-Za-z][\w+/-]{0,60}$/.test(zone)) return null;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= MAX_ZONES) formats.clear();
    formats.set(zone, format);
    return format;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
