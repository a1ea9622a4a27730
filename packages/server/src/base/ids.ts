import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes for the next ids, fetched together: asking for sixteen costs as much as asking for thousands. */
const random = new Uint8Array(16 * 256);
let used = random.length;
let last = { msecs: 0, seq: 0 };

/** A new id that sorts by time of creation, also among those of one millisecond. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + 16);
  used += 16;
  last = after(last, Date.now(), bytes);
  return v7({ random: bytes, ...last });
}

/**
 * In a new millisecond the counter starts at a random value in its lower half; within one, or if the clock goes back,
 * it continues.
 */
function after(before: typeof last, now: number, bytes: Uint8Array): typeof last {
  if (now > before.msecs)
    return { msecs: now, seq: new DataView(bytes.buffer, bytes.byteOffset + 6).getUint32(0) >>> 1 };
  const seq = (before.seq + 1) >>> 0;
  return { msecs: seq === 0 ? before.msecs + 1 : before.msecs, seq };
}
