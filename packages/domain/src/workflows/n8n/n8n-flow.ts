import type { N8nFile, N8nLink, N8nNode } from './n8n-file.ts';
import { isTrigger } from './n8n-triggers.ts';

/** A loop of n8n: its steps, and the connections that lead back to it. */
interface Loop {
  readonly name: string;
  readonly body: ReadonlySet<string>;
}

/** The steps of a file in the order in which they run. */
export interface N8nFlow {
  readonly triggers: readonly N8nNode[];
  /** Steps that run, each after those that lead to it; the inside of a loop before what follows it. */
  readonly order: readonly N8nNode[];
  /** Steps that nothing starts. */
  readonly idle: readonly N8nNode[];
  readonly entering: ReadonlyMap<string, readonly N8nLink[]>;
  readonly leaving: ReadonlyMap<string, readonly N8nLink[]>;
  /** Connections back into a loop. */
  readonly back: readonly N8nLink[];
  /** Connections that would close a cycle without a loop. */
  readonly cut: readonly N8nLink[];
  /** The innermost loop around a step. */
  readonly loopOf: ReadonlyMap<string, string>;
  /** Whether at most one of the connections can ever be taken in a run. */
  readonly exclusive: (links: readonly N8nLink[]) => boolean;
}

/** Connections into one step that are compared with each other. */
const MAX_COMPARED = 50;
const DECIDING = new Set(['if', 'switch']);

export function isLoop({ kind }: N8nNode): boolean {
  return kind === 'splitInBatches';
}

/** The output of a loop that its steps follow. */
export function turnOutput({ version }: N8nNode): number {
  return version >= 3 ? 1 : 0;
}

export function flowOf(file: N8nFile): N8nFlow {
  const byName = new Map(file.nodes.map((node) => [node.name, node]));
  const flowing = file.nodes.filter(({ name, kind }) => kind !== 'stickyNote' && !file.helpers.has(name));
  const inFlow = new Set(flowing.map(({ name }) => name));
  const links = file.links.filter(({ from, to }) => inFlow.has(from) && inFlow.has(to));
  const entered = new Set(links.map(({ to }) => to));
  const triggers = flowing.filter((node) => isTrigger(node) && !entered.has(node.name));
  const starts = triggers.length > 0 ? triggers : flowing.filter(({ name }) => !entered.has(name));
  const all = listed(links, 'from');
  const running = reach(
    starts.map(({ name }) => name),
    all,
  );
  const loops = flowing
    .filter((node) => isLoop(node) && running.has(node.name))
    .map((node): Loop => ({ name: node.name, body: bodyOf(node, all) }))
    .sort((a, b) => a.body.size - b.body.size);
  const loopOf = new Map<string, string>();
  for (const { name, body } of loops)
    for (const inside of body) if (!loopOf.has(inside)) loopOf.set(inside, name);
  const back = links.filter(({ from, to }) => loops.some(({ name, body }) => name === to && body.has(from)));
  const forward = links.filter((link) => running.has(link.from) && !back.includes(link));
  const cut = circles(
    starts.map(({ name }) => name),
    listed(forward, 'from'),
  );
  const kept = forward.filter((link) => !cut.has(link));
  const leaving = listed(kept, 'from');
  const names = ordered([...running], kept, back, byName);
  return {
    triggers,
    order: names.flatMap((name) => byName.get(name) ?? []),
    idle: flowing.filter(({ name }) => !running.has(name)),
    entering: listed(kept, 'to'),
    leaving,
    back: back.filter(({ from }) => running.has(from)),
    cut: [...cut],
    loopOf,
    exclusive: exclusiveness(
      flowing,
      starts.map(({ name }) => name),
      leaving,
    ),
  };
}

function listed(links: readonly N8nLink[], key: 'from' | 'to'): ReadonlyMap<string, readonly N8nLink[]> {
  const map = new Map<string, N8nLink[]>();
  for (const link of links) {
    const known = map.get(link[key]);
    if (known) known.push(link);
    else map.set(link[key], [link]);
  }
  return map;
}

/** Every step that can be reached; `without` is not passed. */
function reach(
  starts: readonly string[],
  leaving: ReadonlyMap<string, readonly N8nLink[]>,
  without?: string,
): Set<string> {
  const seen = new Set(starts.filter((name) => name !== without));
  const open = [...seen];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { to } of leaving.get(name) ?? []) {
      if (seen.has(to) || to === without) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}

function bodyOf(loop: N8nNode, leaving: ReadonlyMap<string, readonly N8nLink[]>): ReadonlySet<string> {
  const first = (leaving.get(loop.name) ?? []).filter(({ output }) => output === turnOutput(loop));
  return reach(
    first.map(({ to }) => to),
    leaving,
    loop.name,
  );
}

/** The connections that close a cycle, found in one walk without recursion. */
function circles(
  starts: readonly string[],
  leaving: ReadonlyMap<string, readonly N8nLink[]>,
): ReadonlySet<N8nLink> {
  const cut = new Set<N8nLink>();
  const state = new Map<string, 'open' | 'done'>();
  for (const start of starts) {
    const path: { readonly name: string; next: number }[] = state.has(start)
      ? []
      : [{ name: start, next: 0 }];
    if (path.length > 0) state.set(start, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const link = leaving.get(top.name)?.[top.next];
      top.next += 1;
      if (link === undefined) {
        state.set(top.name, 'done');
        path.pop();
      } else if (state.get(link.to) === 'open') cut.add(link);
      else if (!state.has(link.to)) {
        state.set(link.to, 'open');
        path.push({ name: link.to, next: 0 });
      }
    }
  }
  return cut;
}

/** Each step after those that lead to it. What follows a loop also waits for the steps that lead back into it. */
function ordered(
  names: readonly string[],
  links: readonly N8nLink[],
  back: readonly N8nLink[],
  byName: ReadonlyMap<string, N8nNode>,
): readonly string[] {
  const after = links.flatMap((link): N8nLink[] => {
    const loop = byName.get(link.from);
    if (loop === undefined || !isLoop(loop) || link.output === turnOutput(loop)) return [];
    return back.filter(({ to }) => to === link.from).map(({ from }) => ({ ...link, from }));
  });
  const all = [...links, ...after];
  const waiting = new Map(names.map((name) => [name, 0]));
  for (const { to } of all) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const leaving = listed(all, 'from');
  const made = [...waiting].filter(([, count]) => count === 0).map(([name]) => name);
  for (let at = 0; at < made.length; at += 1) {
    for (const { to } of leaving.get(made[at] as string) ?? []) {
      const count = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, count);
      if (count === 0) made.push(to);
    }
  }
  const there = new Set(made);
  return [...made, ...names.filter((name) => !there.has(name))];
}

function exclusiveness(
  nodes: readonly N8nNode[],
  starts: readonly string[],
  leaving: ReadonlyMap<string, readonly N8nLink[]>,
) {
  const deciding = nodes
    .filter(({ kind, onError }) => DECIDING.has(kind) || onError === 'error output')
    .map(({ name }) => name);
  const around = new Map<string, Set<string>>();
  const behind = new Map<string, Set<string>>();
  const kept = (map: Map<string, Set<string>>, key: string, make: () => Set<string>) => {
    const set = map.get(key) ?? make();
    map.set(key, set);
    return set;
  };
  /** The outputs of a deciding step through which a connection is reached; null if it is also reached without it. */
  const outputs = (link: N8nLink, by: string): ReadonlySet<number> | null => {
    if (link.from === by) return new Set([link.output]);
    if (kept(around, by, () => reach(starts, leaving, by)).has(link.from)) return null;
    const ways = [...new Set((leaving.get(by) ?? []).map(({ output }) => output))];
    const through = ways.filter((output) =>
      kept(behind, JSON.stringify([by, output]), () =>
        reach(
          (leaving.get(by) ?? []).filter((one) => one.output === output).map(({ to }) => to),
          leaving,
        ),
      ).has(link.from),
    );
    return new Set(through);
  };
  const startsOf = (link: N8nLink) =>
    starts.filter((start) => kept(behind, start, () => reach([start], leaving)).has(link.from));
  const apart = (a: N8nLink, b: N8nLink) => {
    const fromB = startsOf(b);
    if (!startsOf(a).some((start) => fromB.includes(start))) return true;
    return deciding.some((by) => {
      const [x, y] = [outputs(a, by), outputs(b, by)];
      return x !== null && y !== null && x.size > 0 && y.size > 0 && [...x].every((one) => !y.has(one));
    });
  };
  return (links: readonly N8nLink[]) =>
    links.length <= MAX_COMPARED && links.every((a, at) => links.slice(at + 1).every((b) => apart(a, b)));
}
