import { z } from 'zod';
import { SessionUser } from './auth.ts';
import { endpoint, JsonRecord, Moment, Words } from './base.ts';

/** Bytes as unpadded base64url, as browsers give them. */
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,8000}$/, 'base64url text');

/** What the browser is asked: the options of WebAuthn, and a ticket to send back with its answer within five minutes. */
const Challenge = z.object({
  options: JsonRecord.describe('For `navigator.credentials`, as JSON (WebAuthn Level 3)'),
  ticket: z.string(),
});

const Ticket = z.string().min(1).max(1000);

const Assertion = z.object({
  ticket: Ticket,
  response: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    clientExtensionResults: JsonRecord.default({}),
    authenticatorAttachment: z.string().max(40).optional(),
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.optional(),
    }),
  }),
});

const Registration = z.object({
  ticket: Ticket,
  name: Words.pipe(z.string().min(1, 'Enter a name').max(60)),
  response: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    clientExtensionResults: JsonRecord.default({}),
    authenticatorAttachment: z.string().max(40).optional(),
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      authenticatorData: Base64Url.optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
      publicKey: Base64Url.optional(),
      publicKeyAlgorithm: z.int().optional(),
    }),
  }),
});

/** A passkey of the caller. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
  isBackedUp: z.boolean().describe('Kept by a password manager, not by one device'),
});

const tags = ['Session'];
const post = (path: `/${string}`, summary: string) => endpoint.route({ method: 'POST', path, summary, tags });

/** The caller's passkeys; part of `secondFactor`. */
export const passkeys = {
  list: endpoint
    .route({ method: 'GET', path: '/auth/passkeys', summary: 'My passkeys', tags })
    .meta({ access: 'signed-in' })
    .output(z.object({ rows: z.array(Passkey) })),
  begin: post('/auth/passkeys/begin', 'Ask the browser to make a passkey')
    .meta({ access: 'signed-in', isSensitive: true })
    .output(Challenge),
  add: post(
    '/auth/passkeys',
    'Add a passkey; the first one turns two-step sign-in on and signs out my other sessions',
  )
    .meta({ access: 'signed-in', isSensitive: true })
    .input(Registration)
    .output(
      z.object({
        passkey: Passkey,
        recoveryCodes: z.array(z.string()).nullable().describe('Shown once; null: there are some already'),
      }),
    ),
  remove: post('/auth/passkeys/{id}/remove', 'Remove a passkey')
    .meta({ access: 'signed-in', isSensitive: true })
    .input(z.object({ id: Base64Url }))
    .output(z.object({ removed: z.literal(true) })),
};

/** Sign-in with a passkey. */
export const passkeySignIn = {
  begin: post('/auth/passkeys/sign-in/begin', 'Ask the browser for a passkey of this installation')
    .meta({ access: 'public' })
    .output(Challenge),
  finish: post('/auth/passkeys/sign-in', 'Sign in with a passkey alone')
    .meta({ access: 'public' })
    .input(Assertion)
    .output(z.object({ token: z.string(), user: SessionUser })),
  prove: post('/auth/passkeys/prove', 'Get a code for a passkey; it takes the place of an app’s code once')
    .meta({ access: 'public' })
    .input(Assertion)
    .output(z.object({ code: z.string().describe('Good for two minutes') })),
};
