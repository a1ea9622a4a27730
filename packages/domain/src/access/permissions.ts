import { roleNames } from './role-names.ts';

/**
 * Who may do what, on one page. The server refuses by this table, the web draws by it, a test walks every cell.
 * A permission that is not listed is refused; a role that is not listed under a permission does not have it.
 */

/** Every role there is; a membership holds one or more. */
export const roles = [
  'administrator',
  'tenant-admin',
  'plan-designer',
  'finance',
  'comp-admin',
  'manager',
  'sales-rep',
  'agent-administrator',
  'agent-developer',
  'agent-operator',
  'compliance-officer',
  'auditor',
  'viewer',
] as const;

/** A set of permissions under a name people use. `administrator` holds every permission of the workspace. */
export type Role = (typeof roles)[number];

/** Whose rows a permission reaches: everybody's, those of the people one leads on the days of the row, or one's own (of runs: those one started). */
export type Scope = (typeof scopes)[number];
export const scopes = ['tenant', 'team', 'own'] as const;

type Grants = Partial<Record<Role, Scope>>;

const everybody: Grants = Object.fromEntries(roles.map((role) => [role, 'tenant'] as const));
// prepares pay, and never approves it
const compAdmin: Grants = { 'comp-admin': 'tenant' };
const financeAndAdmins: Grants = { administrator: 'tenant', finance: 'tenant', ...compAdmin };
const designersAndFinance: Grants = { ...financeAndAdmins, 'plan-designer': 'tenant' };
const overseers: Grants = { 'compliance-officer': 'tenant', auditor: 'tenant' };
const pay: Grants = {
  ...financeAndAdmins,
  ...overseers,
  manager: 'team',
  'sales-rep': 'own',
};

// sets up and governs agents, and neither runs them nor approves
const agentAdmin: Grants = { 'agent-administrator': 'tenant' };
const builders: Grants = { ...agentAdmin, 'agent-developer': 'tenant', 'agent-operator': 'tenant' };
const agentEditors: Grants = { administrator: 'tenant', ...agentAdmin, 'agent-developer': 'tenant' };

/** verb:resource → the roles that hold it, and how far it reaches. */
export const grants = {
  'read:workspace': everybody,
  'edit:workspace': { administrator: 'tenant', 'tenant-admin': 'tenant' },
  'read:people': { administrator: 'tenant', 'tenant-admin': 'tenant', ...overseers },
  'manage:people': { administrator: 'tenant', 'tenant-admin': 'tenant' },
  'read:participants': {
    ...designersAndFinance,
    ...overseers,
    'tenant-admin': 'tenant',
    manager: 'team',
    'sales-rep': 'own',
  },
  'read:territories': { ...designersAndFinance, ...overseers, manager: 'team', 'sales-rep': 'own' },
  'read:quotas': { ...designersAndFinance, ...overseers, manager: 'team', 'sales-rep': 'own' },
  'read:deals': { ...designersAndFinance, ...overseers, manager: 'team', 'sales-rep': 'own' },
  'approve:results': { administrator: 'tenant', finance: 'tenant', manager: 'team' },
  'read:exchange-rates': { ...designersAndFinance, ...overseers, manager: 'tenant', 'sales-rep': 'tenant' },
  'read:imports': { ...designersAndFinance, ...overseers },
  'import:records': designersAndFinance,
  'edit:reporting-lines': financeAndAdmins,
  'read:plans': {
    ...designersAndFinance,
    ...overseers,
    'tenant-admin': 'tenant',
    manager: 'tenant',
    viewer: 'tenant',
  },
  'edit:plans': { administrator: 'tenant', 'plan-designer': 'tenant' },
  'activate:plans': { administrator: 'tenant', finance: 'tenant' },
  'assign:plans': { administrator: 'tenant', 'plan-designer': 'tenant', ...compAdmin },
  'read:calculations': { ...designersAndFinance, ...overseers, viewer: 'tenant' },
  'run:calculations': financeAndAdmins,
  'publish:calculations': financeAndAdmins,
  'read:simulations': { ...designersAndFinance, ...overseers },
  'run:simulations': designersAndFinance,
  'read:simulated-pay': { ...financeAndAdmins, ...overseers },
  // attainment only: pay columns need `read:payouts`
  'read:attainment': { ...pay, 'plan-designer': 'tenant' },
  'read:payouts': pay,
  'read:statements': pay,
  'read:payments': pay,
  'read:disputes': pay,
  'open:disputes': { ...financeAndAdmins, manager: 'team', 'sales-rep': 'own' },
  'resolve:disputes': financeAndAdmins,
  // managers and reps: only those about their team, or about them
  'read:suggestions': { ...designersAndFinance, ...overseers, manager: 'team', 'sales-rep': 'own' },
  'make:suggestions': designersAndFinance,
  'decide:suggestions': { administrator: 'tenant', 'plan-designer': 'tenant' },
  'attest:overrides': { administrator: 'tenant', finance: 'tenant', 'compliance-officer': 'tenant' },
  'use:assistant': everybody,
  'set:autonomy': { administrator: 'tenant', 'compliance-officer': 'tenant' },
  'read:bias': { administrator: 'tenant', ...overseers },
  // where their other permissions read the object; reps work on none
  'write:notes': {
    ...designersAndFinance,
    'tenant-admin': 'tenant',
    manager: 'tenant',
    'compliance-officer': 'tenant',
  },
  'make:payments': financeAndAdmins,
  'approve:payments': { administrator: 'tenant', finance: 'tenant' },
  'adjust:payments': financeAndAdmins,
  // managers: of people they lead, never of themselves
  'request:adjustments': { ...financeAndAdmins, manager: 'team' },
  'read:workflows': {
    administrator: 'tenant',
    ...overseers,
    'plan-designer': 'tenant',
    finance: 'tenant',
    ...compAdmin,
    ...builders,
    viewer: 'tenant',
  },
  'edit:workflows': agentEditors,
  'run:workflows': { administrator: 'tenant', ...builders },
  'read:workflow-runs': {
    administrator: 'tenant',
    ...overseers,
    ...builders,
    finance: 'tenant',
    ...compAdmin,
    'plan-designer': 'own',
    viewer: 'tenant',
  },
  'read:agents': {
    administrator: 'tenant',
    ...overseers,
    'plan-designer': 'tenant',
    finance: 'tenant',
    ...compAdmin,
    ...builders,
    viewer: 'tenant',
  },
  'run:agents': { ...designersAndFinance, 'agent-developer': 'tenant', 'agent-operator': 'tenant' },
  'edit:agents': agentEditors,
  'delete:agents': { administrator: 'tenant', ...agentAdmin },
  'read:tasks': everybody,
  'decide:tasks': {
    administrator: 'tenant',
    'plan-designer': 'tenant',
    finance: 'tenant',
    ...compAdmin,
    manager: 'tenant',
    'agent-operator': 'tenant',
    'compliance-officer': 'tenant',
  },
  'reassign:tasks': { administrator: 'tenant', 'tenant-admin': 'tenant' },
  'read:connections': { administrator: 'tenant', 'tenant-admin': 'tenant', ...overseers, ...builders },
  'edit:connections': { ...agentEditors, 'tenant-admin': 'tenant' },
  'test:connections': { administrator: 'tenant', 'tenant-admin': 'tenant', ...builders },
  'publish:workflows': agentEditors,
  'read:policies': { administrator: 'tenant', 'tenant-admin': 'tenant', ...overseers, ...builders },
  'edit:policies': { administrator: 'tenant', ...agentAdmin },
  'approve:policies': { administrator: 'tenant', 'compliance-officer': 'tenant' },
  'approve:agents': { administrator: 'tenant', manager: 'tenant' },
  'read:deployments': {
    administrator: 'tenant',
    ...overseers,
    'plan-designer': 'tenant',
    finance: 'tenant',
    ...compAdmin,
    ...builders,
    manager: 'tenant',
    viewer: 'tenant',
  },
  // outside development a second person approves
  'deploy:agents': { administrator: 'tenant', ...builders },
  'roll-back:agents': { administrator: 'tenant', 'agent-operator': 'tenant' },
  'edit:environments': { administrator: 'tenant' },
  'read:costs': {
    administrator: 'tenant',
    'tenant-admin': 'tenant',
    ...overseers,
    ...builders,
    finance: 'tenant',
  },
  'edit:costs': { administrator: 'tenant', ...agentAdmin, finance: 'tenant' },
  'read:alerts': {
    administrator: 'tenant',
    'tenant-admin': 'tenant',
    ...overseers,
    ...builders,
    finance: 'tenant',
  },
  'edit:alerts': { administrator: 'tenant', ...builders },
  'read:audit': { administrator: 'tenant', ...overseers },
  'export:audit': { administrator: 'tenant', ...overseers },
} as const satisfies Record<string, Grants>;

/** One act on one kind of thing, for example `run:calculations`. */
export type Permission = keyof typeof grants;

/** Every permission of the table, in its order. */
export const permissions = Object.keys(grants) as Permission[];

const width: Record<Scope, number> = { own: 0, team: 1, tenant: 2 };

/** One permission, and how far it reaches. */
export interface Cell {
  readonly permission: Permission;
  readonly scope: Scope;
}

/** A cell as text, `read:plans=tenant`: what a custom role or temporary access adds to the roles that someone holds. */
export type CellText = `${Permission}=${Scope}`;

/** A role or cell that counts for the team of one participant only: `@finance P-7` (ACCESS-42). */
type Limited = `@${Role | CellText} ${string}`;

/** What a person holds: built-in roles, and single cells of the table besides (ACCESS-26, ACCESS-30), perhaps for one team. */
export type Held = Role | CellText | Limited;

/** The same, for the team of a participant; undefined: without a limit. */
export function limitedTo<One extends string>(
  held: One,
  teamOf: string | undefined,
): One | `@${One} ${string}` {
  return teamOf === undefined ? held : `@${held} ${teamOf}`;
}

/** The role or cell without its limit. */
export function baseOf(held: Held): Role | CellText {
  return (held.startsWith('@') ? held.slice(1, held.indexOf(' ')) : held) as Role | CellText;
}

/** Whether it is this role, with or without a limit. */
export function isBasedOn(held: Held, role: Role): boolean {
  return held === role || (held.startsWith('@') && baseOf(held) === role);
}

/**
 * How far a permission reaches that is held for one team: as far as managers hold it. Those that a manager lacks can't be limited,
 * so they are not given; those that a manager has for the whole workspace are, but for approving and managing (ACCESS-42).
 */
function withinTeam(permission: Permission, scope: Scope | null): Scope | null {
  const max: Scope | undefined = (grants[permission] as Grants).manager;
  if (scope === null || max === undefined) return null;
  if (max === 'tenant' && /^(approve|manage):/.test(permission)) return null;
  return width[scope] <= width[max] ? scope : max;
}

/** Whether a limit to one team leaves something that reaches it. Administrators and those who manage people can't be limited. */
export function mayBeLimited(held: readonly Held[]): boolean {
  if (scopeOf(held, 'manage:people') !== null) return false;
  return permissions.some((permission) => withinTeam(permission, scopeOf(held, permission)) === 'team');
}

/** Whose rows someone reaches by a permission: their own, those of their own team, and those of the teams of participants. */
export interface Teams {
  readonly own: boolean;
  readonly ownTeam: boolean;
  readonly teamsOf: readonly string[];
}

/** By which of these rows a permission is held, for people who don't hold it for the whole workspace. */
export function teamsHolding(held: readonly Held[], permission: Permission): Teams {
  const all = held.map((one) => ({ one, scope: scopeOf([one], permission) }));
  const isLimited = ({ one }: { one: Held }) => one.startsWith('@');
  const inTeams = all.filter(({ scope }) => scope === 'team');
  return {
    own: all.some(({ scope }) => scope === 'own'),
    ownTeam: inTeams.some((one) => !isLimited(one)),
    teamsOf: inTeams.filter(isLimited).map(({ one }) => one.slice(one.indexOf(' ') + 1)),
  };
}

/** A cell as the database and `Held` have it. */
export const cellText = ({ permission, scope }: Cell): CellText => `${permission}=${scope}`;

/** The built-in ones among what a person holds for the whole workspace. */
export function builtInRoles(held: readonly Held[]): Role[] {
  return roles.filter((role) => held.includes(role));
}

/** The built-in ones among what a person holds for one team only. */
export function teamRolesOnly(held: readonly Held[]): Role[] {
  return roles.filter((role) => !held.includes(role) && held.some((one) => isBasedOn(one, role)));
}

/** The built-in ones among what a person holds, also for one team only. */
export function rolesOfAnyReach(held: readonly Held[]): Role[] {
  return roles.filter((role) => held.some((one) => isBasedOn(one, role)));
}

/** What one request holds, and the permissions that an API token is limited to (ACCESS-19). */
type NarrowedRoles = readonly Held[] & { readonly only?: readonly Permission[] };

/** The same roles, of which only these permissions count. Every decision about them asks `scopeOf`. */
export function narrowedRoles(held: readonly Held[], only: readonly Permission[]): readonly Held[] {
  return Object.freeze(Object.assign([...held], { only: [...only] }));
}

/** The same roles with permissions that none of them gives (ACCESS-26); an API token keeps its limits. */
export function widenedRoles(held: readonly Held[], cells: readonly Cell[]): readonly Held[] {
  const { only } = held as NarrowedRoles;
  const wide = [...held, ...cells.map(cellText)];
  return only === undefined ? wide : narrowedRoles(wide, only);
}

/** What an administrator who views Attain as a role may read: what the role may, as far as they may it themselves (ACCESS-38). */
export function viewedRoles(held: readonly Held[], role: Role): readonly Held[] {
  return narrowedRoles(
    [role],
    permissions.filter((permission) => scopeOf(held, permission) === 'tenant'),
  );
}

/** A text that differs whenever what someone holds differs: open streams end when it changes. */
export function accessKey(held: readonly Held[]): string {
  return [...new Set(held)].sort().join();
}

/** What a role holds, a cell per permission. */
export function cellsOf(held: readonly Held[]): readonly Cell[] {
  return permissions.flatMap((permission) => {
    const scope = scopeOf(held, permission);
    return scope === null ? [] : [{ permission, scope }];
  });
}

/** Whether only some permissions of these roles count: the request came with an API token. */
export function isNarrowed(held: readonly Held[]): boolean {
  return (held as NarrowedRoles).only !== undefined;
}

/** Whether these roles hold every permission; an administrator's API token does not, whatever it may do (ACCESS-19). */
export function isAdministrator(held: readonly Held[]): boolean {
  return held.includes('administrator') && !isNarrowed(held);
}

/** The widest scope in which any of the roles holds the permission; null: rejected. */
export function scopeOf(held: readonly Held[], permission: Permission): Scope | null {
  const { only } = held as NarrowedRoles;
  if (only !== undefined && !only.includes(permission)) return null;
  const granted: Grants = grants[permission];
  let widest: Scope | null = null;
  for (const role of held) {
    const scope = role.startsWith('@') ? limitedScope(role, permission) : granted[role as Role];
    if (scope) widest = wider(widest, scope);
  }
  // the widest first
  for (const scope of scopes) if (held.includes(`${permission}=${scope}`)) return wider(widest, scope);
  return widest;
}

function limitedScope(held: Held, permission: Permission): Scope | null {
  const base = baseOf(held);
  const scope = scopes.find((one) => base === `${permission}=${one}`);
  return withinTeam(permission, scope ?? (grants[permission] as Grants)[base as Role] ?? null);
}

function wider(one: Scope | null, other: Scope): Scope {
  return one !== null && width[one] >= width[other] ? one : other;
}

/** The roles that hold every one of the permissions by themselves, in their order. */
export function rolesHolding(all: readonly Permission[]): readonly Role[] {
  return roles.filter((role) => all.every((permission) => scopeOf([role], permission) !== null));
}

/** Roles that move money or grant access: a new workspace requires two-step sign-in of them (ACCESS-22). */
export const guardedRoles: readonly Role[] = roles.filter((role) =>
  (['make:payments', 'approve:payments', 'manage:people'] as const).some(
    (permission) => scopeOf([role], permission) !== null,
  ),
);

/** What each permission allows, in the words that follow "permission to". */
export const permissionWords: Readonly<Record<Permission, string>> = {
  'read:workspace': 'view the workspace',
  'edit:workspace': 'edit the workspace',
  'read:people': 'view people',
  'manage:people': 'manage people',
  'read:participants': 'view participants',
  'read:territories': 'view territories',
  'read:quotas': 'view quotas',
  'read:deals': 'view deals',
  'approve:results': 'approve results',
  'read:exchange-rates': 'view exchange rates',
  'read:imports': 'view imports',
  'import:records': 'import records',
  'edit:reporting-lines': 'edit reporting lines',
  'read:plans': 'view plans',
  'edit:plans': 'edit plans',
  'activate:plans': 'activate plans',
  'assign:plans': 'assign plans',
  'read:calculations': 'view calculations',
  'run:calculations': 'run calculations',
  'publish:calculations': 'publish results',
  'read:simulations': 'view simulations',
  'run:simulations': 'run simulations',
  'read:simulated-pay': 'view simulated pay',
  'read:attainment': 'view attainment',
  'read:payouts': 'view payouts',
  'read:statements': 'view statements',
  'read:payments': 'view payments',
  'read:disputes': 'view disputes',
  'open:disputes': 'open disputes',
  'resolve:disputes': 'resolve disputes',
  'read:suggestions': 'view suggestions',
  'make:suggestions': 'create suggestions',
  'decide:suggestions': 'approve suggestions',
  'attest:overrides': 'approve overrides',
  'use:assistant': 'use the assistant',
  'set:autonomy': 'set what the assistant may do alone',
  'read:bias': 'view how the assistant is used',
  'write:notes': 'write notes',
  'make:payments': 'create payment runs',
  'approve:payments': 'approve payments',
  'adjust:payments': 'adjust payments',
  'request:adjustments': 'request adjustments',
  'read:workflows': 'view workflows',
  'edit:workflows': 'edit workflows',
  'run:workflows': 'run workflows',
  'read:workflow-runs': 'view workflow runs',
  'read:agents': 'view agents',
  'run:agents': 'run agents',
  'edit:agents': 'edit agents',
  'delete:agents': 'delete agents',
  'read:tasks': 'view tasks',
  'decide:tasks': 'complete tasks',
  'reassign:tasks': 'reassign tasks',
  'read:connections': 'view connections',
  'edit:connections': 'edit connections',
  'test:connections': 'test connections',
  'publish:workflows': 'publish workflows',
  'read:policies': 'view policies',
  'edit:policies': 'edit policies',
  'approve:policies': 'approve policies',
  'approve:agents': 'approve agents',
  'read:deployments': 'view deployments',
  'deploy:agents': 'deploy agents',
  'roll-back:agents': 'roll agents back',
  'edit:environments': 'edit environments',
  'read:costs': 'view costs',
  'edit:costs': 'edit budgets and prices',
  'read:alerts': 'view alerts',
  'edit:alerts': 'configure and acknowledge alerts',
  'read:audit': 'view the audit log',
  'export:audit': 'export the audit log',
};

/** The sentence shown when an act is refused: what is missing and who has it. */
export function noPermissionMessage(permission: Permission): string {
  return `You need permission to ${permissionWords[permission]}. Roles that have it: ${namesOf(rolesHolding([permission]))}.`;
}

/**
 * Why somebody cannot run an agent: which of the rights its steps need they lack, and which roles have all (AGENT-12). Null when
 * nothing is lacking.
 */
export function missingPermissionsMessage(
  held: readonly Held[],
  needed: readonly Permission[],
): string | null {
  const lacking = needed.filter((permission) => scopeOf(held, permission) === null);
  if (lacking.length === 0) return null;
  const holders = rolesHolding(needed);
  const whoCan =
    holders.length === 0
      ? 'No single role has all of these permissions.'
      : `Roles that can run it: ${namesOf(holders)}.`;
  return `You need permission to ${wordsOf(lacking)}. Steps run with your permissions. ${whoCan}`;
}

/**
 * Why the values of somebody else's run are not shown to them: which of the reading rights its steps use they do not hold for the
 * whole workspace (WF-46). Null when nothing is lacking.
 */
export function withheldSentence(held: readonly Held[], needed: readonly Permission[]): string | null {
  const lacking = needed.filter((one) => one.startsWith('read:') && scopeOf(held, one) !== 'tenant');
  if (lacking.length === 0) return null;
  return `Input and output are hidden. You need permission to ${wordsOf(lacking)} of the whole workspace.`;
}

function wordsOf(some: readonly Permission[]): string {
  const parts = some.map((one) => permissionWords[one]);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function namesOf(some: readonly Role[]): string {
  return some.map((role) => roleNames[role]).join(', ');
}
