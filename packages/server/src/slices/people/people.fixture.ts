import { totpCode, totpStep } from '../../base/totp.ts';
import { type Answer, type Client, client } from '../../testing/client.ts';
import type { TestContext } from '../../testing/start-test-context.ts';

/** A password that nothing in the tests is part of. */
export const goodPassword = 'violet harbour tram 47';

let made = 0;

/** Someone to invite, with a user name of their own. */
export function newPerson(role = 'viewer', more: object = {}) {
  made += 1;
  return { displayName: `Bea ${made}`, username: `bea-${made}@example.com`, roles: [{ role }], ...more };
}

/** The secret of a link that an answer holds. */
export function secretIn({ body }: Answer): string {
  return String(body.path).replace('/join/', '');
}

/** Someone who is not signed in. */
export const stranger = ({ url }: TestContext) => client(url, '', '');

/** Approves everything that waits for this person. */
export async function approveAll(who: Client): Promise<void> {
  const { rows } = (await who.get('/api/approvals')).body;
  for (const { id } of rows) {
    const { hash } = (await who.get(`/api/approvals/${id}`)).body;
    const answer = await who.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash });
    if (answer.status !== 200) throw new Error(`approving answered ${answer.status}: ${answer.body.error}`);
  }
}

/** Uses a link and gives back the client that is signed in by it. */
export async function join(ctx: TestContext, invited: Answer, password = goodPassword): Promise<Client> {
  const answer = await stranger(ctx).post('/api/join/accept', { secret: secretIn(invited), password });
  if (answer.status !== 200) throw new Error(`joining answered ${answer.status}: ${answer.body.error}`);
  return client(ctx.url, cookieOf(answer), answer.body.token);
}

/** The cookies an answer sets, as the browser sends them back. */
export function cookieOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** The bytes of an app's key, which is given in base32. */
export function keyBytes(secret: string): Buffer {
  const bits = [...secret].map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The administrator of a workspace that was just set up, who must have two-step sign-in before anything else works. */
export async function firstAdministrator(url: string, setup: Answer, password: string): Promise<Client> {
  const who = client(url, cookieOf(setup), setup.body.token);
  const { secret } = (await who.post('/api/auth/second-factor/begin', { password })).body;
  const code = totpCode(keyBytes(secret), totpStep(new Date()));
  const { status } = await who.post('/api/auth/second-factor/confirm', { code });
  if (status !== 200) throw new Error(`turning on two-step sign-in answered ${status}`);
  return who;
}
