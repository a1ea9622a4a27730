import type { Problem } from '../base/result.ts';
import { type CustomGrant, type CustomRole, customGrantProblems } from './custom-roles.ts';
import { cellText, type Held, limitedTo } from './permissions.ts';
import { checkRoleGrants, covers, type Limits, overlap, type RoleGrant } from './role-grants.ts';
import { roleNames } from './role-names.ts';
import { conflictsBetween, type Duty } from './separations.ts';

/** An exception lasts at most this long (ACCESS-43). */
export const maxExceptionDays = 90;

/** The rules that conflicts between roles break: an exception can lift them. */
export const conflictRules: readonly string[] = ['ACCESS-14', 'ACCESS-27'];

/** Two roles that separate a duty. A custom role goes by its id, one for a team as `limitedTo` names it. */
export interface DutyConflict {
  readonly roles: readonly string[];
  readonly names: readonly string[];
  readonly duty: Duty;
}

/** A conflict that a second administrator accepted, up to and including a day (ACCESS-43). */
export interface DutyException extends Omit<DutyConflict, 'names'> {
  /** Last day. */
  readonly until: string;
}

/** Roles of both kinds that someone is to have. */
export interface GrantedRoles {
  readonly roles: readonly RoleGrant[];
  readonly custom: readonly (CustomRole & CustomGrant)[];
}

/** A conflict between two grants, with its last day; null: none. */
interface FoundConflict extends DutyConflict {
  readonly lastDay: string | null;
  readonly problem: Problem;
}

interface Team {
  readonly id: string;
  readonly name: string;
}

interface Granted extends Limits {
  readonly id: string;
  /** The id, with the team it is for. */
  readonly key: string;
  /** The name, with the team it is for. */
  readonly name: string;
  readonly held: readonly Held[];
  readonly isCustom: boolean;
}

/**
 * Every conflict between two roles that are held on the same day (ACCESS-14, ACCESS-27). `teams`: names of the participants for
 * whose teams roles are.
 */
export function dutyConflicts(granted: GrantedRoles, teams: readonly Team[] = []): readonly FoundConflict[] {
  const all = allOf(granted, teams);
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => overlap(one, other) && !isAdministrators(all, one, other))
      .flatMap((other) => conflictsOf(one, other)),
  );
}

/** Those of these conflicts that no exception covers to their last day. */
export function unexcepted(
  conflicts: readonly FoundConflict[],
  exceptions: readonly DutyException[],
): readonly FoundConflict[] {
  return conflicts.filter(
    ({ roles, duty, lastDay }) =>
      !exceptions.some(
        (one) =>
          one.duty === duty &&
          roles.every((role) => one.roles.includes(role)) &&
          lastDay !== null &&
          lastDay <= one.until,
      ),
  );
}

/** What is wrong with the duties of these roles together, but for what exceptions cover (ACCESS-14, ACCESS-27, ACCESS-43). */
export function conflictProblems(
  granted: GrantedRoles,
  exceptions: readonly DutyException[] = [],
): readonly Problem[] {
  return unexcepted(dutyConflicts(granted), exceptions).map(({ problem }) => problem);
}

/** Roles that someone is to have, and what decides whether they may. */
export interface WantedGrants extends GrantedRoles {
  /** Who gives them. */
  readonly grantedBy: readonly Held[];
  readonly exceptions?: readonly DutyException[];
  readonly mayHaveNone?: boolean;
}

/** Everything that is wrong with giving someone these roles (ACCESS-14 … ACCESS-16, ACCESS-27, ACCESS-42). */
export function grantProblems(wanted: WantedGrants): Problem[] {
  const { roles, custom, grantedBy, exceptions, mayHaveNone = false } = wanted;
  return [
    ...checkRoleGrants(roles, grantedBy, mayHaveNone || custom.length > 0),
    ...customGrantProblems(custom),
    ...conflictProblems({ roles, custom }, exceptions),
  ];
}

/** The same problems, where conflicts say how to have the roles all the same. */
export function withWayOut(problems: readonly Problem[], wayOut: string): Problem[] {
  return problems.map((one) =>
    conflictRules.includes(one.rule) ? { ...one, message: `${one.message} ${wayOut}` } : one,
  );
}

/**
 * The same roles, where those of a conflict that were not held on these days before end on the last day of its exception. Where
 * both were held, both end.
 */
export function endConflicts(
  granted: GrantedRoles,
  { conflicts, held, until }: { conflicts: readonly FoundConflict[]; held: HeldRoles; until: string },
): GrantedRoles {
  const before = [...held.roles.map((one) => ({ ...one, id: one.role })), ...held.customRoles];
  const isHeld = (key: string) =>
    allOf(granted).some(
      (grant) => grant.key === key && before.some((one) => one.id === grant.id && covers(one, grant)),
    );
  const ending = new Set(
    conflicts
      .filter(({ lastDay }) => lastDay === null || lastDay > until)
      .flatMap(({ roles }) => (roles.every(isHeld) ? roles : roles.filter((key) => !isHeld(key)))),
  );
  const ended = <Grant extends Limits>(grant: Grant, id: string): Grant =>
    ending.has(limitedTo(id, grant.teamOf)) && (grant.to === null || grant.to > until)
      ? { ...grant, to: until }
      : grant;
  return {
    roles: granted.roles.map((grant) => ended(grant, grant.role)),
    custom: granted.custom.map((grant) => ended(grant, grant.id)),
  };
}

/** What someone has before a change. */
interface HeldRoles {
  readonly roles: readonly RoleGrant[];
  readonly customRoles: readonly CustomGrant[];
}

/** Everything that is wrong with the last day of an exception to these conflicts (ACCESS-43). */
export function exceptionProblems(
  conflicts: readonly DutyConflict[],
  { until, today }: { readonly until: string; readonly today: string },
): Problem[] {
  const problem = (message: string) => ({ rule: 'ACCESS-43', path: 'exception.until', message });
  if (conflicts.length === 0)
    return [{ ...problem('These roles don’t conflict. Save them without an exception.'), path: 'exception' }];
  if (until < today) return [problem('The last day is in the past.')];
  const days = (Date.parse(until) - Date.parse(today)) / 86_400_000;
  return days > maxExceptionDays ? [problem(`An exception lasts up to ${maxExceptionDays} days.`)] : [];
}

/** The roles of both kinds, as exceptions name them. */
export const roleKeys = (granted: GrantedRoles): string[] => allOf(granted).map(({ key }) => key);

function allOf({ roles, custom }: GrantedRoles, teams: readonly Team[] = []): Granted[] {
  const named = (name: string, teamOf: string | undefined) =>
    teamOf === undefined
      ? name
      : `${name} (team of ${teams.find(({ id }) => id === teamOf)?.name ?? teamOf})`;
  return [
    ...roles.map(({ role, from, to, teamOf }) => {
      const key = limitedTo(role, teamOf);
      return {
        id: role,
        key,
        name: named(roleNames[role], teamOf),
        from,
        to,
        teamOf,
        held: [key],
        isCustom: false,
      };
    }),
    ...custom.map(({ id, name, cells, from, to, teamOf }) => {
      const held = cells.map((cell) => limitedTo(cellText(cell), teamOf));
      return {
        id,
        key: limitedTo(id, teamOf),
        name: named(name, teamOf),
        from,
        to,
        teamOf,
        held,
        isCustom: true,
      };
    }),
  ];
}

/** An administrator on all days that two roles share holds what a custom one of them gives. */
function isAdministrators(all: readonly Granted[], one: Granted, other: Granted): boolean {
  if (!one.isCustom && !other.isCustom) return false;
  return all.some((each) => each.id === 'administrator' && (covers(each, one) || covers(each, other)));
}

function conflictsOf(one: Granted, other: Granted): FoundConflict[] {
  const ends = [one.to, other.to].filter((day) => day !== null).toSorted();
  const isCustom = one.isCustom || other.isCustom;
  return conflictsBetween(one.held, other.held).map(({ duty, reason }) => ({
    roles: [one.key, other.key],
    names: [one.name, other.name],
    duty,
    lastDay: ends[0] ?? null,
    problem: {
      rule: isCustom ? 'ACCESS-27' : 'ACCESS-14',
      path: isCustom ? 'customRoles' : 'roles',
      message: `${one.name} and ${other.name} can't be combined. ${reason}`,
    },
  }));
}
