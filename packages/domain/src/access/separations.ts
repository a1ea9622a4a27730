import {
  baseOf,
  type Cell,
  cellsOf,
  type Held,
  isBasedOn,
  type Permission,
  type Role,
} from './permissions.ts';

type Power = (cell: Cell) => boolean;

/** Duties that one person can't have together. */
export const duties = [
  'plans-and-pay',
  'access-and-pay',
  'own-pay',
  'agents-and-oversight',
  'agents-and-approval',
  'policies-and-approval',
  'administration-and-oversight',
  'audit-and-work',
] as const;
export type Duty = (typeof duties)[number];

/** Why one person can't hold two things together. */
export interface Conflict {
  readonly duty: Duty;
  readonly reason: string;
}

/** Two powers that one person can't have at the same time, and what they could do with both. */
interface Separation extends Conflict {
  readonly pair: readonly [Power, Power];
}

const any =
  (...names: readonly Permission[]): Power =>
  ({ permission }) =>
    names.includes(permission);

const pays = any('approve:payments', 'make:payments', 'adjust:payments');

/** Separation of duties by permission: what roles of every kind and temporary access must keep to (ACCESS-14, ACCESS-27). */
const separations: readonly Separation[] = [
  {
    duty: 'plans-and-pay',
    pair: [
      any('edit:plans'),
      any('approve:payments', 'make:payments', 'adjust:payments', 'activate:plans', 'run:calculations'),
    ],
    reason: 'One person would design a plan and prepare or approve its payments.',
  },
  {
    duty: 'access-and-pay',
    pair: [any('manage:people'), pays],
    reason: 'One person would grant access and prepare or approve payments.',
  },
  {
    duty: 'own-pay',
    pair: [({ permission, scope }) => permission === 'read:payouts' && scope === 'own', pays],
    reason: 'One person would prepare or approve their own pay.',
  },
  {
    duty: 'agents-and-oversight',
    pair: [any('edit:agents', 'publish:workflows'), any('set:autonomy')],
    reason: 'One person would build agents and oversee them.',
  },
  {
    duty: 'agents-and-approval',
    pair: [any('edit:agents', 'publish:workflows'), any('approve:agents')],
    reason: 'One person would build agents and approve their deployment.',
  },
  {
    duty: 'policies-and-approval',
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
 * Every reason why no one may hold one side besides the other (ACCESS-14, ACCESS-27). An administrator holds everything, so only
 * roles that oversee them conflict. Conflicts within one side don't count: they were excepted (ACCESS-43).
 */
export function conflictsBetween(some: readonly Held[], others: readonly Held[]): readonly Conflict[] {
  const meet = <One>(one: readonly One[], other: readonly One[], pair: Pair<One>) =>
    (one.some(pair[0]) && other.some(pair[1])) || (one.some(pair[1]) && other.some(pair[0]));
  const found: Conflict[] = [];
  if (meet(some, others, [isA('administrator'), isA('compliance-officer')]))
    found.push({
      duty: 'administration-and-oversight',
      reason: 'One person would set the policies and oversee them.',
    });
  if (meet(some, others, [isA('auditor'), writes]))
    found.push({ duty: 'audit-and-work', reason: 'An auditor only reads.' });
  if ([...some, ...others].some(isA('administrator'))) return found;
  const cells = (held: readonly Held[]) => held.flatMap((one) => cellsOf([one]));
  const [ofSome, ofOthers] = [cells(some), cells(others)];
  const separated = separations.filter(({ pair }) => meet(ofSome, ofOthers, pair));
  return [...found, ...separated.map(({ duty, reason }) => ({ duty, reason }))];
}

type Pair<One> = readonly [(one: One) => boolean, (one: One) => boolean];

/** Why no one may hold both; null: nothing is in the way. */
export function conflictBetween(some: readonly Held[], others: readonly Held[]): string | null {
  return conflictsBetween(some, others)[0]?.reason ?? null;
}

const isA = (role: Role) => (one: Held) => isBasedOn(one, role);

/** Whether some cell changes something. */
const writes = (one: Held) =>
  cellsOf([baseOf(one)]).some(({ permission }) => !/^(read|export|use):/.test(permission));
