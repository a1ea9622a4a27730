import type { Trail } from '@attain/contract/evidence';
import { fromHex, toHex } from '@attain/domain/proofs/bytes';
import type { ProofDigest } from '@attain/domain/proofs/digest';
import { parseLogKey } from '@attain/domain/proofs/log-key';
import { readLogProof, verifyLogProof } from '@attain/domain/proofs/log-proof';
import { leafHash } from '@attain/domain/proofs/merkle';
import { verifyConsistency } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import { messages as verifyMessages } from '../../../api/verify/messages.ts';
import { messages } from './messages.ts';

/** A signed head that this browser saw. */
export type SeenHead = { readonly origin: string; readonly size: number; readonly root: string };

/** What the browser itself could establish about a trail. */
export type TrailCheck = {
  readonly leaves: number;
  readonly isIncluded: boolean;
  readonly isContinued: boolean;
  readonly head: SeenHead | null;
};

/**
 * Recomputes the leaf of each entry, checks the inclusion of the newest and that the log continues the head seen before. Throws
 * an Error when anything does not match.
 */
export function checkTrail(digest: ProofDigest, trail: Trail, seen: SeenHead | null): TrailCheck {
  if (!trail.integrity.ok) throw new Error(messages.tampered);
  const readable = trail.rows.filter(({ body }) => body !== null);
  for (const { body, hash } of readable)
    if (toHex(leafHash(digest, String(body))) !== hash) throw new Error(messages.tampered);
  const newest = trail.rows[0]?.body;
  const unsigned = { leaves: readable.length, isIncluded: false, isContinued: false, head: null };
  if (!trail.log || !newest) return unsigned;
  try {
    const key = parseLogKey(digest, trail.log.key);
    const signed = verifyLogProof(digest, readLogProof(trail.log.proof), newest, key);
    const head = { origin: signed.origin, size: signed.size, root: toHex(signed.root) };
    const before = seen?.origin === head.origin ? seen : null;
    if (before !== null && !continues(digest, trail, { before, head })) throw new Error(messages.tampered);
    return { leaves: readable.length, isIncluded: true, isContinued: before !== null, head };
  } catch (error) {
    // the browser can't check signatures, which says nothing about the log
    if (error instanceof Unverified && error.message === verifyMessages.noSignatures) return unsigned;
    if (error instanceof Unverified) throw new Error(messages.tampered);
    throw error;
  }
}

function continues(
  digest: ProofDigest,
  { consistency }: Trail,
  { before, head }: { readonly before: SeenHead; readonly head: SeenHead },
): boolean {
  if (before.size === head.size) return before.root === head.root;
  if (consistency === null || consistency.from !== before.size || consistency.to !== head.size) return false;
  return verifyConsistency(digest, {
    from: before.size,
    to: head.size,
    fromRoot: fromHex(before.root),
    toRoot: fromHex(head.root),
    proof: consistency.path.map(fromHex),
  });
}
