import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Answer, Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { join, newPerson } from '../people/people.fixture.ts';

/** `npm run soak` races a thousand times in each turn. */
const races = process.env.ATTAIN_SOAK_REPORT ? 1_000 : 15;
const unpaid = { participantId: null };
let ctx: TestContext;
let tenant: TestTenant;
/** Who could decide besides the person who asks. The last one is the second account of the one before. */
let voters: Client[];
let target: string;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: unpaid, viewer: unpaid });
  const { owner } = ctx.ctx.db;
  const joined: Client[] = [];
  for (let made = 0; made < 4; made += 1)
    joined.push(await join(ctx, await admin().post('/api/people/invitations', newPerson())));
  const ids = await Promise.all(joined.map(async (who) => (await who.get('/api/auth/me')).body.user.id));
  await owner.query(`UPDATE memberships SET roles = '{tenant-admin}' WHERE user_id = ANY($1)`, [ids]);
  await owner.query(`UPDATE memberships SET participant_id = 'P-1' WHERE user_id = ANY($1)`, [ids.slice(2)]);
  voters = joined;
  // a slow machine must not ask for another proof of who it is
  await owner.query(`UPDATE sessions SET proved_at = now() + interval '1 day'`);
  target = (await tenant.as('viewer').get('/api/auth/me')).body.user.id;
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');

/** Votes as a browser does: a connection that breaks is tried again with the same key, which counts the vote once. */
async function decide(by: Client, id: string, body: object): Promise<Answer> {
  const key = { 'idempotency-key': newId() };
  for (let tries = 1; ; tries += 1) {
    const answer = await by.post(`/api/approvals/${id}/decide`, body, key).catch((error: unknown) => {
      if (tries === 5) throw error;
      return null;
    });
    if (answer !== null && answer.body.code !== 'IN_FLIGHT') return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The roles of the viewer before every race, also after one that failed. */
const undo = () => admin().post(`/api/people/${target}/roles`, { roles: [{ role: 'viewer' }] });

const vote = fc.record({ by: fc.nat({ max: 3 }), decision: fc.constantFrom('approve', 'approve', 'reject') });
const race = fc.record({
  required: fc.integer({ min: 1, max: 3 }),
  votes: fc.array(vote, { minLength: 2, maxLength: 6 }),
});

test('[APR-1] [APR-4] votes that meet are each counted once, one for each person, whatever their order', async () => {
  await fc.assert(
    fc.asyncProperty(race, async ({ required, votes }) => {
      const rules = [{ kind: 'role-grant', required }];
      expect((await admin().put('/api/approval-rules', { rules })).status).toBe(200);
      expect((await undo()).status).toBe(200);
      const asked = await admin().post(`/api/people/${target}/roles`, {
        roles: [{ role: 'viewer' }, { role: 'manager' }, { role: 'finance' }],
      });
      const id = asked.body.approvalId;
      const { hash } = (await admin().get(`/api/approvals/${id}`)).body;
      const answers = await Promise.all(
        votes.map(({ by, decision }) =>
          decide(voters[by] as Client, id, { hash, decision, reason: 'raced' }),
        ),
      );
      const counted = votes.filter((_, at) => answers[at]?.status === 200);
      const declined = answers.filter((one) => one.status !== 200);
      expect(declined.filter((one) => one.status !== 409)).toEqual([]);
      const after = (await admin().get(`/api/approvals/${id}`)).body;
      const approvals = counted.filter(({ decision }) => decision === 'approve').length;
      const rejections = counted.length - approvals;
      expect(after.votes).toHaveLength(counted.length);
      expect(after.currentApprovals).toBe(approvals);
      // the last two accounts belong to one person
      expect(new Set(counted.map(({ by }) => Math.min(by, 2))).size).toBe(counted.length);
      expect(approvals).toBeLessThanOrEqual(required);
      const status = rejections === 1 ? 'rejected' : approvals === required ? 'approved' : 'open';
      expect(rejections).toBeLessThanOrEqual(1);
      expect(after.status).toBe(status);
      const done = await ctx.ctx.db.owner.query(
        `SELECT roles @> '{finance}' AS has FROM memberships WHERE tenant_id = $1 AND user_id = $2`,
        [tenant.tenantId, target],
      );
      expect(done.rows[0].has).toBe(status === 'approved');
    }),
    { numRuns: races },
  );
});
