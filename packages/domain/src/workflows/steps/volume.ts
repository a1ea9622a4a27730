import type { JsonValue } from '../json-value.ts';

/** How many characters the outputs of a run may have together; more belongs into files. */
export const MAX_VOLUME = 50_000_000;

/** How many characters an output that comes from outside may have. */
export const MAX_OUTPUT = 10_000_000;

/** From so many characters on a value is stored once in its run, however many steps hand it on. */
export const LARGE_VALUE = 65_536;

/** About how many characters a value has as JSON; looked at no further than what is left of a run's volume. */
export function volumeOf(value: JsonValue | undefined, atMost = MAX_VOLUME): number {
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

/** What a step's output adds to the volume of its run: nothing when it is a large value that came in and is handed on. */
export function volumeAdded(output: JsonValue, input: () => JsonValue, atMost = MAX_VOLUME): number {
  const volume = volumeOf(output, atMost);
  return volume > LARGE_VALUE && isSame(output, input()) ? 0 : volume;
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [
    one as Readonly<Record<string, JsonValue>>,
    other as Readonly<Record<string, JsonValue>>,
  ];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
  );
}
