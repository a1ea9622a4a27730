import type { JournalEntry } from '../workflows/journal.ts';
import { outputsOf } from '../workflows/nodes/node-types.ts';
import { type PreparedNode, type PreparedWorkflow, preparedNode } from '../workflows/prepare-workflow.ts';
import { endedSteps } from './observed-run.ts';

/** How much of something was reached. */
export interface Share {
  readonly reached: number;
  readonly total: number;
}

export const components = ['computed', 'effects', 'people'] as const;
export type Component = (typeof components)[number];

/** What runs reached of a workflow (WT-5). */
export interface Coverage {
  /** Nodes that ended. */
  readonly functions: Share;
  /** Connections taken. */
  readonly lines: Share;
  /** Outcomes seen. */
  readonly branches: Share;
  /** The rounded mean of the shares above, in percent, without those the workflow has nothing of. */
  readonly percent: number;
  /** Nodes by what they do: compute, call something outside, or wait for people and time. */
  readonly components: Readonly<Record<Component, Share>>;
  readonly nodes: readonly NodeCoverage[];
  /** Connections that no run took. */
  readonly missedEdges: readonly string[];
}

/** What runs reached of one node. */
export interface NodeCoverage {
  readonly node: string;
  readonly component: Component;
  readonly reached: boolean;
  /** Every outcome the node can have, where it has more than one. */
  readonly outcomes: readonly { readonly outcome: string; readonly reached: boolean }[];
}

/** What runs of a workflow reached, taken together. */
export function coverageOf(
  prepared: PreparedWorkflow,
  journals: readonly (readonly JournalEntry[])[],
): Coverage {
  const seen = seenIn(prepared, journals);
  const nodes = [...prepared.nodes.values()].map((node): NodeCoverage => {
    const { id } = node.node;
    const outcomes = outcomesOf(node).map((outcome) => ({
      outcome,
      reached: seen.outcomes.has(`${id} ${outcome}`),
    }));
    return { node: id, component: componentOf(node), reached: seen.nodes.has(id), outcomes };
  });
  const { edges } = prepared.workflow;
  const functions = shareOf(nodes);
  const missedEdges = edges.filter(({ id }) => !seen.edges.has(id)).map(({ id }) => id);
  const lines = { reached: edges.length - missedEdges.length, total: edges.length };
  const branches = shareOf(nodes.flatMap(({ outcomes }) => outcomes));
  const ofComponent = (component: Component) => shareOf(nodes.filter((one) => one.component === component));
  return {
    functions,
    lines,
    branches,
    percent: meanPercent([functions, lines, branches]),
    components: {
      computed: ofComponent('computed'),
      effects: ofComponent('effects'),
      people: ofComponent('people'),
    },
    nodes,
    missedEdges,
  };
}

/** A share in percent, rounded down, so that 100 means all; null of nothing. */
export function sharePercent({ reached, total }: Share): number | null {
  return total === 0 ? null : Math.floor((reached * 100) / total);
}

function meanPercent(shares: readonly Share[]): number {
  const known = shares.filter(({ total }) => total > 0);
  if (known.length === 0) return 100;
  const mean = known.reduce((sum, { reached, total }) => sum + reached / total, 0) / known.length;
  return mean === 1 ? 100 : Math.min(99, Math.round(mean * 100));
}

function shareOf(ones: readonly { readonly reached: boolean }[]): Share {
  return { reached: ones.filter(({ reached }) => reached).length, total: ones.length };
}

function componentOf({ type }: PreparedNode): Component {
  if (type.working === 'effect') return 'effects';
  return type.working === 'task' || type.working === 'wait' ? 'people' : 'computed';
}

/**
 * The outcomes a node can have, if it has more than one: the ports of decisions, branches, checks and tasks, an error port
 * that is connected, a loop without, with one and with more turns, a signal that comes or not.
 */
function outcomesOf({ node, type, config, leaving }: PreparedNode): readonly string[] {
  const connected = new Set(leaving.map(({ from }) => from.port));
  const ports = outputsOf(node)
    .map(({ name }) => name)
    .filter((name) => (name === 'error' ? connected.has(name) : true))
    .filter((name) => (name === 'expired' ? typeof config.expiresAfterMinutes === 'number' : true));
  if (type.working === 'loop')
    return ['no turn', 'one turn', 'more turns', ...ports.filter((port) => port === 'error')];
  if (type.working === 'wait' && (config.mode !== 'signal' || typeof config.seconds !== 'number')) return [];
  return ports.length > 1 ? ports : [];
}

interface Seen {
  readonly nodes: Set<string>;
  readonly edges: Set<string>;
  readonly outcomes: Set<string>;
}

function seenIn(prepared: PreparedWorkflow, journals: readonly (readonly JournalEntry[])[]): Seen {
  const seen: Seen = { nodes: new Set(), edges: new Set(), outcomes: new Set() };
  for (const journal of journals) {
    const turns = new Map<string, number>();
    for (const one of endedSteps(journal)) {
      const { type, leaving } = preparedNode(prepared, one.node);
      const step = `${one.node}@${one.iteration}`;
      const ports = 'turn' in one ? ['each'] : one.ports;
      for (const { id, from } of leaving) if (ports.includes(from.port)) seen.edges.add(id);
      if ('turn' in one) {
        turns.set(step, one.turn + 1);
        continue;
      }
      seen.nodes.add(one.node);
      for (const port of ports) seen.outcomes.add(`${one.node} ${port}`);
      if (type.working === 'loop' && !one.failed)
        seen.outcomes.add(`${one.node} ${turnsOutcome(turns.get(step) ?? 0)}`);
    }
  }
  return seen;
}

function turnsOutcome(turns: number): string {
  if (turns === 0) return 'no turn';
  return turns === 1 ? 'one turn' : 'more turns';
}
