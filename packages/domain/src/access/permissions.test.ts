import { expect, test } from 'vitest';
import {
  baseOf,
  grants,
  isAdministrator,
  limitedTo,
  missingPermissionsMessage,
  narrowedRoles,
  noPermissionMessage,
  permissions,
  roles,
  rolesOfAnyReach,
  scopeOf,
  teamRolesOnly,
  teamsHolding,
  withheldSentence,
} from './permissions.ts';

test('[ACCESS-1] a permission without a grant is denied', () => {
  expect(scopeOf([], 'read:plans')).toBeNull();
  expect(scopeOf(['viewer'], 'read:payouts')).toBeNull();
  expect(scopeOf(['agent-developer'], 'read:deals')).toBeNull();
});

test('[ACCESS-1] the administrator of a workspace holds every permission', () => {
  for (const permission of permissions) expect(scopeOf(['administrator'], permission)).toBe('tenant');
});

test('[ACCESS-2] the widest role wins', () => {
  expect(scopeOf(['sales-rep'], 'read:payouts')).toBe('own');
  expect(scopeOf(['sales-rep', 'manager'], 'read:payouts')).toBe('team');
  expect(scopeOf(['sales-rep', 'manager', 'finance'], 'read:payouts')).toBe('tenant');
});

test('[ACCESS-19] narrowed roles reach no permission they were not narrowed to, and none they lack', () => {
  const narrowed = narrowedRoles(['sales-rep'], ['read:payouts', 'edit:plans']);
  expect(scopeOf(narrowed, 'read:payouts')).toBe('own');
  expect(scopeOf(narrowed, 'read:deals')).toBeNull();
  expect(scopeOf(narrowed, 'edit:plans')).toBeNull();
});

test('[ACCESS-42] a role for one team reaches no further than a manager does, and approves nothing for the workspace', () => {
  for (const role of roles) {
    const held = [limitedTo(role, 'P 7')];
    expect([baseOf(held[0] ?? 'viewer'), rolesOfAnyReach(held)]).toEqual([role, [role]]);
    expect([teamRolesOnly(held), teamRolesOnly([role, ...held])]).toEqual([[role], []]);
    for (const permission of permissions) {
      const [limited, whole, manager] = [held, [role], ['manager' as const]].map((one) =>
        scopeOf(one, permission),
      );
      const far = { own: 1, team: 2, tenant: 3 };
      const reach = (scope: typeof limited) => (scope ? far[scope] : 0);
      expect(reach(limited)).toBeLessThanOrEqual(Math.min(reach(whole), reach(manager)));
      if (/^(approve|manage|make|run|adjust|activate):/.test(permission)) expect(limited).not.toBe('tenant');
    }
  }
  const held = ['sales-rep', 'manager', '@finance P 7', '@read:deals=tenant P-8', 'viewer'] as const;
  expect(scopeOf(held, 'read:payouts')).toBe('team');
  expect(teamsHolding(held, 'read:payouts')).toEqual({ own: true, ownTeam: true, teamsOf: ['P 7'] });
  expect(teamsHolding(held, 'read:deals').teamsOf).toEqual(['P 7', 'P-8']);
  expect(teamsHolding(['viewer', '@finance P-7'], 'approve:results')).toEqual({
    own: false,
    ownTeam: false,
    teamsOf: ['P-7'],
  });
  expect([scopeOf(['@finance P-7'], 'read:plans'), scopeOf(['@finance P-7'], 'make:payments')]).toEqual([
    'tenant',
    null,
  ]);
});

test("[ACCESS-19] an administrator's token is no administrator", () => {
  expect(isAdministrator(['administrator'])).toBe(true);
  expect(isAdministrator(narrowedRoles(['administrator'], permissions))).toBe(false);
});

test('[ACCESS-3] a rep reaches only her own pay, a manager his team', () => {
  for (const permission of ['read:payouts', 'read:statements', 'read:deals', 'read:quotas'] as const) {
    expect(scopeOf(['sales-rep'], permission)).toBe('own');
    expect(scopeOf(['manager'], permission)).toBe('team');
  }
});

test('[ACCESS-4] designing, activating and paying are three hands', () => {
  expect(scopeOf(['plan-designer'], 'read:payouts')).toBeNull();
  expect(scopeOf(['plan-designer'], 'activate:plans')).toBeNull();
  expect(scopeOf(['plan-designer'], 'run:calculations')).toBeNull();
  expect(scopeOf(['finance'], 'edit:plans')).toBeNull();
});

test('managers request adjustments of their team, and neither adjust nor approve payments', () => {
  expect(scopeOf(['manager'], 'request:adjustments')).toBe('team');
  expect(scopeOf(['sales-rep'], 'request:adjustments')).toBeNull();
  for (const permission of ['adjust:payments', 'approve:payments', 'make:payments'] as const)
    expect([permission, scopeOf(['manager'], permission)]).toEqual([permission, null]);
});

test('[ACCESS-31] a compensation admin prepares pay, and neither approves it nor activates plans', () => {
  const held = permissions.filter((permission) => scopeOf(['comp-admin'], permission) === 'tenant');
  expect(held).toEqual(
    expect.arrayContaining([
      'import:records',
      'assign:plans',
      'run:calculations',
      'publish:calculations',
      'adjust:payments',
      'make:payments',
      'resolve:disputes',
    ]),
  );
  for (const permission of ['approve:payments', 'approve:results', 'activate:plans', 'edit:plans'] as const)
    expect([permission, scopeOf(['comp-admin'], permission)]).toEqual([permission, null]);
});

test('[SHELL-PROD-04] [CONF-SHELL-14] every named kind of user has a role', () => {
  expect(roles).toEqual(
    expect.arrayContaining([
      'plan-designer',
      'sales-rep',
      'manager',
      'finance',
      'agent-developer',
      'agent-operator',
      'compliance-officer',
      'viewer',
    ]),
  );
});

test('[ACCESS-5] users with sufficient rights run an agent, and that allows no other workflow', () => {
  for (const role of ['finance', 'plan-designer'] as const) {
    expect(scopeOf([role], 'run:agents')).toBe('tenant');
    expect(scopeOf([role], 'run:workflows')).toBeNull();
  }
  expect(scopeOf(['plan-designer'], 'read:workflow-runs')).toBe('own');
  expect(missingPermissionsMessage(['finance'], ['run:calculations'])).toBeNull();
  expect(missingPermissionsMessage(['agent-operator'], ['read:workflows', 'run:calculations'])).toBe(
    'You need permission to run calculations. Steps run with your permissions. Roles that can run it: Administrator, Finance, Compensation Admin.',
  );
  expect(
    missingPermissionsMessage(['viewer'], ['decide:suggestions', 'read:payouts', 'edit:connections']),
  ).toContain('You need permission to approve suggestions, view payouts and edit connections.');
});

test('[WF-46] values of a run are visible to users who may read all its steps read, workspace-wide', () => {
  expect(withheldSentence(['auditor'], ['read:payouts', 'run:calculations'])).toBeNull();
  expect(withheldSentence(['agent-operator'], ['run:workflows'])).toBeNull();
  for (const role of ['agent-operator', 'manager'] as const)
    expect(withheldSentence([role], ['read:payouts', 'run:calculations'])).toContain(
      'You need permission to view payouts of the whole workspace.',
    );
});

test('an error names the missing permission and its roles in words, never the key', () => {
  expect(noPermissionMessage('run:calculations')).toBe(
    'You need permission to run calculations. Roles that have it: Administrator, Finance, Compensation Admin.',
  );
  for (const permission of permissions) {
    const said = [
      noPermissionMessage(permission),
      missingPermissionsMessage([], [permission]),
      withheldSentence([], [permission]),
    ];
    expect(said.join(' ')).not.toMatch(/[a-z]:[a-z]/);
  }
  expect(Object.keys(grants).length).toBe(permissions.length);
});
