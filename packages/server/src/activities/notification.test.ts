import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../testing/event-reader.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';
import { runNode } from './one-node.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({ 'agent-developer': nobody, finance: nobody, 'plan-designer': nobody });
});
afterAll(() => ctx?.stop());

const notify = (config: Record<string, string>, input = {}) =>
  runNode(tenant.as('agent-developer'), {
    name: `Tell ${JSON.stringify(config).slice(0, 80)}`,
    type: 'notification',
    input,
    config: { retries: 0, ...config },
  });

describe('a notification', () => {
  it('[CANVAS-10] tells named people and roles, each once, and their browsers hear of it', async () => {
    const finance = tenant.as('finance');
    const reader = await openEvents(ctx.url, finance.cookie);
    await reader.until(({ topic }) => topic === 'ready');
    const other = await openEvents(ctx.url, tenant.as('agent-developer').cookie);
    await other.until(({ topic }) => topic === 'ready');
    const names = [tenant.usernameOf('finance').toUpperCase(), tenant.usernameOf('plan-designer')];
    const run = await notify(
      {
        to: `Finance, ${names.join(' ,')}`,
        title: 'Pay of {{ input.period }}',
        severity: 'warning',
        message: 'It is {{ input.total }}.',
      },
      { period: '2024-Q1', total: '1250.00' },
    );
    expect(run).toMatchObject({ status: 'completed', output: { notified: 2, title: 'Pay of 2024-Q1' } });
    await reader.until(({ topic }) => topic === 'notices');
    const { body } = await finance.get('/api/notices');
    expect(body).toMatchObject({
      unread: 1,
      rows: [
        {
          title: 'Pay of 2024-Q1',
          message: 'It is 1250.00.',
          severity: 'warning',
          readAt: null,
          runId: run.id,
        },
      ],
    });
    expect((await tenant.as('plan-designer').get('/api/notices')).body.unread).toBe(1);
    // whoever is not told neither hears of it nor reads it
    expect((await tenant.as('agent-developer').get('/api/notices')).body).toMatchObject({
      rows: [],
      unread: 0,
    });
    expect(other.events.map(({ topic }) => topic)).not.toContain('notices');
    reader.leave();
    other.leave();
  });

  it('stays until that person has read it; others cannot read it for them', async () => {
    const [finance, designer] = [tenant.as('finance'), tenant.as('plan-designer')];
    for (const title of ['first', 'second', 'third']) await notify({ to: 'finance', title });
    const page = await finance.get('/api/notices', { limit: 2, status: 'unread' });
    expect(page.body.rows.map(({ title }: { title: string }) => title)).toEqual(['third', 'second']);
    const rest = await finance.get('/api/notices', { status: 'unread', cursor: page.body.nextCursor });
    expect(rest.body.rows[0].title).toBe('first');
    const [third, second] = page.body.rows;
    expect((await designer.post(`/api/notices/${third.id}/read`)).status).toBe(404);
    expect((await finance.post(`/api/notices/${third.id}/read`)).body).toEqual({ read: 1 });
    expect((await finance.post(`/api/notices/${third.id}/read`)).body).toEqual({ read: 0 });
    const older = await finance.post(`/api/notices/${second.id}/read`, { andOlder: true });
    expect(older.body.read).toBe(rest.body.rows.length + 1);
    const all = await finance.get('/api/notices');
    expect(all.body).toMatchObject({ unread: 0 });
    expect(all.body.rows).toHaveLength(page.body.rows.length + rest.body.rows.length);
  });

  it('to nobody there is, or too long, fails with what is wrong, and nobody is told', async () => {
    const before = (await tenant.as('finance').get('/api/notices')).body.rows.length;
    expect((await notify({ to: 'finance, who-is-this', title: 'x' })).error).toContain('“who-is-this”');
    expect((await notify({ to: 'auditor', title: 'x' })).error).toContain('No one has');
    expect((await notify({ to: 'finance', title: 'x'.repeat(201) })).error).toContain('at most 200');
    expect((await tenant.as('finance').get('/api/notices')).body.rows).toHaveLength(before);
  });
});
