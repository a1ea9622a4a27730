import type { Evidence } from '@attain/contract/evidence';
import type { EvidencePack } from '@attain/domain/proofs/pack';
import { verifyPack } from '@attain/domain/proofs/verify-pack';
import { verifyInBrowser } from '../../../api/verify/browser-digest.ts';
import { messages as verifyMessages } from '../../../api/verify/messages.ts';

/** A verified pack, and whether this browser or, for want of signatures in it, the server checked it. */
export type Validated = {
  readonly pack: EvidencePack;
  readonly steps: Evidence['steps'];
  readonly by: 'browser' | 'server';
};

/** Evidence that does not verify, with every step that was checked. */
export class EvidenceFailed extends Error {
  readonly steps: Evidence['steps'];

  constructor(finding: string, steps: Evidence['steps']) {
    super(`Evidence validation failed: ${finding}`);
    this.steps = steps;
  }
}

/**
 * Recomputes a pack in the browser. Where the browser can't check signatures, the server's verdict counts. Throws EvidenceFailed,
 * which names the first failed step.
 */
export async function validateEvidence({ file, ok, steps }: Evidence): Promise<Validated> {
  const found = await verifyInBrowser((digest) => verifyPack(digest, file));
  const isUnable = found.steps.some(({ message }) => message === verifyMessages.noSignatures);
  const checked = isUnable ? { ok, steps } : found;
  const failed = checked.steps.find(({ outcome }) => outcome === 'FAIL');
  if (found.pack === null || !checked.ok || !ok)
    throw new EvidenceFailed(failed?.message ?? steps.at(-1)?.message ?? '', [...checked.steps]);
  return { pack: found.pack, steps: [...checked.steps], by: isUnable ? 'server' : 'browser' };
}
