import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cohortCompany } from '../../sample/cohort-company.fixture.ts';
import { loadSample } from '../../sample/load-sample.ts';
import { type Client, signInClient } from '../../testing/client.ts';
import { overtaken } from '../../testing/overtaken.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { actAfterAnalysis } from './act-alone.ts';
import { analyseUnasked } from './analyse-unasked.ts';

const password = 'a long sample password';
const delaySeconds = 60;
let attain: TestContext;
let tenantId: string;
let planId: string;
let admin: Client;
let designer: Client;
let finance: Client;
let compliance: Client;
let names = 0;
/** How far the clock of this Attain is ahead; or, so that nothing comes due, the moment at which it is frozen. */
let aheadMs = 0;
let frozenAt: number | null = null;
const nowMs = () => frozenAt ?? Date.now() + aheadMs;

const sql = async (text: string, values: unknown[] = []) =>
  (await attain.ctx.db.owner.query(text, values)).rows;
const later = (seconds: number) => {
  aheadMs += seconds * 1000;
};

beforeAll(async () => {
  const now = () => new Date(nowMs());
  attain = await startTestContext({
    clock: { now, today: () => now().toISOString().slice(0, 10) },
    env: { ATTAIN_ANALYSIS_DELAY_SECONDS: String(delaySeconds) },
  });
  // the analyses of these tests are the only ones
  const company = { ...cohortCompany(), analysed: [] };
  const logins = company.accounts.map(({ username, role }) => ({
    username,
    role,
    password,
    workspace: company.name,
  }));
  await loadSample(attain.ctx, logins, { tenants: [company], guests: [] });
  const by = (role: string) =>
    signInClient(
      attain.url,
      company.accounts.find((account) => account.role === role)?.username ?? role,
      password,
    );
  admin = await by('administrator');
  designer = await by('plan-designer');
  finance = await by('finance');
  compliance = await by('compliance-officer');
  const { body } = await designer.get('/api/plans', { limit: 10 });
  planId = body.rows.find(({ name }: { name: string }) => name.startsWith('FY26')).id;
  [{ tenant_id: tenantId }] = await sql('SELECT tenant_id FROM plans WHERE id = $1', [planId]);
});
afterAll(() => attain?.stop());

const analyses = (of = planId) =>
  sql(
    `SELECT a.id, a.trigger, j.status FROM analysis_runs a JOIN jobs j ON j.kind = 'analysis' AND j.subject_id = a.id
      WHERE a.plan_id = $1 ORDER BY a.created_at`,
    [of],
  );
const settled = (count: number, of = planId) =>
  expect
    .poll(async () => (await analyses(of)).map(({ status }) => status), { timeout: 60_000, interval: 100 })
    .toEqual(Array(count).fill('completed'));
const due = async () =>
  (await sql('SELECT trigger FROM due_analyses WHERE plan_id = $1', [planId])).map(({ trigger }) => trigger);
const isRead = async () => {
  await attain.ctx.db.sequencer.settle(tenantId);
  await expect
    .poll(
      () =>
        sql(
          `SELECT 1 FROM audit_heads h JOIN assistant_log_places p ON p.tenant_id = h.tenant_id
            WHERE h.tenant_id = $1 AND p.seen_up_to = h.size`,
          [tenantId],
        ),
      { timeout: 60_000 },
    )
    .toHaveLength(1);
};
/** What is due once everything that happened was read. */
async function isDue(...triggers: string[]) {
  await isRead();
  expect(await due()).toEqual(triggers);
}
const mode = (who: Client, chosen: string) => who.put('/api/auth/preferences', { mode: chosen });
const level = (chosen: number, who = admin) => who.put('/api/assistant/autonomy', { level: chosen });
const pause = (isPaused: boolean, of?: string) =>
  admin.put('/api/assistant/pause', of === undefined ? { isPaused } : { isPaused, planId: of });
const plan = async () => (await designer.get(`/api/plans/${planId}`)).body;
const actions = async () => {
  await attain.ctx.db.sequencer.settle(tenantId);
  const entries = await sql('SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index', [
    tenantId,
  ]);
  return entries.map(({ body }) => JSON.parse(body));
};

/** Saves the draft with another weight, which the analysis then finds. */
async function edit(change: (document: { components: { weight: number }[] }) => void = () => undefined) {
  const { revision, document } = await plan();
  change(document);
  const saved = await designer.put(`/api/plans/${planId}`, { revision, document });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}
const rename = () => edit((document) => Object.assign(document, { name: `FY26 plan ${++names}` }));

describe('[SGR-80] [ASSIST-CONF-01] analyses without a click', () => {
  test('follow a calculation once it has rested, one for each plan and for the drafts that follow it', async () => {
    await expect.poll(due, { timeout: 60_000 }).toEqual(['calculation']);
    await analyseUnasked(attain.ctx);
    expect(await analyses()).toEqual([]);
    await expect
      .poll(() => sql(`SELECT 1 FROM jobs WHERE status IN ('queued', 'running')`), { timeout: 60_000 })
      .toEqual([]);
    await isRead();
    later(delaySeconds + 1);
    await settled(1);
    expect((await analyses()).map(({ trigger }) => trigger)).toEqual(['calculation']);
    const [{ follows }] = await sql('SELECT follows_plan_id AS follows FROM plans WHERE id = $1', [planId]);
    await settled(1, follows);
    expect((await designer.get('/api/suggestions', { planId, status: 'open' })).body.rows).toHaveLength(3);
    // nobody has chosen a level: what follows an analysis leaves the suggestions alone, and does not fail
    const orders = () => sql(`SELECT state, retry_count FROM pgboss.job WHERE name = 'analysis'`);
    const done = { state: 'completed', retry_count: 0 };
    await expect.poll(orders, { timeout: 60_000 }).toEqual([done, done]);
  });

  test('follow many changes of a draft once; two processes that look at the same moment order it once', async () => {
    for (let times = 0; times < 3; times += 1) await rename();
    await isDue('draft');
    later(delaySeconds + 1);
    await Promise.all([1, 2, 3, 4].map(() => analyseUnasked(attain.ctx)));
    await settled(2);
    expect((await analyses()).at(-1)?.trigger).toBe('draft');
    await expect.poll(due).toEqual([]);
  });

  test('wait while paused, and are never made for somebody who works in manual mode', async () => {
    await pause(true);
    await rename();
    await isDue('draft');
    later(delaySeconds + 1);
    await analyseUnasked(attain.ctx);
    expect(await analyses()).toHaveLength(2);
    await mode(designer, 'traditional');
    await pause(false);
    await expect.poll(due, { timeout: 60_000 }).toEqual([]);
    expect(await analyses()).toHaveLength(2);
    await mode(designer, 'hybrid');
  });

  test('a pause ends one that is under way, and none begins until it is over', async () => {
    await rename();
    const holder = await attain.ctx.db.owner.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM suggestions WHERE plan_id = $1 FOR UPDATE', [planId]);
    await designer.post(`/api/plans/${planId}/analyses`, {});
    const newest = async () => (await analyses()).at(-1)?.status;
    await expect.poll(newest, { timeout: 60_000 }).toBe('running');
    expect((await pause(true, planId)).status).toBe(200);
    await expect.poll(newest, { timeout: 20_000 }).toBe('cancelled');
    await holder.query('ROLLBACK');
    holder.release();
    expect((await designer.post(`/api/plans/${planId}/analyses`, {})).status).toBe(409);
    await pause(false, planId);
  });
});

describe('acting on suggestions', () => {
  const cap = 'add-cap-mbo';
  const shippedActing = { actsADay: 3, actConfidence: 90 };
  const suggestions = async (status: string) =>
    (await designer.get('/api/suggestions', { planId, status, limit: 50 })).body.rows as {
      id: string;
      uuid: string;
    }[];
  const capOf = async () =>
    (await plan()).document.components.find(({ id }: { id: string }) => id === 'mbo-strategic-wins').cap;
  const acts = () => sql('SELECT * FROM autonomous_acts WHERE tenant_id = $1 ORDER BY acted_at', [tenantId]);
  const act = async () => {
    const ran = (await analyses()).findLast(({ status }) => status === 'completed');
    await actAfterAnalysis(attain.ctx, { tenantId, id: ran?.id });
  };
  const requests = async (kind: string, status = 'open') =>
    sql(
      'SELECT * FROM attestation_records WHERE tenant_id = $1 AND kind = $2 AND status = $3 ORDER BY created_at',
      [tenantId, kind, status],
    );
  const decide = (who: Client, request: { id: string; hash: string }, decision: string) =>
    who.post(`/api/approvals/${request.id}/decide`, {
      decision,
      hash: request.hash,
      reason: 'As discussed.',
    });

  interface Planted {
    confidence: string;
    risk: number;
    losers: number;
    changePercent: string;
    ruleMatch: number;
    overlay: string;
  }
  const passing: Planted = {
    confidence: '0.90',
    risk: 19,
    losers: 4,
    changePercent: '-2.0',
    ruleMatch: 80,
    overlay: 'OK',
  };
  /** Gives the open suggestions of the analysis figures of their own; their evidence stays as it was packed. */
  async function plant(figures: Partial<Planted> = {}, only = cap) {
    const { confidence, risk, losers, changePercent, ruleMatch, overlay } = { ...passing, ...figures };
    const steps = ['data-coverage', 'rule-match', 'backtest', 'policy-check'].map((key) => ({
      key,
      title: key,
      formula: '',
      facts: [],
      percent: key === 'rule-match' ? ruleMatch : 90,
    }));
    await sql(
      `UPDATE suggestions SET confidence = 0.5, risk_score = 90 WHERE tenant_id = $1 AND status = 'open'`,
      [tenantId],
    );
    await sql(
      `UPDATE suggestions SET confidence = $2, risk_score = $3, claim = jsonb_set(jsonb_set(claim, '{overlays}', '[]'), '{figures}',
         claim->'figures' || jsonb_build_object('losers', $4::int, 'payees', 48, 'changePercent', $5::text, 'steps', $6::jsonb))
        WHERE tenant_id = $1 AND status = 'open' AND suggestion_id LIKE $7`,
      [tenantId, confidence, risk, losers, changePercent, JSON.stringify(steps), `${only}%`],
    );
    await sql('UPDATE evidence_packs SET compliance_overlays = $2 WHERE tenant_id = $1', [
      tenantId,
      JSON.stringify([
        { id: 'x', name: 'X', version: '1', status: overlay, industry: 'SaaS', description: '' },
      ]),
    ]);
  }
  /** Analyzes the plan anew as a person does, and waits until what follows it is over. */
  async function analysed() {
    const { body } = await designer.post(`/api/plans/${planId}/analyses`, {});
    await expect
      .poll(async () => (await analyses()).find(({ id }) => id === body.id)?.status, { timeout: 60_000 })
      .toBe('completed');
    await expect
      .poll(() => sql(`SELECT state FROM pgboss.job WHERE data->>'id' = $1`, [body.id]), { timeout: 60_000 })
      .toEqual([{ state: 'completed' }]);
  }
  /** As if nothing had been done by Attain before. */
  const forget = () => sql('DELETE FROM autonomous_acts WHERE tenant_id = $1', [tenantId]);

  test('the draft is complete, and analyzed', async () => {
    // an analysis that came due would act between two steps of a test
    frozenAt = nowMs();
    await isRead();
    await sql('DELETE FROM due_analyses WHERE tenant_id = $1', [tenantId]);
    await expect
      .poll(() => sql(`SELECT kind FROM jobs WHERE status IN ('queued', 'running')`), { timeout: 60_000 })
      .toEqual([]);
    // so that it can be activated
    await edit((document) => {
      for (const component of document.components) Object.assign(component, { status: 'Active' });
    });
    await analysed();
    expect((await suggestions('open')).map(({ id }) => id)).toContainEqual(expect.stringMatching(`^${cap}`));
  });

  describe('[SGR-81] at level 2', () => {
    beforeEach(() => level(2));

    test('what passes becomes a task once; approving it applies the suggestion, and rejecting it rejects it', async () => {
      await plant({ confidence: '0.79' });
      await act();
      await plant({ risk: 20 });
      await act();
      await plant({ overlay: 'Violation' });
      await act();
      expect(await requests('suggestion-apply')).toEqual([]);
      await plant({ confidence: '0.80', ruleMatch: 10, losers: 40, overlay: 'Warning' });
      await pause(true);
      await act();
      expect(await requests('suggestion-apply')).toEqual([]);
      await pause(false);
      await Promise.all([act(), act(), act()]);
      const [task, ...others] = await requests('suggestion-apply');
      expect(others).toEqual([]);
      const listed = await designer.get('/api/approvals', { whose: 'for-me', limit: 10 });
      expect(listed.body.rows).toMatchObject([
        { id: task?.id, kind: 'suggestion-apply', askedBy: 'Attain', mayDecide: true },
      ]);
      const { facts } = (await designer.get(`/api/approvals/${task?.id}`)).body;
      expect(facts.figures.map(({ label }: { label: string }) => label)).toContain('Evidence (SHA-256)');
      expect((await decide(finance, task as never, 'approve')).status).toBe(403);
      expect(await capOf()).toBeNull();
      expect((await decide(designer, task as never, 'approve')).body.status).toBe('approved');
      expect(await capOf()).toBe('1.2x');
      const [applied] = await suggestions('applied');
      await designer.post(`/api/suggestions/${applied?.id}/undo`, {});
      await act();
      expect(await requests('suggestion-apply')).toEqual([]);
    });

    test('a task about what is decided on its card is no longer open', async () => {
      await plant({}, 'tighten');
      await act();
      expect(await requests('suggestion-apply')).toHaveLength(1);
      const one = (await suggestions('open')).find(({ id }) => id.startsWith('tighten'));
      await designer.post(`/api/suggestions/${one?.id}/reject`, { reason: 'Not this year.' });
      expect(await requests('suggestion-apply')).toEqual([]);
      expect(await requests('suggestion-apply', 'void')).toHaveLength(1);
    });
  });

  describe('[SGR-82] [SGR-83] at level 3', () => {
    beforeAll(async () => {
      await mode(admin, 'agentic');
    });
    beforeEach(async () => {
      await forget();
      await level(3);
    });

    test('[SGR-86] it is reached by approval of another person; an administrator alone is marked', async () => {
      await level(1);
      const asked = await level(3, compliance);
      expect(asked.body.approvalId).not.toBeNull();
      const state = async () => (await admin.get('/api/assistant/state')).body.autonomy;
      expect(await state()).toMatchObject({ chosen: 1, raiseId: asked.body.approvalId });
      const [request] = await requests('autonomy-level');
      expect((await decide(compliance, request as never, 'approve')).status).toBe(403);
      expect((await decide(admin, request as never, 'approve')).body.status).toBe('approved');
      // the officer may not change drafts, so the acts are the administrator’s
      expect(await state()).toMatchObject({ chosen: 3, raiseId: null, acting: { level: 3 } });
      await level(1);
      expect((await level(3)).body.approvalId).toBeNull();
      const marked = (await actions()).filter(({ reason }) => reason?.code === 'single-person');
      expect(marked.map(({ action }) => action)).toContain('autonomy.changed');
    });

    test('[CONF-ASSIST-38] no figure beyond a threshold, no pause, no other mode lets anything be applied', async () => {
      const beyond: Partial<Planted>[] = [
        { confidence: '0.89' },
        { risk: 20 },
        { losers: 5 },
        { changePercent: '2.1' },
        { changePercent: '-2.1' },
        { ruleMatch: 79 },
        { overlay: 'Warning' },
        { overlay: 'Violation' },
      ];
      for (const figures of beyond) {
        await plant(figures);
        await act();
        expect(await acts(), JSON.stringify(figures)).toEqual([]);
      }
      await plant();
      for (const [stop, go] of [
        [() => pause(true), () => pause(false)],
        [() => pause(true, planId), () => pause(false, planId)],
        [() => mode(admin, 'hybrid'), () => mode(admin, 'agentic')],
        [() => level(2), () => level(3)],
      ] as const) {
        await stop();
        await act();
        expect(await acts()).toEqual([]);
        await go();
      }
      const { documentHash } = await plan();
      await designer.post(`/api/plans/${planId}/submit`, { documentHash });
      await act();
      expect(await acts()).toEqual([]);
      const [waiting] = await requests('plan-activation');
      await decide(finance, waiting as never, 'reject');
      const turn = () =>
        sql(
          'UPDATE evidence_packs SET manifest = replace(manifest, evidence_hash, reverse(evidence_hash)), evidence_hash = reverse(evidence_hash) WHERE tenant_id = $1',
          [tenantId],
        );
      await turn();
      await act();
      expect(await acts()).toEqual([]);
      await turn();
      expect(await capOf()).toBeNull();
    });

    test('[SGR-84] [SGR-87] what passes is applied to the draft once, however many look, with notice, attestation and undo', async () => {
      await plant();
      const before = await plan();
      await Promise.all([act(), act(), act(), act()]);
      expect(await capOf()).toBe('1.2x');
      expect(await acts()).toHaveLength(1);
      const after = await plan();
      expect(after.versions.map(({ version }: { version: number }) => version)).toEqual(
        before.versions.map(({ version }: { version: number }) => version),
      );
      const [applied] = (await designer.get('/api/suggestions', { planId, status: 'applied' })).body.rows;
      expect(applied.decision).toMatchObject({ by: 'Attain', attestation: { status: 'open' } });
      const { rows: notices } = (await designer.get('/api/notices', { limit: 20 })).body;
      expect(notices).toContainEqual(
        expect.objectContaining({ readAt: null, about: { of: 'suggestion', id: applied.id } }),
      );
      const entry = (await actions()).findLast(({ action }) => action === 'suggestion.applied');
      expect(entry).toMatchObject({
        actor: { kind: 'system' },
        reason: { code: 'autonomous' },
        evidence: expect.arrayContaining([applied.evidenceHash, applied.decision.attestation.hash]),
      });
      const [request] = await requests('autonomous-act');
      expect(request).toMatchObject({ attestation_type: 'autonomous-act', compliance_level: 'strict' });
      const rejected = await finance.post(`/api/plans/${planId}/activate`, {
        documentHash: after.documentHash,
      });
      expect(rejected).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('automatically') },
      });
      // a person who is asked to activate it sees what it would pay, against the draft without what was applied
      const stale = { documentHash: 'a'.repeat(64) };
      expect((await designer.post(`/api/plans/${planId}/submit`, stale)).body).toMatchObject({
        code: 'CONFLICT',
      });
      const asked = await designer.post(`/api/plans/${planId}/submit`, { documentHash: after.documentHash });
      const { facts } = (await finance.get(`/api/approvals/${asked.body.approvalId}`)).body;
      expect(facts.figures.slice(0, 2)).toMatchObject([
        {
          label: 'Pay of 48 payees on the deals of 2025',
          before: '4584954.00',
          after: '4509954.00',
          change: '-75000.00',
          currency: 'USD',
          isTotal: true,
        },
        { after: expect.stringMatching(/^[1-9]\d*, 0, \d+$/) },
      ]);
      // never on whose behalf it was done
      expect((await decide(admin, request as never, 'approve')).status).toBe(403);
      await designer.post(`/api/suggestions/${applied.id}/undo`, {});
      expect(await capOf()).toBeNull();
      expect(await requests('autonomous-act')).toEqual([]);
      expect(
        (await designer.get('/api/notices', { limit: 20, status: 'unread' })).body.rows,
      ).not.toContainEqual(expect.objectContaining({ about: { of: 'suggestion', id: applied.id } }));
      // what was undone is not applied again
      await act();
      expect(await capOf()).toBeNull();
    });

    test('[SGR-84] who does not attest to it takes it back out of the draft', async () => {
      await plant();
      await act();
      const [request] = await requests('autonomous-act');
      expect((await decide(finance, request as never, 'reject')).body.status).toBe('rejected');
      expect(await capOf()).toBeNull();
      expect((await acts())[0]?.undone_at).not.toBeNull();
    });

    test('at most three acts in 24 hours, and one for each component', async () => {
      await plant();
      const planted = (components: string[]) =>
        sql(
          `INSERT INTO autonomous_acts (tenant_id, id, suggestion_id, plan_id, components, owner_id, acted_at)
           SELECT tenant_id, gen_random_uuid(), id, plan_id, $2, created_by, $3 FROM suggestions
            WHERE plan_id = $1 AND status <> 'open' LIMIT 1`,
          [planId, components, new Date(nowMs() - 23 * 3_600_000).toISOString()],
        );
      await planted(['mbo-strategic-wins']);
      await act();
      expect(await acts()).toHaveLength(1);
      await forget();
      for (const other of ['a', 'b', 'c']) await planted([other]);
      await act();
      expect(await acts()).toHaveLength(3);
      expect(await capOf()).toBeNull();
      // the workspace allows fewer, or asks for more confidence (SGR-49)
      await forget();
      for (const stricter of [{ actsADay: 0 }, { actConfidence: 91 }]) {
        const { version, off, thresholds, acting } = (await admin.get('/api/assistant/settings')).body;
        const limits = { ...acting, ...shippedActing, ...stricter };
        const saved = await admin.put('/api/assistant/settings', {
          version,
          off,
          thresholds,
          acting: limits,
        });
        expect(saved.status).toBe(200);
        await act();
        expect(await acts()).toEqual([]);
      }
      const { version, off, thresholds, acting } = (await admin.get('/api/assistant/settings')).body;
      const wide = { ...acting, ...shippedActing };
      await admin.put('/api/assistant/settings', { version, off, thresholds, acting: wide });
    });

    test('a process that is killed in the middle of an act leaves nothing, and the next one does it once', async () => {
      await plant();
      await attain.ctx.db.sequencer.settle();
      const dying = overtaken(
        attain.ctx,
        {
          // its entry of the log is the last thing an act stores
          hold: ['LOCK TABLE audit_staged IN SHARE MODE', []],
          meanwhile: [
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
          ],
        },
        act,
      );
      await expect(dying).rejects.toThrow();
      expect(await acts()).toEqual([]);
      expect(await capOf()).toBeNull();
      expect(await requests('autonomous-act')).toEqual([]);
      await act();
      await act();
      expect(await acts()).toHaveLength(1);
      expect(await capOf()).toBe('1.2x');
      const [applied] = await suggestions('applied');
      await designer.post(`/api/suggestions/${applied?.id}/undo`, {});
    });

    test('[SGR-85] four acts undone or voted down lower the level, and say so', async () => {
      const state = async () => (await admin.get('/api/assistant/state')).body.autonomy;
      for (const who of [admin, designer, finance]) {
        await forget();
        await plant();
        await act();
        const [applied] = await suggestions('applied');
        await who.put(`/api/suggestions/${applied?.id}/feedback`, { type: 'thumbs_down' });
        await designer.post(`/api/suggestions/${applied?.id}/undo`, {});
      }
      // three votes and one act that is not forgotten
      expect(await state()).toMatchObject({ chosen: 2, acting: { level: 2 } });
      const { rows } = (await compliance.get('/api/notices', { limit: 20 })).body;
      expect(rows.map(({ title }: { title: string }) => title)).toContain('Autonomy lowered to Supervised');
      expect((await actions()).map(({ action }) => action)).toContain('autonomy.lowered');
    });

    test('never on a version that was active', async () => {
      await rename();
      const { documentHash } = await plan();
      const activated = await finance.post(`/api/plans/${planId}/activate`, { documentHash });
      expect(activated.status, JSON.stringify(activated.body)).toBe(200);
      // what it finds is left alone until its figures are planted
      await level(1);
      await analysed();
      await level(3);
      await plant();
      await act();
      expect(await acts()).toEqual([]);
      expect(await plan()).toMatchObject({ status: 'Active', documentHash });
      expect(await requests('suggestion-apply')).toHaveLength(1);
    });

    test('[APR-14] a draft that changes the projected pay a lot is activated by two people', async () => {
      await edit(({ components }) => {
        Object.assign(components.find((one) => 'id' in one && one.id === 'mbo-strategic-wins') ?? {}, {
          cap: '1.2x',
        });
      });
      const { documentHash, version } = await plan();
      const effect = await finance.get(`/api/plans/${planId}/effect`, { documentHash });
      expect(effect.body).toMatchObject({ isLarge: true, figures: [{ change: '-75000.00' }, {}] });
      const first = await finance.post(`/api/plans/${planId}/activate`, { documentHash });
      expect(first.body).toMatchObject({ activeVersion: version - 1, approvalId: expect.any(String) });
      const { facts, requiredApprovals, hash } = (await admin.get(`/api/approvals/${first.body.approvalId}`))
        .body;
      expect(facts.warnings).toEqual([expect.stringContaining('both must')]);
      expect([requiredApprovals, facts.figures[0].change]).toEqual([2, '-75000.00']);
      expect((await finance.post(`/api/plans/${planId}/activate`, { documentHash })).status).toBe(409);
      // a rejection is final: the same request approves nothing any more
      const rejected = { id: first.body.approvalId, hash };
      expect((await decide(admin, rejected, 'reject')).status).toBe(200);
      expect((await decide(admin, rejected, 'approve')).status).toBe(409);
      const again = await finance.post(`/api/plans/${planId}/activate`, { documentHash });
      expect(again.body.activeVersion).toBe(version - 1);
      const second = await decide(admin, { id: again.body.approvalId, hash }, 'approve');
      expect(second.status, JSON.stringify(second.body)).toBe(200);
      const { activeVersion, versions } = await plan();
      expect(activeVersion).toBe(version);
      // the way back is as large, and so it is over an inactive plan
      const earlier = versions.find((one: { version: number }) => one.version === version - 1);
      const isLargeBack = async () =>
        (await finance.get(`/api/plans/${planId}/effect`, { documentHash: earlier.documentHash })).body
          .isLarge;
      expect(await isLargeBack()).toBe(true);
      await finance.post(`/api/plans/${planId}/deactivate`);
      expect(await isLargeBack()).toBe(true);
    });
  });
});
