import { describe, expect, test } from 'vitest';
import {
  missingPermissionsMessage,
  permissionWords,
  type Role,
  roles,
  rolesHolding,
  scopeOf,
} from '../../access/permissions.ts';
import { NODE_TYPES } from '../../workflows/nodes/node-types.ts';
import { askingTypes, recordRights, rightsNeeded } from '../../workflows/nodes/rights-needed.ts';
import { GALLERY } from './gallery.ts';

/** Who runs what: rows are agents, and nobody else runs them. */
const runners: Readonly<Record<string, readonly Role[]>> = {
  'plan-structure-designer': ['administrator', 'plan-designer', 'finance', 'comp-admin'],
  'spiff-experimenter': ['administrator', 'plan-designer', 'finance', 'comp-admin'],
  'territory-plan-optimizer': ['administrator', 'finance', 'comp-admin'],
  'quota-plan-architect': ['administrator', 'finance', 'comp-admin'],
  'commission-calculator': ['administrator', 'finance', 'comp-admin'],
  'payout-validator': ['administrator', 'finance', 'comp-admin'],
  'attainment-calculator': ['administrator', 'finance', 'comp-admin'],
  'dispute-resolver': ['administrator', 'finance', 'comp-admin'],
};

describe('[AGENT-12] [WF-35] every role against every agent of the gallery', () => {
  const cells = GALLERY.flatMap((agent) => roles.map((role) => [agent.agentId, role, agent] as const));
  test.each(cells)('%s by %s', (agentId, role, agent) => {
    const needed = rightsNeeded(agent.workflow.nodes);
    const runs = runners[agentId]?.includes(role) ?? false;
    const lacking = missingPermissionsMessage([role], needed);
    expect([scopeOf([role], 'run:agents') !== null && lacking === null, agentId]).toEqual([runs, agentId]);
    if (lacking === null) return;
    const missing = needed.filter((one) => scopeOf([role], one) === null);
    for (const one of missing) expect(lacking).toContain(permissionWords[one]);
    expect(lacking).toContain('Finance');
  });

  test('each has a role that can run it, and users with all its rights read its results', () => {
    for (const { workflow } of GALLERY)
      for (const role of rolesHolding([...rightsNeeded(workflow.nodes), 'run:agents']))
        expect(scopeOf([role], 'read:workflow-runs'), role).not.toBeNull();
  });
});

describe('[WF-35] rights a step requires of its starter', () => {
  test.each([
    ['read_workspace', { what: 'plans' }, ['read:plans']],
    ['read_workspace', { what: 'measures' }, ['read:payouts']],
    ['read_workspace', { what: 'disputes' }, ['read:disputes']],
    ['database_read', { database: 'attain', query: ' Deals ' }, ['read:deals']],
    ['database_read', { database: 'attain', query: 'constructor' }, []],
    ['database_read', { database: 'warehouse', query: 'deals' }, ['run:workflows']],
    ['database_write', { database: 'attain' }, ['adjust:payments']],
    ['database_write', { database: 'warehouse' }, ['run:workflows']],
    ['llm', { provider: 'offline' }, []],
    ['llm', {}, []],
    ['llm', { provider: 'claude' }, ['run:workflows']],
    ['formatter', {}, []],
    ['toString', {}, []],
  ])('%s %o asks for %j', (type, config, wanted) => {
    expect(rightsNeeded([{ type, config }])).toEqual(wanted);
  });

  test('every type that acts outside of the run is known here, or asks for nothing on purpose', () => {
    const acting = NODE_TYPES.filter(({ working }) => working === 'effect').map(({ type }) => type);
    expect(acting.filter((type) => !askingTypes.includes(type)).sort()).toEqual(
      // sealed code; a file and a notice of the run itself; a sub-workflow asks for what its own steps ask for
      ['code', 'file_upload', 'notification', 'sub_workflow'],
    );
    expect(askingTypes.filter((type) => !acting.includes(type))).toEqual([]);
  });

  test('its own records are asked for by name', () => {
    for (const [query, right] of Object.entries(recordRights))
      expect(rightsNeeded([{ type: 'database_read', config: { database: 'attain', query } }])).toEqual([
        right,
      ]);
  });
});
