import type { Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { checked, committed, imported, importer, upload } from '../imports/imports.fixture.ts';
import { undoImport } from '../imports/undo/undo-import.ts';

let attain: TestContext;
let tenant: TestTenant;
const today = '2026-11-24';

beforeAll(async () => {
  attain = await startTestContext({
    clock: { now: () => new Date(`${today}T12:00:00Z`), today: () => today },
  });
  tenant = await attain.newTenant({
    finance: { participantId: null },
    'agent-operator': { participantId: null },
    'sales-rep': { participantId: '1' },
    manager: { participantId: '9' },
  });
  const actor = importer(tenant.tenantId);
  const people = 'id,name,manager\n9,Maud Lee,\n1,Darcel Schlecht,9\n2,Moses Frase,\n';
  await imported(attain.ctx, actor, { kind: 'participants', content: people });
});
afterAll(() => attain?.stop());

/** All stages of a CRM export: won and lost ones, open ones without a day, an amount or a chance. */
const EXPORT = `opportunity_id,sales_agent,account,deal_stage,probability,close_date,close_value
O1,Darcel Schlecht,Isdom,Won,100,2026-10-11,4514
O2,"Schlecht, Darcel",Cancity,Negotiation,60,2026-12-15,100000
O3,Moses Frase,Cancity,Proposal,,2027-01-31,50000
O4,Moses Frase,Isdom,Closed Lost,0,2026-10-20,900
O5,Moses Frase,Isdom,Discovery,,,
${Array.from({ length: 9 }, (_, i) => `L${i},Moses Frase,Isdom,${i < 4 ? 'Won' : 'Lost'},,2026-09-0${i + 1},1`).join('\n')}
`;

describe('opportunities of a CRM export', () => {
  let importId: string;

  test('[FC-6] all stages are stored; the status is read off the stage, and nothing is paid on them', async () => {
    const actor = importer(tenant.tenantId);
    const { id } = await upload(attain.ctx, actor, 'opportunities', EXPORT, 'crm.csv');
    importId = id;
    const dry = await checked(attain.ctx, actor, id);
    expect(dry.summary).toMatchObject({ rows: 14, added: 14, badRows: 0 });
    await committed(attain.ctx, actor, id);
    const finance = tenant.as('finance');
    const { body } = await finance.get('/api/opportunities', { status: 'open', limit: 2 });
    expect(body.total).toBe(3);
    expect(body.rows).toMatchObject([
      {
        id: 'O2',
        participantName: 'Darcel Schlecht',
        stage: 'Negotiation',
        status: 'open',
        amount: '100000',
        currency: 'USD',
        expectedOn: '2026-12-15',
        chancePercent: '60',
        dealId: null,
      },
      { id: 'O3', status: 'open' },
    ]);
    const rest = await finance.get('/api/opportunities', {
      status: 'open',
      limit: 2,
      cursor: body.nextCursor,
    });
    expect(rest.body.rows).toMatchObject([{ id: 'O5', amount: null, expectedOn: null }]);
    expect((await finance.get('/api/deals', { limit: 5 })).body.total).toBe(0);
  });

  test('[FC-7] the pipeline is the open sum with the win rate; people with a team see theirs', async () => {
    const whole = (await tenant.as('finance').get('/api/pipeline')).body;
    // 5 of 11 decided ones were won, 45 %: 60,000 + 50,000 × 45 %
    expect(whole).toMatchObject({
      stored: 14,
      winRate: { won: 5, lost: 6, percent: 45 },
      open: [{ currency: 'USD', opportunities: 3, amount: '150000', withoutAmount: 1, expected: '82500' }],
    });
    const december = await tenant
      .as('finance')
      .get('/api/pipeline', { from: '2026-12-01', to: '2026-12-31' });
    expect(december.body.open).toMatchObject([{ opportunities: 1, expected: '60000' }]);
    for (const role of ['sales-rep', 'manager'] as const) {
      const own = (await tenant.as(role).get('/api/pipeline')).body;
      expect([role, own.stored, own.open[0].opportunities]).toEqual([role, 2, 1]);
      const asked = await tenant
        .as(role)
        .post('/api/assistant/ask', { question: 'What is in the pipeline?' });
      expect(asked.body.read).toEqual({ kind: 'pipeline' });
      expect(asked.body.text).toContain('1 opportunity is open: $100,000.00');
      expect(asked.body.facts).toMatchObject([
        { label: 'Negotiation', value: '100000', unit: 'USD', link: { to: 'opportunities', days: null } },
      ]);
    }
    expect((await tenant.as('agent-operator').get('/api/pipeline')).status).toBe(403);
  });

  test('[FC-6] wrong rows are named, a later export replaces the stage, and undo brings it back', async () => {
    const actor = importer(tenant.tenantId);
    const wrong =
      'opportunity_id,sales_agent,deal_stage,probability,close_value\nX1,1,Open,120,5\nX2,1,Open,50,-5\nX3,77,Open,,\n';
    const bad = await upload(attain.ctx, actor, 'opportunities', wrong, 'wrong.csv');
    expect((await checked(attain.ctx, actor, bad.id)).summary).toMatchObject({ added: 0, badRows: 3 });
    const won = EXPORT.split('\n').slice(0, 3).join('\n').replace('Negotiation,60', 'Closed Won,100');
    const later = await upload(attain.ctx, actor, 'opportunities', `${won}\n`, 'crm-2.csv');
    const summary = (await checked(attain.ctx, actor, later.id, (mapping: Mapping) => mapping)).summary;
    expect(summary).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    await committed(attain.ctx, actor, later.id);
    const finance = tenant.as('finance');
    const stageOf = async () =>
      (await finance.get('/api/opportunities', { search: 'O2', limit: 5 })).body.rows[0].status;
    expect(await stageOf()).toBe('won');
    await undoImport(attain.ctx, actor, later.id);
    expect(await stageOf()).toBe('open');
    expect(importId).not.toBe(later.id);
  });
});
