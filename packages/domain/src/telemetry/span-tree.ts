import type { Span, TreeSpan } from './span.ts';

/** A stretch of time; `to` is after `from`. */
type Stretch = { readonly from: number; readonly to: number };

/**
 * Spans of a run and of the runs inside it as a tree, each before its parts, parts by their beginning (TEL-4). `nowMs` ends
 * what is not over. A span whose parent is not among them is at the top.
 */
export function spanTree(spans: readonly Span[], nowMs: number): readonly TreeSpan[] {
  const known = new Set(spans.map(({ id }) => id));
  const parts = new Map<string | null, Span[]>();
  for (const span of spans) {
    const parent = span.parentId !== null && known.has(span.parentId) ? span.parentId : null;
    const list = parts.get(parent) ?? [];
    list.push(span);
    parts.set(parent, list);
  }
  const tree: TreeSpan[] = [];
  const add = (span: Span, depth: number): readonly Stretch[] => {
    const at = tree.length;
    tree.push({ ...span, depth, workedMs: 0, waitedMs: 0 });
    const inside = inOrder(parts.get(span.id) ?? []).map((part) => add(part, depth + 1));
    const works = inside.length === 0 ? ownWork(span, nowMs) : union(inside.flat());
    const workedMs = works.reduce((all, { from, to }) => all + to - from, 0);
    const waitedMs = Math.max(0, (span.toMs ?? nowMs) - span.fromMs - workedMs);
    tree[at] = { ...span, depth, workedMs, waitedMs };
    return works;
  };
  for (const span of inOrder(parts.get(null) ?? [])) add(span, 0);
  return tree;
}

function inOrder(spans: readonly Span[]): readonly Span[] {
  return spans.toSorted((a, b) => a.fromMs - b.fromMs);
}

/** When a step without parts worked: its time but for its waits. A run, loop or turn without parts did nothing. */
function ownWork(span: Span, nowMs: number): readonly Stretch[] {
  if (span.kind !== 'step') return [];
  const works: Stretch[] = [];
  let from = span.fromMs;
  for (const wait of span.waits) {
    if (wait.fromMs > from) works.push({ from, to: wait.fromMs });
    from = Math.max(from, wait.toMs ?? nowMs);
  }
  const to = span.toMs ?? nowMs;
  return to > from ? [...works, { from, to }] : works;
}

/** The same time without overlaps, in order. */
function union(stretches: readonly Stretch[]): readonly Stretch[] {
  const whole: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last === undefined || one.from > last.to) whole.push(one);
    else if (one.to > last.to) whole[whole.length - 1] = { from: last.from, to: one.to };
  }
  return whole;
}
