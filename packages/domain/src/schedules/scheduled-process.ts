import type { Permission } from '../access/permissions.ts';

/** What a scheduled process does, and the permission its owner needs for it. */
export const processRights = {
  'test-suite': 'run:workflows',
  'restore-point': 'deploy:agents',
  'cost-export': 'read:costs',
  'test-report': 'read:workflows',
  'evidence-check': 'export:audit',
  'access-review': 'manage:people',
  replay: 'read:workflow-runs',
} as const satisfies Record<string, Permission>;

export type ProcessType = keyof typeof processRights;
export const processTypes = Object.keys(processRights) as [ProcessType, ...ProcessType[]];

/** What the owner needs to have a restore point taken before. */
export const restorePointRight: Permission = processRights['restore-point'];

/** Of several that are due, those of high priority start first. */
export const priorities = ['high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

export const processStatuses = ['active', 'paused'] as const;
export type ProcessStatus = (typeof processStatuses)[number];

export const executionStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** The month of a cost export, on the day it is made. */
export const exportedMonths = ['current', 'previous'] as const;
export type ExportedMonth = (typeof exportedMonths)[number];

/** So many executions of a process are kept, with their files; its figures are those of these. */
export const KEPT_EXECUTIONS = 100;
export const MAX_PROCESSES = 200;
export const MAX_DEPENDENCIES = 20;

/**
 * The way in a circle that a process would be part of with these dependencies, from it to itself; null: there is none (SCH-4).
 * `dependenciesOf` says what the others depend on.
 */
export function circleOf(
  id: string,
  dependencies: readonly string[],
  dependenciesOf: ReadonlyMap<string, readonly string[]>,
): readonly string[] | null {
  const seen = new Set<string>();
  const walk = (at: string, way: readonly string[]): readonly string[] | null => {
    if (at === id) return way;
    if (seen.has(at)) return null;
    seen.add(at);
    for (const next of dependenciesOf.get(at) ?? []) {
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return null;
  };
  for (const first of dependencies) {
    const found = walk(first, [id, first]);
    if (found) return found;
  }
  return null;
}
