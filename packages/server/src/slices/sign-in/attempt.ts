import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { aesGcmOpen, aesGcmSeal, hkdfSha256 } from '../../base/crypto.ts';

/** How long someone may take at the provider, or for their code. */
const minutes = 10;

const shared = { tenantId: z.uuid(), providerId: z.uuid(), returnTo: z.string(), expiresAt: z.number() };

/** A sign-in under way, as the browser that started it keeps it. */
const Attempt = z.discriminatedUnion('step', [
  z.object({
    ...shared,
    step: z.literal('provider'),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    redirectUri: z.string(),
    again: z.boolean(),
  }),
  z.object({ ...shared, step: z.literal('code'), userId: z.uuid(), provedAt: z.string().nullable() }),
]);
type Attempt = z.infer<typeof Attempt>;

type Step = Attempt['step'];
export type AttemptAt<S extends Step> = Extract<Attempt, { step: S }>;

/** Seals an attempt for the cookie of the browser that made it: no one else can finish it, and nobody can read it. */
export function sealAttempt<S extends Step>(
  ctx: AppContext,
  attempt: Omit<AttemptAt<S>, 'expiresAt'>,
): string {
  const expiresAt = ctx.clock.now().getTime() + minutes * 60_000;
  const plaintext = Buffer.from(JSON.stringify({ ...attempt, expiresAt }));
  const { iv, tag, ciphertext } = aesGcmSeal({ key: keyOf(ctx), plaintext, aad });
  return Buffer.concat([iv, tag, ciphertext]).toString('base64url');
}

/** The attempt in a browser's cookie. Throws SIGN_IN_FAILED where there is none, or none of this step, or it took too long. */
export function openAttempt<S extends Step>(
  ctx: AppContext,
  sealed: string | undefined,
  step: S,
): AttemptAt<S> {
  const attempt = sealed === undefined ? null : opened(ctx, Buffer.from(sealed, 'base64url'));
  if (attempt?.step === step && attempt.expiresAt > ctx.clock.now().getTime()) return attempt as AttemptAt<S>;
  throw new ApiError(
    'SIGN_IN_FAILED',
    `This sign-in took more than ${minutes} minutes or began in another browser. Start again.`,
  );
}

function opened(ctx: AppContext, bytes: Buffer): Attempt | null {
  if (bytes.length < 28) return null;
  const parts = { iv: bytes.subarray(0, 12), tag: bytes.subarray(12, 28), ciphertext: bytes.subarray(28) };
  try {
    const plaintext = aesGcmOpen({ ...parts, key: keyOf(ctx), aad });
    return Attempt.parse(JSON.parse(Buffer.from(plaintext).toString()));
  } catch {
    // sealed by another installation, or changed: the same as none
    return null;
  }
}

const aad = Buffer.from('sign-in attempt v1');

const keyOf = (ctx: AppContext) =>
  hkdfSha256({ key: ctx.keys.vault, salt: Buffer.alloc(0), info: 'sign-in-attempt|v1', lengthBytes: 32 });
