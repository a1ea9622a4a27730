import { nodeType } from '../workflows/nodes/node-types.ts';
import type { Change } from './compare.ts';
import type { VersionContent } from './content.ts';

export const bumps = ['major', 'minor', 'patch'] as const;
export type Bump = (typeof bumps)[number];

/**
 * How much a version changes for those who use it (VC-5): major when starts that worked can fail, minor when something
 * is new, else patch.
 */
export function bumpOf(before: VersionContent, after: VersionContent, changes: readonly Change[]): Bump {
  const inputs = changes.filter(({ area }) => area === 'parameters' || area === 'variables');
  const optional = new Set(after.agent.parameters.filter(isOptional).map(({ id }) => id));
  const breaks = ({ area, kind, id, fields }: Change) =>
    kind === 'removed' ||
    (area === 'parameters' && kind === 'added' && !optional.has(id)) ||
    fields.some(({ field }) => ['name', 'type', 'required', 'options'].includes(field));
  if (inputs.some(breaks)) return 'major';
  if (before.workflow !== null && after.workflow === null) return 'major';
  const isNew = ({ area, kind }: Change) => kind === 'added' && area !== 'notes' && area !== 'edges';
  return changes.some(isNew) || typesOf(after) > typesOf(before) ? 'minor' : 'patch';
}

function isOptional({ required, defaultValue }: VersionContent['agent']['parameters'][number]): boolean {
  return !required || defaultValue !== null;
}

/** How many outputs the nodes have. */
function typesOf({ workflow }: VersionContent): number {
  return (workflow?.nodes ?? []).reduce((sum, { type }) => sum + (nodeType(type)?.outputs.length ?? 0), 0);
}

/** The next label: `1.4.2` by a minor change is `1.5.0`. */
export function nextLabel(label: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = label.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Negative when `a` comes before `b`. */
export function compareLabels(a: string, b: string): number {
  const [left, right] = [a, b].map((label) => label.split('.').map(Number)) as [number[], number[]];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
