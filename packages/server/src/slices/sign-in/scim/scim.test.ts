import { parseEntry } from '@attain/domain/proofs/entry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { type Answer, type Client, client, signInClient } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { approveAll } from '../../people/people.fixture.ts';
import { readFilter } from './filter.ts';
import { patched, readPatch } from './patch.ts';

let ctx: TestContext;
let tenant: TestTenant;
let admin: Client;
let directory: Directory;
let made = 0;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: alone, viewer: alone });
  admin = tenant.as('administrator');
  directory = await directoryOf(admin);
});
afterAll(() => ctx?.stop());

const alone = { participantId: null };
const core = 'urn:ietf:params:scim:schemas:core:2.0';
type Directory = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A directory with an API token of this administrator. */
async function directoryOf(who: Client, scopes = ['manage:people']): Promise<Directory> {
  const token = await who.post('/api/auth/tokens', { name: `Directory ${newId()}`, scopes, days: 30 });
  expect(token.status).toBe(201);
  return withToken(token.body.token);
}
const withToken =
  (token: string): Directory =>
  (method, path, body) =>
    client(ctx.url, '', '').send(`/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

const newUser = (more: object = {}) => {
  made += 1;
  return {
    schemas: [`${core}:User`],
    userName: `d${made}@example.com`,
    externalId: `ext-${made}`,
    name: { givenName: 'Dara', familyName: `Number ${made}` },
    active: true,
    ...more,
  };
};
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const created = async (to: Directory, more: object = {}) => {
  const answer = await to('POST', '/Users', newUser(more));
  expect([answer.status, answer.body.detail]).toEqual([201, undefined]);
  return answer.body;
};
const rolesOf = async (who: Client, id: string): Promise<string[]> =>
  (await who.get(`/api/people/${id}`)).body.roles.map(({ role }: { role: string }) => role).sort();

describe('[ACCESS-34] filters of RFC 7644', () => {
  const user = {
    userName: 'Bjensen@example.com',
    id: 'A1',
    active: true,
    name: { familyName: "O'Malley" },
    title: '',
    emails: [
      { type: 'work', value: 'b@work.example' },
      { type: 'home', value: 'b@home.example' },
    ],
    meta: { lastModified: '2011-05-13T04:42:34Z' },
  };
  test.each([
    ['userName eq "bjensen@EXAMPLE.com"', true],
    ['USERNAME Eq "bjensen@example.com"', true],
    ['userName eq "other"', false],
    [`${core}:User:userName sw "bJ"`, true],
    ['name.familyName co "malley"', true],
    ['userName ew ".com"', true],
    ['userName ne "other"', true],
    ['emails.value ne "b@work.example"', false],
    ['id eq "a1"', false],
    ['id eq "A1"', true],
    ['title pr', false],
    ['nickName pr', false],
    ['nickName eq null', true],
    ['active eq true', true],
    ['active eq "true"', false],
    ['meta.lastModified gt "2011-05-13T04:42:33Z"', true],
    ['meta.lastModified le "2011-05-13T04:42:33Z"', false],
    ['active eq true and not (userName co "x@")', true],
    ['userName eq "no" or active eq true and title pr', false],
    ['(userName eq "no" or active eq true) and emails pr', true],
    ['emails[type eq "work" and value co "@work"]', true],
    ['emails[type eq "home" and value co "@work"]', false],
    ['emails co "work.example"', true],
  ])('%s is %s', (filter, expected) => {
    expect(readFilter(filter)(user)).toBe(expected);
  });

  test.each(['userName eq', '(active eq true', 'userName is "x"', '', "userName eq 'x'", 'a eq 1 ; b'])(
    '%j is rejected',
    (filter) => {
      expect(() => readFilter(filter)).toThrow(/filter/);
    },
  );
});

describe('[ACCESS-34] operations of PATCH', () => {
  const before = {
    displayName: 'Babs',
    name: { givenName: 'Barbara' },
    emails: [
      { type: 'work', value: 'w' },
      { type: 'home', value: 'h' },
    ],
    members: [{ value: '1' }, { value: '2' }],
  };
  const changed = (...operations: object[]) => patched(before, readPatch(patchOf(...operations)));
  test.each([
    ['replace', { op: 'replace', path: 'displayName', value: 'B' }, { displayName: 'B' }],
    ['Replace, as some write it', { op: 'Replace', path: 'DisplayName', value: 'B' }, { displayName: 'B' }],
    [
      'no path',
      { op: 'replace', value: { displayName: 'B', active: false } },
      { displayName: 'B', active: false },
    ],
    [
      'a path as key',
      { op: 'add', value: { 'name.familyName': 'J' } },
      { name: { givenName: 'Barbara', familyName: 'J' } },
    ],
    ['sub-attribute', { op: 'replace', path: 'name.givenName', value: 'B' }, { name: { givenName: 'B' } }],
    [
      'add to a list, once',
      { op: 'add', path: 'members', value: [{ value: '2' }, { value: '3' }] },
      { members: [{ value: '1' }, { value: '2' }, { value: '3' }] },
    ],
    ['remove by filter', { op: 'remove', path: 'members[value eq "1"]' }, { members: [{ value: '2' }] }],
    [
      'remove by value',
      { op: 'remove', path: 'members', value: [{ value: '2' }] },
      { members: [{ value: '1' }] },
    ],
    ['remove all', { op: 'remove', path: 'members' }, { members: undefined }],
    [
      'replace in a filtered value',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'x' },
      { emails: [{ type: 'work', value: 'x' }, before.emails[1]] },
    ],
    [
      'the schema in front',
      { op: 'replace', path: `${core}:User:displayName`, value: 'B' },
      { displayName: 'B' },
    ],
  ])('%s', (_, operation, expected) => {
    expect(changed(operation)).toEqual({ ...before, ...expected });
  });

  test.each([
    ['an unknown operation', { op: 'move', path: 'displayName', value: 1 }, /Use add, replace or remove/],
    ['a removal of nothing', { op: 'remove' }, /needs a path/],
    [
      'a value that matches nothing',
      { op: 'replace', path: 'emails[type eq "x"].value', value: 1 },
      /matches/,
    ],
    ['a path that is none', { op: 'add', path: 'a b', value: 1 }, /can't be read/],
    ['the prototype', { op: 'add', path: '__proto__.polluted', value: 1 }, /can't be read/],
    ['the constructor', { op: 'add', path: 'constructor.prototype', value: 1 }, /can't be read/],
  ])('%s is rejected', (_, operation, message) => {
    expect(() => changed(operation)).toThrow(message);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('[ACCESS-34] what the server states of itself', () => {
  test.each([
    ['/ServiceProviderConfig', { patch: { supported: true }, bulk: { supported: false } }],
    ['/Schemas', { totalResults: 2 }],
    [`/Schemas/${core}:User`, { id: `${core}:User`, name: 'User' }],
    ['/ResourceTypes', { totalResults: 2 }],
    ['/ResourceTypes/Group', { endpoint: '/Groups' }],
  ])('%s', async (path, expected) => {
    const answer = await directory('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(answer.body).toMatchObject(expected);
  });

  test.each([
    ['GET', '/Nothing', undefined, 404],
    ['GET', `/Users/${newId()}`, undefined, 404],
    ['GET', '/Users/not-an-id', undefined, 404],
    ['PATCH', '/Users', {}, 405],
    ['POST', '/Schemas', {}, 405],
    ['GET', '/Users?filter=userName%20is%20x', undefined, 400],
    ['POST', '/Users', {}, 400],
    ['POST', '/Groups', { displayName: 'x', members: [{ value: 'nobody' }] }, 400],
  ])('%s %s is answered in the protocol’s words', async (method, path, body, status) => {
    const answer = await directory(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
    });
  });

  test('only a token that manages people gets in', async () => {
    expect((await withToken('attain_pat_forged')('GET', '/Users')).status).toBe(401);
    const reader = await directoryOf(admin, ['read:people']);
    expect((await reader('GET', '/Users')).status).toBe(403);
    expect((await admin.get('/scim/v2/Users')).status).toBe(401);
    const broken = await client(ctx.url, '', '').send('/scim/v2/Users', {
      method: 'POST',
      headers: { 'content-type': 'application/scim+json' },
      body: '{"__proto__": {"a": 1}}',
    });
    expect(broken.status).toBe(400);
  });
});

describe('[ACCESS-34] users', () => {
  test('are created without a password, found, paged and renamed', async () => {
    const first = await created(directory);
    const isoMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(first).toMatchObject({
      displayName: `Dara Number ${made}`,
      active: true,
      emails: [{ value: first.userName }],
      meta: {
        ...{ resourceType: 'User', location: `${ctx.url}/scim/v2/Users/${first.id}` },
        ...{ created: isoMoment, lastModified: isoMoment },
      },
    });
    await created(directory);
    const found = await directory('GET', `/Users?filter=userName eq "${first.userName.toUpperCase()}"`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: first.id }] });
    const byExternal = await directory('GET', `/Users?filter=externalId eq "${first.externalId}"`);
    expect(byExternal.body.totalResults).toBe(1);
    const page = (await directory('GET', '/Users?startIndex=2&count=1')).body;
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect(page.totalResults).toBeGreaterThan(3);
    expect((await directory('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const narrow = await directory('GET', `/Users/${first.id}?attributes=userName`);
    expect(Object.keys(narrow.body).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
    const renamed = await directory(
      'PATCH',
      `/Users/${first.id}`,
      patchOf({ op: 'replace', path: 'name.formatted', value: 'Dara Two' }),
    );
    expect(renamed.body).toMatchObject({ displayName: 'Dara Two', name: { givenName: 'Dara' } });
    const typed = { username: first.userName, password: 'any password at all' };
    expect((await client(ctx.url, '', '').post('/api/auth/login', typed)).status).toBe(401);
  });

  test('keep their user names, which are theirs alone', async () => {
    const user = await created(directory);
    const twice = await directory('POST', '/Users', newUser({ userName: user.userName.toUpperCase() }));
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);
    const other = await ctx.newTenant();
    const elsewhere = await directoryOf(other.as('administrator'));
    const foreign = await elsewhere('POST', '/Users', newUser({ userName: user.userName }));
    expect([foreign.status, foreign.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await elsewhere('GET', `/Users/${user.id}`)).status).toBe(404);
    expect((await elsewhere('DELETE', `/Users/${user.id}`)).status).toBe(404);
    expect((await elsewhere('GET', '/Users')).body.totalResults).toBe(1);
    const renamed = await directory('PUT', `/Users/${user.id}`, newUser());
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability']);
  });

  test('lose sessions, tokens and streams at once when deactivated', async () => {
    const own = await ctx.newTenant({ administrator: alone, viewer: alone });
    const to = await directoryOf(own.as('administrator'));
    const viewer = own.as('viewer');
    const token = (await viewer.post('/api/auth/tokens', { name: 'T', scopes: ['read:plans'], days: 1 }))
      .body;
    const bearer = { headers: { authorization: `Bearer ${token.token}` } };
    const anyone = client(ctx.url, '', '');
    expect((await anyone.send('/api/plans', bearer)).status).toBe(200);
    const me = (await viewer.get('/api/auth/me')).body.user;
    const stream = await fetch(`${ctx.url}/api/events`, { headers: { cookie: viewer.cookie } });
    const text = { op: 'Replace', path: 'active', value: 'False' };
    const gone = await to('PATCH', `/Users/${me.id}`, patchOf(text));
    expect([gone.status, gone.body.active]).toEqual([200, false]);
    expect((await viewer.get('/api/auth/me')).status).toBe(401);
    expect((await anyone.send('/api/plans', bearer)).status).toBe(401);
    // its stream ends, or this never does
    for await (const _ of stream.body as unknown as AsyncIterable<Uint8Array>);
    const back = await to('PATCH', `/Users/${me.id}`, patchOf({ op: 'replace', value: { active: true } }));
    expect([back.status, back.body.active]).toEqual([200, true]);
    expect((await viewer.get('/api/auth/me')).status).toBe(401);
    expect((await signInClient(ctx.url, own.usernameOf('viewer'), own.password)).token).not.toBe('');
    expect((await anyone.send('/api/plans', bearer)).status).toBe(401);
  });

  test('leave and come back; administrators leave too, but never the last one', async () => {
    const own = await ctx.newTenant({ administrator: alone });
    const to = await directoryOf(own.as('administrator'));
    const owner = (await own.as('administrator').get('/api/auth/me')).body.user.id;
    for (const answer of [
      await to('DELETE', `/Users/${owner}`),
      await to('PATCH', `/Users/${owner}`, patchOf({ op: 'replace', path: 'active', value: false })),
    ])
      expect(answer.status).toBe(409);
    const user = await created(to);
    const makeAdministrator = `UPDATE memberships SET roles = '{administrator}' WHERE tenant_id = $1 AND user_id = $2`;
    await ctx.ctx.db.owner.query(makeAdministrator, [own.tenantId, user.id]);
    ctx.rewindsRowsOf(own.tenantId);
    expect((await to('DELETE', `/Users/${user.id}`)).status).toBe(204);
    expect((await to('GET', `/Users/${user.id}`)).status).toBe(404);
    const again = await to('POST', '/Users', newUser({ userName: user.userName }));
    expect([again.status, again.body.id]).toEqual([201, user.id]);
    expect(await rolesOf(own.as('administrator'), user.id)).toEqual([]);
    // one whose role has dates leaves the other as the last one
    await ctx.ctx.db.owner.query(makeAdministrator, [own.tenantId, user.id]);
    await ctx.ctx.db.owner.query(
      `WITH gone AS (UPDATE memberships SET roles = '{}' WHERE tenant_id = $1 AND user_id = $2)
       INSERT INTO role_grants (tenant_id, user_id, role, from_day) VALUES ($1, $2, 'administrator', '2020-01-01')`,
      [own.tenantId, owner],
    );
    for (const answer of [
      await to('DELETE', `/Users/${user.id}`),
      await to('PUT', `/Users/${user.id}`, newUser({ userName: user.userName, active: false })),
    ])
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/last administrator/)]);
  });
});

describe('[ACCESS-33] [ACCESS-34] groups', () => {
  test('give roles to those who come and take them from those who go', async () => {
    const own = await ctx.newTenant({ administrator: alone });
    const boss = own.as('administrator');
    const to = await directoryOf(boss);
    const groups = [
      { group: 'Sales', roles: ['sales-rep'] },
      { group: 'Plans', roles: ['plan-designer'] },
      { group: 'Reps too', roles: ['sales-rep', 'viewer'] },
    ];
    expect((await boss.put('/api/sign-in/groups', { groups })).status).toBe(200);
    const [one, two] = [await created(to), await created(to)];
    const sales = await to('POST', '/Groups', { displayName: 'Sales', members: [{ value: one.id }] });
    expect(sales.status).toBe(201);
    expect(await rolesOf(boss, one.id)).toEqual(['sales-rep']);
    const path = `/Groups/${sales.body.id}`;
    await to('PATCH', path, patchOf({ op: 'add', path: 'members', value: [{ value: two.id }] }));
    expect(await rolesOf(boss, two.id)).toEqual(['sales-rep']);
    const removal = { op: 'remove', path: `members[value eq "${one.id}"]` };
    expect((await to('PATCH', path, patchOf(removal))).body.members).toEqual([
      { value: two.id, display: two.displayName },
    ]);
    expect(await rolesOf(boss, one.id)).toEqual([]);
    expect((await to('GET', `/Users/${two.id}`)).body.groups).toEqual([
      { value: sales.body.id, display: 'Sales' },
    ]);
    // another name, another mapping
    await to('PATCH', path, patchOf({ op: 'replace', path: 'displayName', value: 'Reps too' }));
    expect(await rolesOf(boss, two.id)).toEqual(['sales-rep', 'viewer']);
    const taken = await to('POST', '/Groups', { displayName: 'reps too' });
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await to('GET', '/Groups?filter=displayName sw "REPS"')).body.totalResults).toBe(1);
    expect((await to('DELETE', path)).status).toBe(204);
    expect(await rolesOf(boss, two.id)).toEqual([]);
  });

  test('can’t give conflicting roles, nor privileged ones without a second administrator', async () => {
    const own = await ctx.newTenant({ administrator: alone });
    const boss = own.as('administrator');
    const to = await directoryOf(boss);
    const groups = [
      { group: 'Pay', roles: ['finance'] },
      { group: 'Plans', roles: ['plan-designer'] },
    ];
    await boss.put('/api/sign-in/groups', { groups });
    const [user, second] = [await created(to), await created(to)];
    const members = [{ value: user.id }];
    expect((await to('POST', '/Groups', { displayName: 'Plans', members })).status).toBe(201);
    const clash = await to('POST', '/Groups', { displayName: 'Pay', members });
    expect([clash.status, clash.body.detail]).toEqual([400, expect.stringMatching(/can't be combined/)]);
    expect((await to('GET', '/Groups')).body.totalResults).toBe(1);
    await ctx.ctx.db.owner.query(
      `WITH made AS (INSERT INTO users (id, username, display_name, password)
         SELECT $2, $3, 'Second', password FROM users WHERE username = $4 RETURNING id)
       INSERT INTO memberships (tenant_id, user_id, roles) SELECT $1, id, '{administrator}' FROM made`,
      [own.tenantId, newId(), `second-${own.tenantId}`, own.usernameOf('administrator')],
    );
    const pay = await to('POST', '/Groups', { displayName: 'Pay', members: [{ value: second.id }] });
    expect(pay.status).toBe(201);
    expect(await rolesOf(boss, second.id)).toEqual([]);
    await approveAll(await signInClient(ctx.url, `second-${own.tenantId}`, own.password));
    expect(await rolesOf(boss, second.id)).toEqual(['finance']);
    await ctx.ctx.db.sequencer.settle(own.tenantId);
    const stored = await ctx.ctx.db.owner.query<{ body: string }>(
      'SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index',
      [own.tenantId],
    );
    const acts = stored.rows.map(({ body }) => parseEntry(body).action);
    expect(acts).toEqual(
      expect.arrayContaining(['directory-group.created', 'member.stated', 'member.joined']),
    );
  });
});
