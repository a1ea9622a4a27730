import { importRight } from '@attain/contract/import-rights';
import { importKinds } from '@attain/contract/imports';
import { type Role, roles, scopeOf } from '@attain/domain/access/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { DEALS, HEAD, importer, PEOPLE, upload } from './imports.fixture.ts';
import type { KindName } from './kinds/kind.ts';

let attain: TestContext;
let tenant: TestTenant;
let planId: string;

beforeAll(async () => {
  attain = await startTestContext();
  tenant = await attain.newTenant(Object.fromEntries(roles.map((role) => [role, { participantId: null }])));
  const plan = await tenant.as('administrator').post('/api/plans', { name: 'Rights', type: 'bonus-plan' });
  planId = plan.body.id;
});
afterAll(() => attain?.stop());

const fieldsOf = (kind: KindName): Record<string, string> => ({
  kind,
  ...(kind === 'plan-components' ? { planId } : {}),
});

test.each(roles.map((role): [Role] => [role]))(
  '[ACCESS-7] [ACCESS-1] every kind of import × the role %s: upload, check, commit and cancel answer as the table says',
  async (role) => {
    const who = tenant.as(role);
    for (const kind of importKinds) {
      const allowed =
        scopeOf([role], 'import:records') !== null && scopeOf([role], importRight(kind)) !== null;
      const sent = await who.upload(
        '/api/imports/upload',
        { name: 'a.csv', content: 'a,b\n1,2\n' },
        fieldsOf(kind),
      );
      expect({ kind, rejected: sent.body.code === 'NOT_ALLOWED' }).toEqual({ kind, rejected: !allowed });
      // what waits counts against the workspace
      if (allowed) await who.post(`/api/imports/${sent.body.id}/cancel`);
      if (scopeOf([role], 'import:records') === null) continue; // the guard refuses them every import
      const { id, mapping } = await upload(
        attain.ctx,
        importer(tenant.tenantId),
        kind,
        `a,b\n1,${role}\n`,
        'b.csv',
        kind === 'plan-components' ? planId : undefined,
      );
      const path = `/api/imports/${id}`;
      const check = await who.post(`${path}/check`, { mapping });
      const commit = await who.post(`${path}/commit`);
      const cancel = await who.post(`${path}/cancel`);
      const rejected = [check, commit, cancel].map((answer) => answer.body.code === 'NOT_ALLOWED');
      expect({ kind, rejected }).toEqual({ kind, rejected: [!allowed, !allowed, !allowed] });
    }
  },
);

const approvals = `${HEAD.trim()},approved on\nD1,2024-01-31,100.00,USD,ann,,Bikes,2024-02-01\n`;

test.each([
  ['deals', 'approvedOn', approvals, 'Approved on'],
  ['participants', 'manager', PEOPLE, 'Manager'],
] as const)(
  '[ACCESS-7] a plan designer imports %s without “%s”, which is left out of the mapping and refused in it',
  async (kind, field, content, label) => {
    const file = { name: `${kind}.csv`, content };
    const byFinance = await tenant.as('finance').upload('/api/imports/upload', file, { kind });
    expect(byFinance.body.mapping.fields[field]).toBeDefined();
    const designer = tenant.as('plan-designer');
    const own = await designer.upload('/api/imports/upload', file, { kind });
    expect(own.status).toBe(201);
    expect(own.body.mapping.fields[field]).toBeUndefined();
    expect(own.body.preview.warnings.join(' ')).toContain(`“${label}” will not be imported`);
    const rejected = await designer.post(`/api/imports/${own.body.id}/check`, {
      mapping: byFinance.body.mapping,
    });
    expect(rejected.status).toBe(403);
    expect(rejected.body.error).toContain(label);
    // a file that finance mapped is not the designer's to store either
    const commit = await designer.post(`/api/imports/${byFinance.body.id}/commit`);
    expect(commit.status).toBe(403);
  },
);

test('[ACCESS-7] a plan designer imports deals as before', async () => {
  const sent = await tenant
    .as('plan-designer')
    .upload('/api/imports/upload', { name: 'deals.csv', content: DEALS }, { kind: 'deals' });
  expect(sent.status).toBe(201);
  expect(sent.body.preview.warnings).toEqual([]);
});
