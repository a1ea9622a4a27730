/** From and to; `to` may be the smaller one. */
export type Span = readonly [number, number];

/** Maps values to pixels. */
export type LinearScale = {
  (value: number): number;
  invert(pixels: number): number;
  /** About as many round values within the values. */
  ticks(count: number): number[];
};

export function linearScale(values: Span, pixels: Span): LinearScale {
  const scale = (value: number) => along(pixels, place(values, value));
  scale.invert = (at: number) => along(values, place(pixels, at));
  scale.ticks = (count: number) => ticks(values, count);
  return scale;
}

/** The values, extended to round ones. */
export function rounded(values: Span, count: number): Span {
  let [from, to] = values;
  for (;;) {
    const step = roundStep([from, to], count);
    if (step === undefined) return [from, to];
    const next: Span = [step.of(Math.floor(step.at(from))), step.of(Math.ceil(step.at(to)))];
    if (next[0] === from && next[1] === to) return next;
    [from, to] = next;
  }
}

/** Equal bands along the pixels, one for each label, with a share of each step left free. */
export function bandScale(labels: readonly string[], [from, to]: Span, padding: number) {
  const unique = [...new Set(labels)];
  const step = (to - from) / Math.max(1, unique.length + padding);
  const starts = new Map(unique.map((label, index) => [label, from + step * (index + padding)]));
  return { step, width: step * (1 - padding), start: (label: string) => starts.get(label) ?? from };
}

/** The straight lines through points, as the `d` of a path. */
export function pathThrough(points: readonly Span[]): string | undefined {
  if (points.length === 0) return undefined;
  return `M${points.map((point) => point.map((at) => Math.round(at * 1000) / 1000).join(',')).join('L')}`;
}

const along = ([from, to]: Span, share: number) => from + (to - from) * share;

/** The share of a span before a value; the middle where the span is empty. */
const place = ([from, to]: Span, value: number) => (to === from ? 0.5 : (value - from) / (to - from));

function ticks(values: Span, count: number): number[] {
  const step = roundStep(values, count);
  if (step === undefined) return [values[0]];
  let [first, last] = [Math.round(step.at(values[0])), Math.round(step.at(values[1]))];
  if (step.of(first) < values[0]) first += 1;
  if (step.of(last) > values[1]) last -= 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => step.of(first + index));
}

/**
 * A step of 1, 2 or 5 times a power of ten: how many a value is, and the value of so many. A step below 1
 * divides, so that three steps of 0.1 are 0.3.
 */
function roundStep([from, to]: Span, count: number) {
  if (!(to > from)) return undefined;
  const exact = (to - from) / count;
  const power = Math.floor(Math.log10(exact));
  const rest = exact / 10 ** power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1;
  const size = power < 0 ? 10 ** -power / factor : 10 ** power * factor;
  return power < 0
    ? { at: (value: number) => value * size, of: (steps: number) => steps / size }
    : { at: (value: number) => value / size, of: (steps: number) => steps * size };
}
