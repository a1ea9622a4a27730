import type { JsonValue } from '../json-value.ts';

/** How many characters the outputs of a run may have together; more belongs into files. */
export const MOST_VOLUME = 20_000_000;

/** About how many characters a value has as JSON; looked at no further than what is left of a run's volume. */
export function volumeOf(value: JsonValue | undefined, atMost = MOST_VOLUME): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let volume = 2;
  if (Array.isArray(value)) {
    for (const one of value) {
      if (volume > atMost) break;
      volume += 1 + volumeOf(one, atMost - volume);
    }
    return volume;
  }
  const members = value as Readonly<Record<string, JsonValue>>;
  for (const name of Object.keys(members)) {
    if (volume > atMost) break;
    volume += name.length + 4 + volumeOf(members[name], atMost - volume);
  }
  return volume;
}
