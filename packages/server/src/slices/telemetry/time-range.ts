import { ApiError } from '../../base/api-error.ts';

/** A stretch of time as an endpoint is asked for it. */
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestDays = 400;

/** Steps that a range may be cut into; the last holds for all longer ones. */
const bucketSteps = [1, 5, 15, 30, 60, 180, 360, 720].map((minutes) => minutes * 60_000);
const maxBuckets = 62;

/** From and before, ISO 8601 in UTC: the last 24 hours by default. Throws BAD_INPUT on a range that is none, or too long. */
export function spanOf(now: Date, { from, to }: Range): { readonly from: string; readonly to: string } {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const start = from === undefined ? end - dayMs : Date.parse(from);
  if (start >= end) throw new ApiError('BAD_INPUT', '“from” must be before “to”.');
  if (end - start > longestDays * dayMs)
    throw new ApiError('BAD_INPUT', `Choose a range of at most ${longestDays} days.`);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

/** How long the parts of a range are, ms: at most 62 of them, whole days for long ranges. */
export function bucketOf({ from, to }: { readonly from: string; readonly to: string }): number {
  const length = Date.parse(to) - Date.parse(from);
  const step = bucketSteps.find((ms) => length / ms <= maxBuckets);
  return step ?? dayMs * Math.max(1, Math.ceil(length / dayMs / maxBuckets));
}

/** The buckets that a range touches, as multiples of their length since 1970. */
export function bucketsIn(
  { from, to }: { readonly from: string; readonly to: string },
  bucketMs: number,
): readonly number[] {
  const first = Math.floor(Date.parse(from) / bucketMs);
  const last = Math.ceil(Date.parse(to) / bucketMs);
  return Array.from({ length: last - first }, (_, at) => first + at);
}
