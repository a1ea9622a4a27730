import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import { importJob } from '../../../job-list.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { checkImport } from '../check-import.ts';
import { committed, DEALS, HEAD, imported, importer, PEOPLE, upload } from '../imports.fixture.ts';
import { listProfiles, readProfile, removeProfile } from './profiles.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
});

const row = (id: string) => `${HEAD}${id},2024-03-01,7,USD,bob,,X\n`;

async function stored(content: string, name: string, given: { profileName?: string; product?: string } = {}) {
  const { id, mapping } = await upload(ctx(), actor, 'deals', content, name);
  if (mapping === null) throw new Error('a mapping is proposed');
  const fields =
    given.product === undefined
      ? mapping.fields
      : { ...mapping.fields, product: { constant: given.product } };
  await checkImport(ctx(), actor, { id, mapping: { ...mapping, fields }, profileName: given.profileName });
  await importJob.run(ctx(), { tenantId: actor.tenantId, id });
  return committed(ctx(), actor, id);
}

test('a stored mapping is a profile: the same makes no version, another one does, and the next file takes it', async () => {
  expect((await stored(DEALS, 'crm.csv')).profileName).toBe('crm');
  await stored(row('D7'), 'crm-march.csv');
  const named = async () =>
    (await listProfiles(ctx(), actor, { limit: 9 })).rows
      .filter(({ kind }) => kind === 'deals')
      .map(({ name, version }) => `${name} ${version}`);
  expect(await named()).toEqual(['crm 1']);
  await stored(row('D8'), 'crm-april.csv', { product: 'Bikes' });
  expect(await named()).toEqual(['crm 2']);
  const next = await upload(ctx(), actor, 'deals', row('D9'), 'whatever.csv');
  expect(next).toMatchObject({
    profileName: 'crm',
    mapping: { fields: { product: { constant: 'Bikes' } } },
    mappingOf: { fileName: 'crm-april.csv', profile: { name: 'crm', version: 2 } },
  });
  // a chosen name makes a profile of its own, and the one used last is taken
  await stored(row('D10'), 'x.csv', { profileName: 'Bookings', product: 'Parts' });
  expect(await named()).toEqual(['Bookings 1', 'crm 2']);
  expect((await upload(ctx(), actor, 'deals', row('D11'))).profileName).toBe('Bookings');
  // other headers under the same file name do not touch it
  await stored('deal id,date,amount,participant\nD12,2024-03-01,5,ann\n', 'crm.csv');
  expect(await named()).toEqual(['Bookings 1', 'crm 2', 'crm 2 1']);
  const crm = (await listProfiles(ctx(), actor, { limit: 9 })).rows.find(({ name }) => name === 'crm');
  const { versions } = await readProfile(ctx(), actor, crm?.id ?? '');
  expect(versions.map(({ version, mapping }) => [version, mapping.fields.product])).toEqual([
    [2, { constant: 'Bikes' }],
    [1, { columns: [6] }],
  ]);
  await removeProfile(ctx(), actor, crm?.id ?? '');
  expect(await named()).toEqual(['Bookings 1', 'crm 2 1']);
});
