import type { Note } from '@attain/contract/notes';
import { noteLimits } from '@attain/domain/access/notes';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let paymentRun: string;
let as: PaidWorkspace['tenant']['as'];

beforeAll(async () => {
  ctx = await sharedTestContext();
  work = await paidWorkspace(ctx);
  as = work.tenant.as;
  await work.calculate();
  paymentRun = (await madePayments(work.admin, '2024-Q1')).id;
});

type On = { subject: string; subjectId: string };
const payee = (subjectId: string): On => ({ subject: 'payee', subjectId });
const deal = (subjectId: string): On => ({ subject: 'deal', subjectId });
const plan = (): On => ({ subject: 'plan', subjectId: work.planId });
const payments = (): On => ({ subject: 'payment-run', subjectId: paymentRun });
const close: On = { subject: 'close', subjectId: '2024-03' };

const write = (who: Client, on: On, text: string) => who.post('/api/notes', { ...on, text });
const listed = (who: Client, on: On) => who.get('/api/notes', { ...on });
const textsOf = async (who: Client, on: On) =>
  (await listed(who, on)).body.rows.map(({ text }: Note) => text) as string[];
const change = (who: Client, note: Pick<Note, 'id' | 'revision'>, text: string) =>
  who.put(`/api/notes/${note.id}`, { revision: note.revision, text });
const remove = (who: Client, { id }: Pick<Note, 'id'>) => who.post(`/api/notes/${id}/remove`);
const mentions = async (who: Client) =>
  (await who.get('/api/notices', {})).body.rows.filter(
    ({ about }: { about: { of: string } | null }) => about?.of === 'note',
  );

describe('notes', () => {
  test('[ACCESS-47] notes on each object are read by who reads the object, oldest first', async () => {
    for (const on of [payee('bob'), deal('d1'), plan(), payments(), close]) {
      const { status, body } = await write(work.admin, on, `First on ${on.subject}`);
      expect([status, body], on.subject).toMatchObject([201, { isOwn: true, editedAt: null, revision: 1 }]);
      await write(work.admin, on, 'Second');
      expect(await textsOf(as('finance'), on)).toEqual([`First on ${on.subject}`, 'Second']);
      expect((await listed(as('finance'), on)).body.rows[0].isOwn).toBe(false);
    }
  });

  test('[ACCESS-47] no one reads notes about their own pay, nor on objects they may not read', async () => {
    // Mia leads Ann and Bob; d1 credits Ann, and nobody leads Cid
    const statuses = async (who: Client, all: readonly On[]) =>
      Promise.all(all.map(async (on) => (await listed(who, on)).status));
    const all = [payee('ann'), payee('mia'), payee('cid'), deal('d1'), plan(), payments(), close];
    expect(await statuses(as('manager'), all)).toEqual([200, 404, 404, 200, 200, 404, 404]);
    expect(await statuses(as('sales-rep'), all)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await statuses(as('viewer'), all)).toEqual([404, 404, 404, 404, 200, 404, 200]);
    expect(await statuses(as('plan-designer'), all)).toEqual([404, 404, 404, 200, 200, 404, 200]);
    const missing = [
      payee('zed'),
      deal('zed'),
      { ...plan(), subjectId: 'zed' },
      { ...close, subjectId: '1999-01' },
    ];
    expect(await statuses(work.admin, missing)).toEqual([404, 404, 404, 404]);
    const wrong = await write(as('manager'), payee('mia'), 'Mine');
    expect([wrong.status, wrong.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('[ACCESS-47] who owns a deal that credits others reads its notes as their leader, and not as a rep', async () => {
    const splits = [{ participantId: 'bob', sharePercent: '100' }];
    await work.addDeal({ id: 'handed', participantId: 'mia', amount: '10.00', splits });
    await work.addDeal({ id: 'given', participantId: 'ann', amount: '10.00', splits });
    const before = { id: 'before', date: '2019-12-31', amount: '10.00' };
    await work.addDeal({ ...before, participantId: 'bob' });
    const statuses = [as('manager'), as('sales-rep')].map((who) =>
      Promise.all(['handed', 'given', 'before'].map(async (id) => (await listed(who, deal(id))).status)),
    );
    // Mia leads Bob since 2020
    expect(await Promise.all(statuses)).toEqual([
      [200, 200, 404],
      [404, 404, 404],
    ]);
  });

  test('[ACCESS-47] viewers and reps write none, and only its author changes or deletes a note', async () => {
    for (const role of ['viewer', 'sales-rep'] as const)
      expect((await write(as(role), plan(), 'Mine')).status, role).toBe(403);
    const { body: note } = await write(as('finance'), plan(), 'Caps need a review');
    expect((await change(work.admin, note, 'Taken')).status).toBe(403);
    expect((await remove(work.admin, note)).status).toBe(403);
    const { body: changed } = await change(as('finance'), note, 'Caps are reviewed');
    expect(changed).toMatchObject({ text: 'Caps are reviewed', revision: 2, createdAt: note.createdAt });
    expect(changed.editedAt).not.toBeNull();
    expect((await change(as('finance'), note, 'From another window')).status).toBe(409);
    expect((await remove(as('finance'), note)).status).toBe(200);
    expect((await remove(as('finance'), note)).status).toBe(404);
    const log = await work.admin.get('/api/audit', { objectId: note.id });
    const actions = log.body.rows.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith('note.'))).toEqual([
      'note.removed',
      'note.changed',
      'note.created',
    ]);
    expect(JSON.stringify(log.body.rows)).not.toContain('Caps');
  });

  test('[ACCESS-47] a mention notifies a member who can read the note, once, with its address', async () => {
    const manager = work.tenant.usernameOf('manager');
    const { body: note } = await write(as('finance'), payee('bob'), `Please check the split, @${manager}.`);
    const [notice, ...more] = await mentions(as('manager'));
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      message: 'Open the note to read it.',
      about: { of: 'note', id: note.id, ...payee('bob') },
    });
    expect(notice.title).toMatch(/mentioned you in a note on Bob Example$/);
    await change(as('finance'), note, `Please check it again, @${manager.toUpperCase()}`);
    expect(await mentions(as('manager'))).toHaveLength(1);
    const { body: changed } = await change(
      as('finance'),
      { ...note, revision: 2 },
      `Done, @${manager}’s split is right`,
    );
    expect(changed.revision).toBe(3);
    expect(await mentions(as('manager'))).toHaveLength(1);
    await write(as('manager'), payee('bob'), `I am @${manager}`);
    expect(await mentions(as('manager'))).toHaveLength(1);
  });

  test('[ACCESS-47] a mention of someone who can’t read the note is refused, as is one of no one', async () => {
    const rep = work.tenant.usernameOf('sales-rep');
    for (const name of [rep, 'zed', work.tenant.usernameOf('viewer')]) {
      const { status, body } = await write(work.admin, payee('ann'), `Ask @${name}`);
      expect([status, body.error]).toEqual([
        400,
        `No member who can read this note has the user name “${name}”. Change the mention.`,
      ]);
    }
    expect(await mentions(as('sales-rep'))).toEqual([]);
    const offered = async (on: On, search = '') =>
      (await work.admin.get('/api/notes/people', { ...on, search })).body.rows.map(
        ({ username }: { username: string }) => username,
      );
    expect((await offered(payee('ann'))).sort()).toEqual(
      [work.tenant.usernameOf('finance'), work.tenant.usernameOf('manager')].sort(),
    );
    expect(await offered(payee('mia'))).toEqual([work.tenant.usernameOf('finance')]);
    expect(await offered(plan(), work.tenant.usernameOf('viewer'))).toEqual([
      work.tenant.usernameOf('viewer'),
    ]);
  });

  test('[ACCESS-47] a mention that was right when it was written does not stop a later change', async () => {
    const viewer = work.tenant.usernameOf('viewer');
    const { body: note } = await write(as('finance'), plan(), `Ask @${viewer}`);
    const setActive = (isActive: boolean) =>
      work.sql(
        `INSERT INTO role_settings (tenant_id, role, is_active, updated_by) VALUES ($1, 'viewer', $2, gen_random_uuid())
         ON CONFLICT (tenant_id, role) DO UPDATE SET is_active = $2`,
        [isActive],
      );
    await setActive(false);
    try {
      expect((await write(as('finance'), plan(), `Ask @${viewer}`)).status).toBe(400);
      expect((await change(as('finance'), note, `Ask @${viewer} and pay @5%`)).status).toBe(200);
    } finally {
      await setActive(true);
    }
  });

  test('[ACCESS-47] members who can be mentioned are offered however many others have the name', async () => {
    await work.sql(
      `WITH crowd AS (INSERT INTO users (id, username, display_name, password)
         SELECT gen_random_uuid(), 'a-crowd-' || n || '-' || $1::uuid, 'Crowd', '!' FROM generate_series(1, 201) n RETURNING id)
       INSERT INTO memberships (tenant_id, user_id, roles) SELECT $1::uuid, id, '{sales-rep}' FROM crowd`,
    );
    const { body } = await work.admin.get('/api/notes/people', { ...payee('ann'), search: '' });
    expect(body.rows.map(({ username }: { username: string }) => username)).toContain(
      work.tenant.usernameOf('finance'),
    );
  });

  test('a note without text, too long or on nothing is refused, and so is one too many', async () => {
    for (const wrong of [
      { ...plan(), text: ' ' },
      { ...plan(), text: 'x'.repeat(noteLimits.text + 1) },
      { subject: 'secret', subjectId: 'x', text: 'x' },
      { subject: 'plan', text: 'x' },
    ])
      expect((await work.admin.post('/api/notes', wrong)).status).toBe(400);
    await work.sql(
      `INSERT INTO notes (tenant_id, id, subject, subject_id, author_id, text)
       SELECT $1, gen_random_uuid(), 'payee', 'cid', gen_random_uuid(), 'Note' FROM generate_series(1, $2::int)`,
      [noteLimits.perSubject],
    );
    const more = await write(work.admin, payee('cid'), 'One more');
    expect([more.status, more.body.error]).toEqual([
      409,
      `There are ${noteLimits.perSubject} notes here. Delete one first.`,
    ]);
  });
});
