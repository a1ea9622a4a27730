import type { Workflow } from '../workflow.ts';
import type { N8nTrigger } from './n8n-triggers.ts';
import type { Tally } from './settings.ts';
import type { Outcome } from './step.ts';

/** What became of one node of n8n. */
export interface N8nNodeReport {
  readonly name: string;
  /** As n8n writes it. */
  readonly type: string;
  readonly outcome: Outcome;
  /** The nodes of the workflow that stand for it. */
  readonly nodes: readonly string[];
  /** What to check or to do. */
  readonly notes: readonly string[];
}

/** An import of n8n (WF-110): the workflow, its triggers, and what became of each node. */
export interface N8nImport {
  readonly workflow: Workflow;
  readonly triggers: readonly N8nTrigger[];
  readonly nodes: readonly N8nNodeReport[];
  /** About the workflow as a whole. */
  readonly notes: readonly string[];
  /** Connections to create: what the credentials of n8n, or secrets in its settings, were for. */
  readonly connections: readonly string[];
  readonly stickyNotes: number;
  readonly expressions: Readonly<Tally>;
}

/** How many nodes of the report have each outcome. */
export function outcomes({ nodes }: Pick<N8nImport, 'nodes'>): Readonly<Record<Outcome, number>> {
  const of = (outcome: Outcome) => nodes.filter((node) => node.outcome === outcome).length;
  return { mapped: of('mapped'), changed: of('changed'), unmapped: of('unmapped') };
}
