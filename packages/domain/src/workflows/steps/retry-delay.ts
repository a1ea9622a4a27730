/** The longest a retry is put off. */
const MAX_MS = 3_600_000;

/**
 * How long to wait before attempt `attempt + 1`: the backoff, doubled after every attempt, of which the upper half is spread
 * by a hash of run, step and attempt (equal jitter), so that many runs do not come back at once and a replay waits the same.
 */
export function retryDelayMs(step: string, attempt: number, backoffSeconds: number): number {
  const full = Math.min(backoffSeconds * 1_000 * 2 ** (attempt - 1), MAX_MS);
  return Math.round(full / 2 + (full / 2) * (hash(`${step}#${attempt}`) / 2 ** 32));
}

/** FNV-1a with 32 bits, finished by the mixer of MurmurHash3 so that near keys lie far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
