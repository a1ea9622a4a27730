import { Drawing } from './drawing.ts';
import { collected } from './map-flow.ts';
import type { N8nFile, N8nLink } from './n8n-file.ts';
import { flowOf, isLoop, type N8nFlow, turnOutput } from './n8n-flow.ts';
import type { N8nTrigger } from './n8n-triggers.ts';
import type { Tally } from './settings.ts';
import { type Exit, itself, type Outcome, type Shape } from './step.ts';

export const UNKNOWN: Shape = {
  kind: 'unknown',
  of: itself,
  why: 'several connections arrive, and their values differ',
};

/** What became of one node so far. */
export interface NodeState {
  outcome: Outcome;
  nodes: readonly string[];
  readonly notes: Set<string>;
}

/** Everything that an import knows while the workflow is put together. */
export class ImportState {
  readonly file: N8nFile;
  readonly flow: N8nFlow;
  readonly zone: string;
  readonly drawing: Drawing;
  readonly tally: Tally = { translated: 0, untranslated: 0 };
  /** The ID of the step that replaces a node. */
  readonly ids = new Map<string, string>();
  /** Where each node that was added is left, by its outputs. */
  readonly exits = new Map<string, readonly (Exit | null)[]>();
  /** Nodes that return one blank item when they have no output. */
  readonly always: ReadonlySet<string>;
  readonly connections = new Set<string>();
  readonly variables = new Set<string>();
  /** Nodes whose answer may be a list, where one item is expected. */
  readonly doubts = new Set<string>();
  readonly notes: string[] = [];
  readonly triggers: N8nTrigger[] = [];
  readonly #reports = new Map<string, NodeState>();
  readonly #loops: ReadonlyMap<string, number>;

  constructor(file: N8nFile, timeZone: string) {
    this.file = file;
    this.flow = flowOf(file);
    this.zone = file.timeZone ?? timeZone;
    this.drawing = new Drawing(file.nodes);
    this.always = new Set(file.nodes.filter(({ always }) => always).map(({ name }) => name));
    this.#loops = new Map(this.flow.order.filter(isLoop).map((node) => [node.name, turnOutput(node)]));
    const taken = new Set<string>();
    for (const { name } of file.nodes) this.ids.set(name, idOf(name, taken));
  }

  report(name: string): NodeState {
    const report = this.#reports.get(name) ?? { outcome: 'mapped', nodes: [], notes: new Set<string>() };
    this.#reports.set(name, report);
    return report;
  }

  /** What leaves by an output: of a loop that is done, what the steps gave that lead back to it. */
  exitOf({ from, output }: Pick<N8nLink, 'from' | 'output'>): Exit | null {
    const exit = this.exits.get(from)?.[output] ?? null;
    const turn = this.#loops.get(from);
    if (exit === null || turn === undefined || output === turn || exit.port !== 'done') return exit;
    const back = this.flow.back.filter(({ to }) => to === from).flatMap((link) => this.exitOf(link) ?? []);
    return { ...exit, shape: collected(back) };
  }
}

function idOf(name: string, taken: Set<string>): string {
  const made = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 20)
    .replace(/_+$/, '');
  const base =
    /^[a-z]/.test(made) && made !== 'start' && made !== 'end' ? made : `step_${made}`.replace(/_$/, '');
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}_${number}`;
  taken.add(id);
  return id;
}
