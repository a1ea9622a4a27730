import { logFormat } from '@attain/domain/proofs/log-file';
import { evidenceFormat } from '@attain/domain/proofs/pack';
import { Unverified } from '@attain/domain/proofs/unverified';
import type { Verdict } from '@attain/domain/proofs/verdict';
import type { PackVerdict } from '@attain/domain/proofs/verify-pack';
import { isVersionsFile } from '@attain/domain/proofs/versions-file';
import { verifyInBrowser } from '../../api/verify/browser-digest.ts';
import { messages } from './messages.ts';

/** What a file was found to be. */
export type FileKind = 'evidence' | 'statement' | 'payments' | 'versions' | 'log';

export type FileVerdict = {
  readonly kind: FileKind;
  readonly verdict: Verdict;
  /** Of a readable evidence pack. */
  readonly evidenceHash: string | null;
};

/**
 * Checks a file of Attain in the browser; nothing of it is sent. The verifier of its kind is loaded when it is needed. Throws
 * `Unverified` for bytes that are not text.
 */
export async function verifyFile(
  bytes: Uint8Array,
  expect: { readonly pin?: string; readonly origin?: string },
): Promise<FileVerdict> {
  const content = textIn(bytes);
  const kind = kindOf(content);
  const verifier = await verifierOf[kind]();
  const verdict = await verifyInBrowser((digest) => verifier(digest, content, expect));
  const pack = 'pack' in verdict ? (verdict as PackVerdict).pack : null;
  return { kind, verdict, evidenceHash: kind === 'evidence' ? (pack?.evidenceHash ?? null) : null };
}

/** The kind by the format that the file names; a file that names none is checked as a statement, and fails. */
export function kindOf(content: string): FileKind {
  if (content.startsWith(`{"format":${JSON.stringify(logFormat)}`)) return 'log';
  if (isVersionsFile(content)) return 'versions';
  if (content.includes(`"format":${JSON.stringify(evidenceFormat)}`)) return 'evidence';
  return /"format":"attain\.payments\/\d"/.test(content) ? 'payments' : 'statement';
}

type Verifier = (
  digest: Parameters<Parameters<typeof verifyInBrowser>[0]>[0],
  content: string,
  expect: { readonly pin?: string; readonly origin?: string },
) => Verdict | Promise<Verdict>;

const verifierOf: Readonly<Record<FileKind, () => Promise<Verifier>>> = {
  evidence: async () => (await import('@attain/domain/proofs/verify-pack')).verifyPack,
  statement: async () => (await import('@attain/domain/proofs/verify-statement')).verifyStatement,
  payments: async () => (await import('@attain/domain/proofs/verify-payments')).verifyPayments,
  versions: async () => (await import('@attain/domain/proofs/verify-versions')).verifyVersions,
  log: async () => {
    const { verifyLog } = await import('@attain/domain/proofs/verify-log');
    return (digest, content, expect) => verifyLog(digest, content.replace(/\n$/, '').split('\n'), expect);
  },
};

/** Loads every verifier, so that files can be checked after the network is gone. */
export function loadVerifiers(): void {
  for (const load of Object.values(verifierOf)) load().catch(() => undefined);
}

function textIn(bytes: Uint8Array): string {
  // A PDF of a pack has the pack attached; its own pages prove nothing.
  if (bytes[0] === 0x25 && bytes[1] === 0x50) throw new Unverified(messages.verify.pdf);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unverified(messages.verify.notText);
  }
}
