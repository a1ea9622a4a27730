import { expect, test } from 'vitest';
import { cellText, permissions, roles, scopeOf } from './permissions.ts';
import { roleNames } from './role-names.ts';
import { statedNames, statedOf, statedPermissions, statedRoles } from './stated-permissions.ts';

const ids = ['POLICY-32', 'POLICY-33', 'POLICY-34', 'POLICY-35', 'POLICY-36'];

test.each([
  [
    '[POLICY-32]',
    'Agent Administrator',
    'CREATE_AGENT MODIFY_AGENT DELETE_AGENT VIEW_ALL_AGENTS MANAGE_POLICIES',
  ],
  ['[POLICY-33]', 'Agent Developer', 'CREATE_AGENT MODIFY_AGENT VIEW_ALL_AGENTS RUN_TESTS'],
  ['[POLICY-34]', 'Agent Operator', 'RUN_AGENT VIEW_RESULTS VIEW_OWN_AGENTS'],
  ['[POLICY-35]', 'Read-Only Viewer', 'VIEW_AGENTS VIEW_RESULTS'],
  ['[POLICY-36]', 'Compliance Officer', 'VIEW_ALL_AGENTS VIEW_AUDIT_LOGS EXPORT_COMPLIANCE_REPORTS'],
] as const)('%s %s has %s', (id, name, stated) => {
  const row = statedRoles[ids.indexOf(id.slice(1, -1))];
  expect(roleNames[row!.role]).toBe(name);
  expect(row!.has).toEqual(stated.split(' '));
  expect(statedOf([row!.role])).toEqual(expect.arrayContaining(stated.split(' ')));
});

test('[CONF-BUILD-23] the names differ in what they need, and an agent administrator neither runs nor oversees', () => {
  expect(statedPermissions.VIEW_AGENTS).toEqual(['read:agents']);
  expect(statedPermissions.VIEW_ALL_AGENTS).toEqual(['read:agents', 'read:workflows']);
  const administrator = statedOf(['agent-administrator']);
  expect(administrator).not.toContain('RUN_AGENT');
  expect(administrator).not.toContain('VIEW_AUDIT_LOGS');
  expect(statedOf(['agent-developer'])).not.toContain('DELETE_AGENT');
  expect(statedOf(['administrator'])).toEqual(statedNames);
});

test('[ACCESS-40] a name is held if every permission of it is held for the whole workspace', () => {
  for (const name of statedNames)
    for (const role of roles) {
      const all = statedPermissions[name].every((one) => scopeOf([role], one) === 'tenant');
      expect(statedOf([role]).includes(name)).toBe(all);
    }
  // of a custom role too
  expect(statedOf([cellText({ permission: 'read:audit', scope: 'tenant' })])).toEqual(['VIEW_AUDIT_LOGS']);
  expect(permissions).toEqual(expect.arrayContaining(Object.values(statedPermissions).flat()));
});
