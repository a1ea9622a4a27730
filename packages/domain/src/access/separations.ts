import { type Cell, cellsOf, cellText, type Held, type Permission } from './permissions.ts';

type Power = (cell: Cell) => boolean;

/** Two powers that one person can't have at the same time, and what they could do with both. */
interface Separation {
  readonly pair: readonly [Power, Power];
  readonly reason: string;
}

const any =
  (...names: readonly Permission[]): Power =>
  ({ permission }) =>
    names.includes(permission);

const pays = any('approve:payments', 'make:payments', 'adjust:payments');

/** Separation of duties by permission: what roles of every kind and temporary access must keep to (ACCESS-14, ACCESS-27). */
const separations: readonly Separation[] = [
  {
    pair: [
      any('edit:plans'),
      any('approve:payments', 'make:payments', 'adjust:payments', 'activate:plans', 'run:calculations'),
    ],
    reason: 'One person would design a plan and prepare or approve its payments.',
  },
  {
    pair: [any('manage:people'), pays],
    reason: 'One person would grant access and prepare or approve payments.',
  },
  {
    pair: [({ permission, scope }) => permission === 'read:payouts' && scope === 'own', pays],
    reason: 'One person would prepare or approve their own pay.',
  },
  {
    pair: [any('edit:agents', 'publish:workflows'), any('set:autonomy')],
    reason: 'One person would build agents and oversee them.',
  },
  {
    pair: [any('edit:policies'), any('approve:policies')],
    reason: 'One person would write policies and approve them.',
  },
];

/** Why nobody may hold all of these cells; null: nothing is in the way. An administrator holds everything. */
export function separationProblem(cells: readonly Cell[]): string | null {
  const clash = separations.find(({ pair: [one, other] }) => cells.some(one) && cells.some(other));
  return clash?.reason ?? null;
}

/**
 * Why no one may hold both; null: nothing is in the way (ACCESS-14, ACCESS-27). An administrator holds everything, so only roles
 * that oversee them conflict.
 */
export function conflictBetween(some: readonly Held[], others: readonly Held[]): string | null {
  const all = [...some, ...others];
  const isAuditor = all.includes('auditor');
  if (all.includes('administrator') && all.includes('compliance-officer'))
    return 'One person would set the policies and oversee them.';
  if (isAuditor && !all.flatMap((one) => cellsOf([one])).every(onlyReads)) return 'An auditor only reads.';
  if (all.includes('administrator')) return null;
  return separationProblem(all.flatMap((one) => cellsOf([one])));
}

/** Why people with these roles can't have these cells besides; null: nothing is in the way (ACCESS-27). */
export function widenProblem(held: readonly Held[], cells: readonly Cell[]): string | null {
  return conflictBetween(held, cells.map(cellText));
}

/** Whether a cell changes nothing. */
function onlyReads({ permission }: Cell): boolean {
  return /^(read|export|use):/.test(permission);
}
