import type { JsonObject } from '../workflows/json-value.ts';

/** A JSON Schema 2020-12, or `true` (everything) and `false` (nothing). */
export type JsonSchema = boolean | JsonObject;

/** What a contract describes: what comes in, what goes out, or what steps hand on. */
export const contractTypes = ['input', 'output', 'internal'] as const;
export type ContractType = (typeof contractTypes)[number];

/** Draft: never published. Deprecated: keeps working where it is used, and can’t be used anywhere else. */
export const contractStatuses = ['active', 'draft', 'deprecated'] as const;
export type ContractStatus = (typeof contractStatuses)[number];

/** The most that a contract may hold (DC-1). */
export const CONTRACT_LIMITS = {
  /** Characters of a schema as JSON. */
  characters: 64_000,
  depth: 16,
  subschemas: 2_000,
  /** Subschemas that one value may be checked against, with each reference followed. */
  checks: 10_000,
  /** Characters of a file to import. */
  imported: 1_000_000,
  /** Values a schema is inferred from. */
  values: 1_000,
  /** Characters of a value to check. */
  value: 10_000_000,
} as const;

/** How a node names a contract: `orders@1.2.0`. Null if the text is not such a name. */
export function contractRef(text: string): { readonly id: string; readonly version: string } | null {
  const [, id, version] = /^([a-z0-9][a-z0-9-]{0,119})@(\d+\.\d+\.\d+)$/.exec(text) ?? [];
  return id === undefined || version === undefined ? null : { id, version };
}

/** What a change of schema means for values that are already there. */
export type ChangeKind = 'breaking' | 'compatible' | 'annotations';

/** The version after a change (DC-6): breaking → major, compatible → minor, annotations only → patch. */
export function nextVersion(version: string | null, change: ChangeKind): string {
  if (version === null) return '1.0.0';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (change === 'breaking') return `${major + 1}.0.0`;
  if (change === 'compatible') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

type Move = 'publish' | 'deprecate' | 'restore' | 'remove';

const moves: Readonly<Record<Move, readonly ContractStatus[]>> = {
  publish: ['draft', 'active'],
  deprecate: ['active'],
  restore: ['deprecated'],
  remove: ['draft'],
};

/** Whether a contract in this status can be moved so (DC-7). */
export function mayMove(status: ContractStatus, move: Move): boolean {
  return moves[move].includes(status);
}
