import { createHmac } from 'node:crypto';
import type { OneTimeLink } from '@attain/contract/people';
import type { AppContext } from '../../app-context.ts';
import { secretHash } from './session-store.ts';

const hours = 72;

/** The moment a link issued now stops working. */
export const linkExpiry = (at: Date) => new Date(at.getTime() + hours * 3_600_000).toISOString();

/** A link that was just issued: what the database keeps of it, and what is shown once. */
export interface IssuedLink {
  readonly secretHash: Buffer;
  readonly expiresAt: string;
  readonly link: Omit<OneTimeLink, 'awaitsApproval'>;
}

/**
 * Issues a link (ACCESS-11). The secret follows from the installation's key, so that a repeated request gets the same link
 * and the answer kept for its Idempotency-Key need not hold it.
 */
export function issueLink(
  ctx: AppContext,
  { id, revision, at }: { id: string; revision: number; at?: Date },
): IssuedLink {
  const expiresAt = linkExpiry(at ?? ctx.clock.now());
  const secret = createHmac('sha256', ctx.keys.bind)
    .update(`one-time-link|v1|${id}|${revision}`)
    .digest('base64url');
  return { secretHash: secretHash(secret), expiresAt, link: { id, path: `/join/${secret}`, expiresAt } };
}
