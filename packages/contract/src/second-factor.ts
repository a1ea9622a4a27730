import { z } from 'zod';
import { OneTimeCode } from './auth.ts';
import { endpoint, Moment } from './base.ts';
import { passkeys } from './passkeys.ts';

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe('Shown once') });
const ByCode = z.object({ code: OneTimeCode });

const post = (path: `/${string}`, summary: string) =>
  endpoint.route({ method: 'POST', path, summary, tags: ['Session'] }).meta({ access: 'signed-in' });

/** The caller's own second factor: an authenticator app (RFC 6238) or passkeys, and recovery codes in their place. */
export const secondFactor = {
  passkeys,
  get: endpoint
    .route({ method: 'GET', path: '/auth/second-factor', summary: 'My two-step sign-in', tags: ['Session'] })
    .meta({ access: 'signed-in' })
    .output(
      z.object({
        since: Moment.nullable().describe('Null: off'),
        required: z.boolean().describe('One of my roles requires it'),
        recoveryCodesLeft: z.number().int(),
        hasApp: z.boolean().describe('An authenticator app is set up'),
        passkeys: z.number().int(),
      }),
    ),
  begin: post('/auth/second-factor/begin', 'Get the key to add to an authenticator app; valid for 15 minutes')
    .input(
      z.object({
        password: z
          .string()
          .min(1, 'Enter your password')
          .max(256)
          .optional()
          .describe('Omitted for an account without a password: it must have signed in within five minutes'),
      }),
    )
    .output(
      z.object({
        secret: z.string().describe('Base32'),
        uri: z.string().describe('The same for a QR code: `otpauth://totp/…`'),
      }),
    ),
  confirm: post(
    '/auth/second-factor/confirm',
    'Turn on two-step sign-in with the first code of the app; signs out my other sessions',
  )
    .input(ByCode)
    .output(RecoveryCodes),
  renewRecoveryCodes: post(
    '/auth/second-factor/recovery-codes',
    'Get new recovery codes; the ones before stop working',
  )
    .input(ByCode)
    .output(RecoveryCodes),
  stepUp: post(
    '/auth/step-up',
    'Prove again who I am, by code or without two-step sign-in by password; good for five minutes',
  )
    .input(z.object({ password: z.string().min(1).max(256), code: OneTimeCode }).partial())
    .output(z.object({ until: Moment })),
  remove: post('/auth/second-factor/remove', 'Turn off two-step sign-in')
    .input(ByCode)
    .output(z.object({ removed: z.literal(true) })),
};
