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
