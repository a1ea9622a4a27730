import type { Evidence } from '@attain/contract/evidence';
import type { EvidencePack } from '@attain/domain/proofs/pack';
import { verifyPack } from '@attain/domain/proofs/verify-pack';
import { verifyInBrowser } from '../../../api/verify/browser-digest.ts';
import { messages as verifyMessages } from '../../../api/verify/messages.ts';

/** A pack that this browser has verified itself. */
export type Validated = { readonly pack: EvidencePack; readonly steps: Evidence['steps'] };

/**
 * Recomputes a pack in the browser. Where the browser can't check signatures, the server's verdict counts. Throws an Error
 * that names the first failed step.
 */
export async function validateEvidence({ file, ok, steps }: Evidence): Promise<Validated> {
  const found = await verifyInBrowser((digest) => verifyPack(digest, file));
  const isUnable = found.steps.some(({ message }) => message === verifyMessages.noSignatures);
  const checked = isUnable ? { ok, steps } : found;
  const failed = checked.steps.find(({ outcome }) => outcome === 'FAIL');
  if (found.pack === null || !checked.ok || !ok)
    throw new Error(`Evidence validation failed: ${failed?.message ?? steps.at(-1)?.message ?? ''}`);
  return { pack: found.pack, steps: [...checked.steps] };
}
