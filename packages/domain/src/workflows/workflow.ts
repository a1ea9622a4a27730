import type { JsonObject, JsonValue } from './json-value.ts';

/** What one workflow may hold at most (WF-2); more is a mistake or an attack. */
export const WORKFLOW_LIMITS = {
  nodes: 5_000,
  edges: 20_000,
  variables: 200,
  notes: 500,
  /** Characters of the pinned data of one node. */
  pinned: 200_000,
  nameLength: 200,
  descriptionLength: 4_000,
  titleLength: 200,
  noteLength: 4_000,
  /** JSON values in the whole document, and how deep they may lie. */
  values: 500_000,
  depth: 32,
  keysOfOneObject: 1_000,
  /** As a file, and of a request that brings one. */
  bytes: 20_000_000,
  /** Characters of all texts together. */
  characters: 20_000_000,
  /** How far from the origin a node may lie, in px. */
  position: 1_000_000,
} as const;

/** Where something lies on the canvas, in px from the top left; never below zero (CANVAS-34). */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** One step of a workflow: what it is, where it lies and how it is set. `type` is a name of `NODE_TYPES`. */
export interface WorkflowNode {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly position: Position;
  readonly config: JsonObject;
  /** It is not run: what comes in goes out (WF-88). */
  readonly disabled?: boolean;
  /** When it fails, the run continues, with the error as its output (WF-101). */
  readonly continueOnError?: boolean;
  /** The step that undoes it when the run fails or is cancelled later (WF-118). */
  readonly undoWith?: string;
  /** What it returns in runs of the draft, without being run (WF-89); `port`: by which output, if it has several. */
  readonly pinned?: PinnedData;
}

export interface PinnedData {
  readonly output: JsonValue;
  readonly port?: string;
}

/** One end of a connection. */
export interface PortRef {
  readonly node: string;
  readonly port: string;
}

/** A connection: what leaves `from` arrives at `to`. */
export interface WorkflowEdge {
  readonly id: string;
  readonly from: PortRef;
  readonly to: PortRef;
}

/** A value that expressions read as `vars.<name>`; who starts a run may give another one than the default. */
export interface WorkflowVariable {
  readonly name: string;
  readonly description: string;
  readonly default: JsonValue;
}

/** A remark on the canvas; it has no effect on runs. */
export interface WorkflowNote {
  readonly id: string;
  readonly text: string;
  readonly position: Position;
}

export interface WorkflowSettings {
  /** The whole run fails with DEADLINE when it has not ended by then; null: it may wait for months. */
  readonly deadlineMinutes: number | null;
  /** The workflow that runs when a run of this one fails; blank or left out: none. */
  readonly errorWorkflow?: string;
  /** User names and roles that are notified of failures; blank or left out: the publisher. */
  readonly notifyOnFailure?: string;
  /** Addresses that get a mail about failures, separated by commas. */
  readonly mailOnFailure?: string;
}

/** A workflow as data: the document that is drawn, stored, hashed, exported and run. */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly variables: readonly WorkflowVariable[];
  readonly notes: readonly WorkflowNote[];
  readonly settings: WorkflowSettings;
}

/** A workflow nobody has drawn yet. */
export const EMPTY_WORKFLOW: Workflow = {
  name: '',
  description: '',
  nodes: [],
  edges: [],
  variables: [],
  notes: [],
  settings: { deadlineMinutes: null },
};
