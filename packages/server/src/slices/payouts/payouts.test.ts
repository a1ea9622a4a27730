import type { Run } from '@attain/contract/calculations';
import type { PayoutLine } from '@attain/contract/payouts';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended, type PaidWorkspace, paidWorkspace } from './paid-workspace.fixture.ts';

let ctx: TestContext;
let paid: PaidWorkspace;
let run: Run;

beforeAll(async () => {
  ctx = await startTestContext();
  paid = await paidWorkspace(ctx);
  run = await paid.calculate();
});
afterAll(() => ctx?.stop());

const linesOf = async (client: Client, query: Record<string, string | number> = {}) => {
  const answer = await client.get(`/api/calculations/${run.id}/payouts`, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as {
    rows: PayoutLine[];
    nextCursor: string | null;
    total: number;
    amountTotal: string;
    components: { id: string; total: string }[];
  };
};
const total = (amounts: readonly string[]) => plain(sum(amounts.map((amount) => decimal(amount))));
const money = (amount: string) => plain(decimal(amount));

describe('what a run pays', () => {
  test('[PAY-19] totals at every level equal the sum of the level below', async () => {
    expect(run).toMatchObject({
      status: 'completed',
      version: 1,
      total: '4683.46',
      participantCount: 4,
      lineCount: 8,
    });
    const list = await linesOf(paid.admin);
    expect(list.amountTotal).toBe('4683.46');
    expect(list.total).toBe(8);
    expect(total(list.rows.map((line) => line.amount))).toBe(money(list.amountTotal));
    expect(total(list.components.map((component) => component.total))).toBe(money(list.amountTotal));
    const units = list.rows.map(({ componentId, unit }) => `${componentId} ${unit}`);
    expect([...new Set(units)].toSorted()).toEqual(['bikes $', 'bookings $']);
    for (const line of list.rows) {
      const path = `/api/calculations/${run.id}/payouts/${line.participantId}/${line.componentId}`;
      const { body: why } = await paid.admin.get(path);
      const { body: credits } = await paid.admin.get(`${path}/credits`);
      expect(why).toMatchObject({
        unit: line.unit,
        amount: line.amount,
        earnedSum: line.amount,
        creditedSum: line.credited,
      });
      expect(credits.rows).toHaveLength(line.creditCount);
      expect(total(credits.rows.map((credit: { earned: string }) => credit.earned))).toBe(money(line.amount));
      expect(total(credits.rows.map((credit: { credited: string }) => credit.credited))).toBe(line.credited);
    }
  });

  test('[PAY-3] a tiered line is explained by sentence, arithmetic, rules in words and what comes next', async () => {
    const { body: why } = await paid.admin.get(`/api/calculations/${run.id}/payouts/ann/bookings`);
    expect(why).toMatchObject({
      amount: '2100.00',
      credited: '112000',
      quota: '100000',
      attainmentPercent: '112',
    });
    expect(why.message).toContain('2,100.00 USD');
    const steps = why.steps as { rule: string; formula: string; result: string }[];
    expect(
      steps
        .filter((step) => step.rule === 'PAY-3')
        .map((step) => step.formula)
        .join(' '),
    ).toContain('12,000.00 × 5%');
    const rules = why.rules as { rule: string; text: string }[];
    expect(rules.find(({ rule }) => rule === 'PAY-3')?.text).toBe(
      "Marginal: each tier's rate on the part of S inside [from, to).",
    );
    expect(
      steps.map((step) => step.rule).filter((rule) => !rules.some((known) => known.rule === rule)),
    ).toEqual([]);
    const { body: bob } = await paid.admin.get(`/api/calculations/${run.id}/payouts/bob/bookings`);
    expect(bob.nextTier).toMatchObject({ needed: '21654.33', wouldPay: '500.00' });
  });

  test('credits lead to the deal, the rate of exchange, the share and the row of the file', async () => {
    const path = `/api/calculations/${run.id}/payouts/ann/bookings/credits`;
    const { body: first } = await paid.admin.get(path, { limit: 2 });
    const { body: second } = await paid.admin.get(path, { limit: 2, cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    const credits = [...first.rows, ...second.rows];
    expect(credits.map((credit) => credit.dealId)).toEqual(['d1', 'd2', 'd3', 'd4']);
    const found = async (search: string) => {
      const { body } = await paid.admin.get(path, { search });
      return body.rows.map((credit: { dealId: string }) => credit.dealId);
    };
    expect([await found('D3'), await found('no such deal'), await found('%')]).toEqual([['d3'], [], []]);
    expect(credits[1]).toMatchObject({
      credited: '33000',
      exchange: { rate: '1.1', source: 'central bank' },
      deal: { amount: '30000.00', currency: 'EUR' },
    });
    expect(credits[3]).toMatchObject({
      credited: '24000',
      sharePercent: '60',
      deal: { amount: '40000.00', customer: 'A customer' },
    });
    expect(credits[0].provenance).toEqual({
      importId: paid.importId,
      importLine: 2,
      importFileName: 'deals-q1.csv',
      sourceText: 'd1,60000.00',
    });
  });

  test('lists are searched, filtered, sorted and cut into pages that meet without a gap', async () => {
    const found = await linesOf(paid.admin, { search: 'żółć' });
    expect(found.rows.map((line) => line.participantId)).toEqual(['cid', 'cid']);
    const bikes = await linesOf(paid.admin, { componentId: 'bikes' });
    expect(bikes).toMatchObject({ total: 4, amountTotal: '1200.00' });
    expect(bikes.components.map(({ id }) => id)).toEqual(['bookings', 'bikes']);
    for (const sort of ['participant', 'amount', '-amount', 'attainment', '-attainment']) {
      const whole = await linesOf(paid.admin, { sort });
      const pages: PayoutLine[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await linesOf(paid.admin, { sort, limit: 3, cursor });
        pages.push(...page.rows);
        cursor = page.nextCursor;
      }
      expect(pages, sort).toEqual(whole.rows);
    }
    const greatest = await linesOf(paid.admin, { sort: '-amount' });
    expect(greatest.rows.slice(0, 3).map((line) => line.amount)).toEqual(['2100.00', '1200.00', '1100.00']);
    const foreign = await paid.admin.get(`/api/calculations/${run.id}/payouts`, {
      cursor: 'x',
      sort: 'amount',
    });
    expect(foreign).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
  });
});

describe('who sees what', () => {
  test('[SHELL-PROD-01] a rep sees own lines and totals only, a manager those of the team, others nothing', async () => {
    const rep = await linesOf(paid.tenant.as('sales-rep'));
    expect([...new Set(rep.rows.map((line) => line.participantId))]).toEqual(['ann']);
    expect(rep).toMatchObject({ total: 2, amountTotal: '3300.00' });
    const team = await linesOf(paid.tenant.as('manager'));
    expect([...new Set(team.rows.map((line) => line.participantId))]).toEqual(['ann', 'bob', 'mia']);
    expect(team.amountTotal).toBe('3583.46');
    const own = `/api/calculations/${run.id}/payouts/ann/bookings`;
    const others = `/api/calculations/${run.id}/payouts/bob/bookings`;
    const { body: why } = await paid.tenant.as('sales-rep').get(own);
    expect(why.run).toMatchObject({ id: run.id, total: null, participantCount: null });
    for (const path of [others, `${others}/credits`]) {
      expect((await paid.tenant.as('sales-rep').get(path)).status).toBe(404);
      expect((await paid.tenant.as('manager').get(path)).status).toBe(200);
    }
    expect((await paid.tenant.as('viewer').get(`/api/calculations/${run.id}/payouts`)).status).toBe(403);
  });

  test('[ACCESS-10] the total of four payees is shown only to those who read individual pay', async () => {
    const viewer = paid.tenant.as('viewer');
    const one = await viewer.get(`/api/calculations/${run.id}`);
    expect(one.body).toMatchObject({ total: null, participantCount: 4 });
    expect(one.body.withheld).toMatch(/^Amounts of fewer than 5 payees/);
    const { body } = await viewer.get('/api/calculations');
    expect(body.rows.map(({ total }: { total: string | null }) => total)).not.toContain(run.total);
    const finance = await paid.tenant.as('finance').get(`/api/calculations/${run.id}`);
    expect(finance.body.total).toBe(run.total);
    expect(finance.body.withheld).toBeUndefined();
  });

  test('[SHELL-PROD-01] another workspace finds neither the run nor its lines', async () => {
    const stranger = (await ctx.newTenant()).as('administrator');
    for (const path of ['payouts', 'payouts/ann/bookings', 'payouts/ann/bookings/credits', 'difference']) {
      expect((await stranger.get(`/api/calculations/${run.id}/${path}`)).status, path).toBe(404);
    }
  });
});

describe('calculating again', () => {
  let mine: PaidWorkspace;
  beforeAll(async () => {
    mine = await paidWorkspace(ctx);
  });

  test('[PAY-16] [PAY-18] the same inputs are unchanged to the byte; a changed deal is a new version with a difference that adds up', async () => {
    const first = await mine.calculate();
    const again = await mine.calculate();
    expect(again).toMatchObject({ status: 'unchanged', sameAs: first.id, version: null });
    expect([again.inputHash, again.resultHash]).toEqual([first.inputHash, first.resultHash]);
    const { body: same } = await mine.admin.get(`/api/calculations/${again.id}/payouts`);
    const { body: stored } = await mine.admin.get(`/api/calculations/${first.id}/payouts`);
    expect(same.amountTotal).toBe(stored.amountTotal);
    expect(same.rows).toEqual(stored.rows.map((line: PayoutLine) => ({ ...line, runId: again.id })));
    const { body: nothing } = await mine.admin.get(`/api/calculations/${again.id}/difference`);
    expect(nothing).toMatchObject({ rows: [], totalDelta: '0.00', against: { id: first.id, version: 1 } });
    const { body: none } = await mine.admin.get(`/api/calculations/${first.id}/difference`);
    expect(none).toMatchObject({ rows: [], totalDelta: '0.00', against: null });

    await mine.importDeals(
      'Deal id,Date,Amount,Currency,Participant,Product\nd1,2024-01-10,70000.00,USD,ann,Bikes\n',
    );
    const { body: stale } = await mine.admin.get(`/api/calculations/${first.id}`);
    expect(stale.stale).toEqual([expect.objectContaining({ message: expect.stringContaining('later.csv') })]);
    await mine.sql(`DELETE FROM plan_assignments WHERE tenant_id = $1 AND participant_id = 'mia'`);
    const second = await mine.calculate();
    expect(second).toMatchObject({ status: 'completed', version: 2, total: '5383.46' });
    const { body: difference } = await mine.admin.get(`/api/calculations/${second.id}/difference`);
    expect(difference).toMatchObject({
      totalDelta: '700.00',
      total: 4,
      against: { id: first.id, version: 1, total: '4683.46' },
    });
    expect(
      difference.rows.map((row: Record<string, string>) => [
        row.participantId,
        row.componentId,
        row.kind,
        row.before,
        row.after,
        row.delta,
      ]),
    ).toEqual([
      ['ann', 'bikes', 'changed', '1200.00', '1400.00', '200.00'],
      ['ann', 'bookings', 'changed', '2100.00', '2600.00', '500.00'],
      ['mia', 'bikes', 'removed', '0.00', null, '0.00'],
      ['mia', 'bookings', 'removed', '0.00', null, '0.00'],
    ]);
    const backwards = await mine.admin.get(`/api/calculations/${first.id}/difference`, {
      against: second.id,
    });
    expect(backwards.body).toMatchObject({ totalDelta: '-700.00', total: 4 });
    const { body: old } = await mine.admin.get(`/api/calculations/${first.id}/payouts/ann/bookings/credits`);
    expect(old.rows[0]).toMatchObject({
      deal: { amount: '60000.00' },
      provenance: { importFileName: 'deals-q1.csv', importLine: 2, sourceText: 'd1,60000.00' },
    });
    const { body: now } = await mine.admin.get(`/api/calculations/${second.id}/payouts/ann/bookings/credits`);
    expect(now.rows[0]).toMatchObject({
      deal: { amount: '70000.00' },
      provenance: {
        importFileName: 'later.csv',
        importLine: 2,
        sourceText: 'd1,2024-01-10,70000.00,USD,ann,Bikes',
      },
    });
    const rep = await mine.tenant.as('sales-rep').get(`/api/calculations/${second.id}/difference`);
    expect(rep.body).toMatchObject({ totalDelta: '700.00', total: 2, against: { total: '3300.00' } });
  });

  test('runs of different plans are not compared, and a run without results has no difference', async () => {
    const { body: ordered } = await mine.admin.get('/api/calculations');
    const other = await mine.admin.get(`/api/calculations/${ordered.rows[0].id}/difference`, {
      against: run.id,
    });
    expect(other.status).toBe(404);
    const foreign = await paid.admin.get(`/api/calculations/${run.id}/difference`, {
      against: ordered.rows[0].id,
    });
    expect(foreign.status).toBe(404);
  });

  test('two calculations at once: the second is refused; a cancelled one leaves nothing behind', async () => {
    const other = await paidWorkspace(ctx);
    const order = () => other.admin.post('/api/calculations', { planId: other.planId, period: '2024-Q1' });
    const holder = await ctx.ctx.db.owner.connect();
    let id = '';
    try {
      // the calculation waits for the rates of exchange until both orders and the cancelling are in
      await holder.query('BEGIN; LOCK TABLE exchange_rates IN ACCESS EXCLUSIVE MODE');
      const both = await Promise.all([order(), order()]);
      expect(both.map((answer) => answer.status).sort()).toEqual([202, 409]);
      expect(both.find((answer) => answer.status === 409)?.body.code).toBe('CONFLICT');
      id = both.find((answer) => answer.status === 202)?.body.id;
      expect((await other.admin.post(`/api/calculations/${id}/cancel`)).status).toBe(200);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await ended(other.admin, id)).toMatchObject({ status: 'cancelled', version: null, total: null });
    const { body } = await other.admin.get(`/api/calculations/${id}/payouts`);
    expect(body).toMatchObject({ rows: [], total: 0, amountTotal: '0.00' });
    const difference = await other.admin.get(`/api/calculations/${id}/difference`);
    expect(difference).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await other.calculate()).toMatchObject({ status: 'completed', version: 1, total: '4683.46' });
  });

  test('[CREDIT-6] a currency without a rate fails the run with the rule and the deal, and pays nobody', async () => {
    const other = await paidWorkspace(ctx);
    await other.addDeal({ id: 'd7', amount: '100', currency: 'CHF', participantId: 'bob' });
    const failed = await other.calculate();
    expect(failed).toMatchObject({ status: 'failed', version: null, total: null, resultHash: null });
    expect(failed.problems).toEqual([
      expect.objectContaining({ rule: 'CREDIT-6', path: expect.stringContaining('d7') }),
    ]);
    const { body } = await other.admin.get(`/api/calculations/${failed.id}/payouts`);
    expect(body.rows).toEqual([]);
  });
});
