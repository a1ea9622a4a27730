import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type RequestInProgress } from 'oidc-provider';

/** Someone the provider knows. The claims are those of the userinfo endpoint. */
export interface Known {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** What a dishonest or broken provider answers in place of the right ID token. */
export interface Forgery {
  readonly claims?: Record<string, unknown>;
  readonly foreignKey?: boolean;
}

/** A real OpenID provider on this machine. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** Begins to serve; `returnTo` is where its client may be returned to. */
  serve(returnTo: string): void;
  /** Adds a person, or replaces what is known of them. */
  knows(person: Known): void;
  /** Signs this person in at an address of the provider as a browser does; gives the query it returns with. */
  signIn(url: string, sub: string): Promise<string>;
  forges(forgery: Forgery | null): void;
  stop(): Promise<void>;
}

/** Listens on a free port at once, so that its address is known before it serves. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const people = new Map<string, Known>();
  let signingIn = '';
  let forgery: Forgery | null = null;
  let provider: Provider | undefined;
  const { publicKey: _, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (provider === undefined) throw new Error('The provider does not serve yet.');
    if (request.url?.startsWith('/interaction/')) {
      const login = { accountId: signingIn };
      return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    }
    if (request.url === '/token' && forgery !== null) forge(response, forgery, { privateKey, foreign });
    return provider.callback()(request, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, secret] = ['attain', 'a client secret of the test'];
  return {
    issuer,
    clientId,
    secret,
    serve: (returnTo) => {
      provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: secret, redirect_uris: [returnTo] }],
        claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        cookies: { keys: ['a key of the test'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        findAccount: (_: unknown, sub: string) => ({
          accountId: sub,
          claims: () => ({ ...people.get(sub) }),
        }),
        loadExistingGrant: async ({ oidc }: RequestInProgress) => {
          const { clientId: client } = oidc.client;
          const grant = new oidc.provider.Grant({ clientId: client, accountId: oidc.session.accountId });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
    },
    knows: (person) => void people.set(person.sub, person),
    signIn: (url, sub) => {
      signingIn = sub;
      return visited(issuer, url);
    },
    forges: (wanted) => {
      forgery = wanted;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const kid = 'test-key';

/** Follows redirects with cookies, until one leads away from the provider. */
async function visited(issuer: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = start, steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, issuer).href;
    if (!url.startsWith(issuer)) return new URL(url).search.slice(1);
  }
  throw new Error('The provider redirects in circles.');
}

/** Replaces the ID token of an answer that is about to leave. */
function forge(
  response: ServerResponse,
  { claims = {}, foreignKey = false }: Forgery,
  keys: { privateKey: KeyObject; foreign: KeyObject },
): void {
  const end = response.end.bind(response);
  response.end = ((body?: string) => {
    const parsed = JSON.parse(String(body));
    const [, payload = ''] = String(parsed.id_token).split('.');
    const content = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
    const head = encoded({ alg: 'RS256', kid });
    const signed = `${head}.${encoded(content)}`;
    const key = foreignKey ? keys.foreign : keys.privateKey;
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    const text = JSON.stringify({ ...parsed, id_token: `${signed}.${signature}` });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
