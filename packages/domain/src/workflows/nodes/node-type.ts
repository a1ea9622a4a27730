import type { Shape } from '../../base/json-shape.ts';

/** The groups of the palette, in its order (CANVAS-08). */
export const PALETTE_GROUPS = [
  'Technical Nodes',
  'Workflow Steps',
  'External Systems',
  'Human Intervention',
  'Integrations',
  'Tools',
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** The categories of the node library, in its order (NODES-15). */
export const LIBRARY_CATEGORIES = [
  'AI & ML',
  'Data Processing',
  'Data Sources',
  'Human Tasks',
  'Communications',
  'Control Flow',
  'Integrations',
  'Tools',
] as const;
export type LibraryCategory = (typeof LIBRARY_CATEGORIES)[number];

/** What travels through a port. `any` fits everything. */
export type PortType = 'any' | 'text' | 'number' | 'boolean' | 'object' | 'list' | 'file';

export interface Port {
  readonly name: string;
  readonly label: string;
  readonly type: PortType;
  /** Other types that an input takes as well. */
  readonly also?: readonly PortType[];
  /** An input that several connections may enter; all others take one. */
  readonly many?: boolean;
  /** An input that may stay without a connection. */
  readonly optional?: boolean;
}

/** What running the node can change: nothing, it reads, it writes into Attain, it moves money, it reaches outside. */
export type SideEffect = 'pure' | 'read' | 'write' | 'money' | 'external';

/**
 * What happens when it is done twice: nothing (`natural`), the second is recognised by its Idempotency-Key (`key`), or it
 * happens twice (`none`: when an outcome is unknown, a person is asked instead of trying again).
 */
export type Idempotency = 'natural' | 'key' | 'none';

/** How a run treats the node: computed inside, performed outside, a timer, a person's task, or a loop around others. */
export type Working = 'computed' | 'effect' | 'wait' | 'task' | 'loop';

/**
 * The configuration of a node as JSON Schema, in the part that `readShape` understands. `format` says what a text is:
 * `expression` and `template` are checked and evaluated, the others tell the form which field to show.
 */
export interface ConfigSchema extends Shape {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** How long one attempt may take, how many more are made, and how long to wait before the first of those. */
export interface Reliability {
  readonly timeoutSeconds: number;
  readonly retries: number;
  readonly backoffSeconds: number;
}

/** What NODES-11 and NODES-12 state, with our backoff. */
export const DEFAULT_RELIABILITY: Reliability = { timeoutSeconds: 30, retries: 3, backoffSeconds: 1 };

/** One type of node: everything canvas, library, check and run need to know of it. */
export interface NodeType {
  readonly type: string;
  readonly label: string;
  readonly description: string;
  readonly group: PaletteGroup;
  readonly category: LibraryCategory;
  /** A Lucide icon's name. */
  readonly icon: string;
  readonly inputs: readonly Port[];
  /** The fixed outputs; `portsOf` adds those a configuration makes. */
  readonly outputs: readonly Port[];
  readonly config: ConfigSchema;
  /** Settings that a form shows only while another one has one of these values. */
  readonly shownWhen?: Readonly<Record<string, { readonly field: string; readonly is: readonly string[] }>>;
  /** Of those, the ones that must be filled in while the form shows them. */
  readonly requiredIfShown?: readonly string[];
  readonly sideEffect: SideEffect;
  readonly idempotency: Idempotency;
  readonly working: Working;
  /** Null where nothing is attempted (computed, waits, tasks). */
  readonly reliability: Reliability | null;
  readonly version: string;
  readonly status: 'stable' | 'beta' | 'deprecated';
}
