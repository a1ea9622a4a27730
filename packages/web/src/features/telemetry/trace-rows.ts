import type { TraceSpan } from '../../api/shapes.ts';

/** How many turns of a loop are listed before the rest folds into one row. */
const listedTurns = 2;

/** Consecutive turns of a loop, folded into one row. */
export type FoldedTurns = {
  readonly key: string;
  readonly depth: number;
  readonly parentId: string;
  readonly from: number;
  readonly to: number;
  readonly spans: readonly TraceSpan[];
};

/** One row of the waterfall: a span, or folded turns. */
export type TraceLine =
  | { readonly key: string; readonly span: TraceSpan; readonly depth: number; readonly hasParts: boolean }
  | { readonly key: string; readonly folded: FoldedTurns; readonly depth: number; readonly hasParts: true };

/** Rows that are open or closed against their default, by key. */
export type Toggled = ReadonlySet<string>;

/**
 * The rows to draw: parts of closed rows are left away. Turns are closed and steps open by default; of a loop’s turns the
 * first two and those with an error are listed, the others fold.
 */
export function traceLines(spans: readonly TraceSpan[], toggled: Toggled): readonly TraceLine[] {
  const parts = new Map<string | null, TraceSpan[]>();
  const known = new Set(spans.map(({ id }) => id));
  for (const span of spans) {
    const parent = span.parentId !== null && known.has(span.parentId) ? span.parentId : null;
    const list = parts.get(parent) ?? [];
    list.push(span);
    parts.set(parent, list);
  }
  const failing = failingIds(spans);
  const lines: TraceLine[] = [];
  const add = (span: TraceSpan, depth: number) => {
    const inside = parts.get(span.id) ?? [];
    lines.push({ key: span.id, span, depth, hasParts: inside.length > 0 });
    if (isOpen(span.id, toggled, !(span.kind === 'turn' && !failing.has(span.id)))) addAll(inside, depth + 1);
  };
  const addAll = (inside: readonly TraceSpan[], depth: number) => {
    for (const one of grouped(inside, failing)) {
      if (!Array.isArray(one)) {
        add(one as TraceSpan, depth);
        continue;
      }
      const folded = foldedOf(one, depth);
      lines.push({ key: folded.key, folded, depth, hasParts: true });
      if (isOpen(folded.key, toggled, false)) for (const span of one) add(span, depth + 1);
    }
  };
  addAll(parts.get(null) ?? [], 0);
  return lines;
}

/** Whether a row shows its parts. */
function isOpen(key: string, toggled: Toggled, byDefault: boolean): boolean {
  return toggled.has(key) ? !byDefault : byDefault;
}

/** The row above another one in the tree, if any. */
export function lineAbove(lines: readonly TraceLine[], at: number): number | null {
  const depth = lines[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) if ((lines[index]?.depth ?? 0) < depth) return index;
  return null;
}

/** Spans that failed or have a part that did. */
function failingIds(spans: readonly TraceSpan[]): ReadonlySet<string> {
  const failing = new Set<string>();
  for (const span of spans.toReversed()) {
    if (span.error === null && !failing.has(span.id)) continue;
    failing.add(span.id);
    if (span.parentId !== null) failing.add(span.parentId);
  }
  return failing;
}

/** Parts in order, with turns that need no attention as lists. */
function grouped(
  inside: readonly TraceSpan[],
  failing: ReadonlySet<string>,
): readonly (TraceSpan | readonly TraceSpan[])[] {
  const turns = inside.filter(({ kind }) => kind === 'turn').length;
  if (turns <= listedTurns + 1) return inside;
  const result: (TraceSpan | TraceSpan[])[] = [];
  for (const span of inside) {
    const last = result.at(-1);
    if (span.kind !== 'turn' || (span.turn ?? 0) < listedTurns || failing.has(span.id)) result.push(span);
    else if (Array.isArray(last)) last.push(span);
    else result.push([span]);
  }
  return result.map((one) => (Array.isArray(one) && one.length === 1 ? (one[0] as TraceSpan) : one));
}

function foldedOf(spans: readonly TraceSpan[], depth: number): FoldedTurns {
  const [first, last] = [spans[0] as TraceSpan, spans.at(-1) as TraceSpan];
  return {
    key: `${first.id}…`,
    depth,
    parentId: first.parentId ?? '',
    from: first.turn ?? 0,
    to: last.turn ?? 0,
    spans,
  };
}
