import { ApiError } from '../base/api-error.ts';

/** Requests that a token may send at once; it regains ten a second. */
const burst = 30;
const perSecond = 10;
/** More tokens than this are not remembered: those that were quiet the longest start again with a full bucket. */
const maxRemembered = 10_000;

/** Limits the requests of each token; throws THROTTLED when one sends too many. */
export function requestRate(now: () => number): (token: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();
  return (token) => {
    const at = now();
    const known = buckets.get(token) ?? { left: burst, at };
    const left = Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond);
    buckets.delete(token);
    buckets.set(token, { left: Math.max(0, left - 1), at });
    const [oldest] = buckets.keys();
    if (buckets.size > maxRemembered && oldest !== undefined) buckets.delete(oldest);
    if (left < 1)
      throw new ApiError('THROTTLED', 'Too many requests. Wait a second and try again.', {
        retryAfterSeconds: 1,
      });
  };
}
