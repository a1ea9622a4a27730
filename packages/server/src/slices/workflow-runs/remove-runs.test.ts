import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '../../maintenance.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let admin: Client;
let tenantId: string;
beforeAll(async () => {
  ctx = await startTestContext();
  const tenant = await ctx.newTenant();
  admin = tenant.as('administrator');
  tenantId = tenant.tenantId;
});
afterAll(() => ctx?.stop());

const base = { title: '', position: { x: 0, y: 0 } };

/** Starts and ends at once. */
async function published(by: Client, name: string): Promise<string> {
  const document = {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      { ...base, id: 'finish', type: 'end', config: {} },
    ],
    edges: [{ id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'finish', port: 'in' } }],
  };
  const { id, documentHash } = (await by.post('/api/workflows', { name, document })).body;
  await by.post(`/api/workflows/${id}/versions`, { documentHash });
  return id;
}

const sql = (text: string, values: unknown[] = []) => ctx.ctx.db.owner.query(text, values);

/** A run that ended so many days ago, in this order, otherwise as `more` says. */
async function ended(by: Client, workflowId: string, daysAgo: number, more = ''): Promise<string> {
  const { id } = (await by.post(`/api/workflows/${workflowId}/runs`, {})).body;
  await sql(
    `UPDATE agent_executions SET created_at = now() - make_interval(days => $2), start_time = now() - make_interval(days => $2),
       end_time = now() - make_interval(days => $2) ${more} WHERE id = $1`,
    [id, daysAgo],
  );
  return id;
}

async function left(): Promise<Set<string>> {
  const { body } = await admin.get('/api/workflow-runs', { limit: 1000 });
  return new Set(body.rows.map(({ id }: { id: string }) => id));
}

describe('[WF-49] ended runs', () => {
  it('are kept for ever, until somebody says for how many days; what is needed stays', async () => {
    const workflowId = await published(admin, 'Often run');
    const other = (await ctx.newTenant()).as('administrator');
    const theirs = await published(other, 'Theirs');
    const strangers = [await ended(other, theirs, 300), await ended(other, theirs, 1)];
    const old = await ended(admin, workflowId, 200);
    const retried = await ended(
      admin,
      workflowId,
      190,
      `, status = 'failed', tried_again_as = gen_random_uuid()`,
    );
    const cancelled = await ended(admin, workflowId, 180, `, status = 'cancelled'`);
    const kept = {
      deadLetter: await ended(admin, workflowId, 200, `, status = 'failed'`),
      parked: await ended(admin, workflowId, 200),
      unread: await ended(admin, workflowId, 200),
      child: await ended(admin, workflowId, 200),
      young: await ended(admin, workflowId, 89),
      newest: await ended(admin, workflowId, 88),
      soleOfAnother: await ended(admin, await published(admin, 'Once run'), 300),
    };
    await sql(
      `UPDATE agent_executions SET status = 'waiting', end_time = NULL, whole_journal = NULL WHERE id = $1`,
      [kept.parked],
    );
    await sql('UPDATE agent_executions SET parent_run_id = $2 WHERE id = $1', [kept.child, kept.parked]);
    await sql(
      `INSERT INTO notices (tenant_id, id, user_id, title, message, severity, run_id, effect_key)
       SELECT $1, gen_random_uuid(), user_id, 'Told', '', 'info', $2, 'told' FROM memberships WHERE tenant_id = $1`,
      [tenantId, kept.unread],
    );
    const gone = [old, retried, cancelled];
    await runMaintenance(ctx.ctx);
    expect(await left()).toEqual(new Set([...gone, ...Object.values(kept)]));

    const settings = (await admin.get('/api/workspace/settings')).body;
    expect(settings).toMatchObject({ runsKeptDays: null });
    expect((await admin.put('/api/workspace/settings', { runsKeptDays: 29 })).status).toBe(400);
    const saved = await admin.put('/api/workspace/settings', { runsKeptDays: 90 });
    expect(saved.body).toEqual({ ...settings, runsKeptDays: 90 });
    await runMaintenance(ctx.ctx);
    // the process's own minute may have come in between
    await expect.poll(left, { timeout: 20_000 }).toEqual(new Set(Object.values(kept)));
    for (const id of gone) expect((await admin.get(`/api/workflow-runs/${id}`)).status).toBe(404);
    const { rows } = (await other.get('/api/workflow-runs')).body;
    expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual(strangers.sort());
    const log = (await admin.get('/api/audit', { action: 'workspace.runs-removed' })).body;
    expect(log.total).toBe(1);
    expect(JSON.parse(log.rows[0].body)).toMatchObject({
      object: { type: 'workspace', id: tenantId },
      reason: { code: '3 ended more than 90 days ago' },
      evidence: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    // nothing is left to do, so nothing is said
    await runMaintenance(ctx.ctx);
    expect((await admin.get('/api/audit', { action: 'workspace.runs-removed' })).body.total).toBe(1);
  });

  it('go in portions, with their journals, tasks and files, but for what another run has stored too', async () => {
    const tenant = await ctx.newTenant();
    const by = tenant.as('administrator');
    const workflowId = await published(by, 'Many');
    const old = await ended(by, workflowId, 400);
    const young = await ended(by, workflowId, 1);
    await sql(
      `INSERT INTO agent_executions (tenant_id, id, workflow_id, workflow_version, document_hash, started_by, parameters, context, status, created_at, end_time)
       SELECT tenant_id, gen_random_uuid(), workflow_id, workflow_version, document_hash, started_by, parameters, context, status, created_at, end_time
         FROM agent_executions, generate_series(1, 250) WHERE id = $1`,
      [old],
    );
    await sql(
      `INSERT INTO run_journal (tenant_id, run_id, seq, key, at, entry) VALUES ($1, $2, 99, 'more', now(), '{}')`,
      [tenant.tenantId, old],
    );
    await sql(
      `INSERT INTO file_contents (tenant_id, content_hash, byte_count, content) VALUES ($1, 'own', 1, 'a'), ($1, 'shared', 1, 'b')`,
      [tenant.tenantId],
    );
    await sql(
      `INSERT INTO stored_files (tenant_id, id, file_name, content_type, content_hash, run_id, effect_key, created_by)
       SELECT tenant_id, gen_random_uuid(), 'f', 'text/plain', hash, id, id || hash, started_by
         FROM agent_executions, unnest(ARRAY['own', 'shared']) hash WHERE id = $1 OR (id = $2 AND hash = 'shared')`,
      [old, young],
    );
    await by.put('/api/workspace/settings', { runsKeptDays: 365 });
    await runMaintenance(ctx.ctx);
    const count = async (table: string) => (await sql(`SELECT 1 FROM ${table}`)).rowCount;
    await expect
      .poll(() => count(`agent_executions WHERE tenant_id = '${tenant.tenantId}'`), { timeout: 20_000 })
      .toBe(1);
    expect(await count(`run_journal WHERE run_id = '${old}'`)).toBe(0);
    const files = await sql('SELECT content_hash FROM file_contents WHERE tenant_id = $1', [tenant.tenantId]);
    expect(files.rows).toEqual([{ content_hash: 'shared' }]);
    const { rows } = (await by.get('/api/audit', { action: 'workspace.runs-removed' })).body;
    const said = rows.map(({ body }: { body: string }) => JSON.parse(body).reason.code);
    expect(said.sort()).toEqual(['200 ended more than 365 days ago', '51 ended more than 365 days ago']);
  });
});
