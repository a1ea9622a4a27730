import { logFormat } from '@attain/domain/proofs/log-file';
import { evidenceFormat } from '@attain/domain/proofs/pack';
import { oldPaymentsFormat, paymentsFormat } from '@attain/domain/proofs/payments-file';
import { Unverified } from '@attain/domain/proofs/unverified';
import type { Verdict } from '@attain/domain/proofs/verdict';
import { type LogExpectations, type LogVerdict, verifyLog } from '@attain/domain/proofs/verify-log';
import { type PackVerdict, verifyPack } from '@attain/domain/proofs/verify-pack';
import { verifyPayments } from '@attain/domain/proofs/verify-payments';
import { type StatementVerdict, verifyStatement } from '@attain/domain/proofs/verify-statement';
import { verifyVersions } from '@attain/domain/proofs/verify-versions';
import { isVersionsFile } from '@attain/domain/proofs/versions-file';
import { linesOf } from './log-lines.ts';
import { nodeDigest } from './node-digest.ts';

/** The kind of file, and the result of checking it. */
export type ExportVerdict =
  | { readonly kind: 'log'; readonly verdict: LogVerdict }
  | { readonly kind: 'payments' | 'versions'; readonly verdict: Verdict }
  | { readonly kind: 'pack'; readonly verdict: PackVerdict }
  | { readonly kind: 'statement'; readonly verdict: StatementVerdict };

/** Checks a file exported from Attain: a log, a statement, payments, an evidence pack or the versions of an agent. Needs no server. */
export async function verifyExport(
  chunks: AsyncIterable<Uint8Array>,
  expect: LogExpectations = {},
): Promise<ExportVerdict> {
  const lines = linesOf(chunks);
  let first: string;
  try {
    first = (await lines.next()).value ?? '';
  } catch (error) {
    if (!(error instanceof Unverified)) throw error;
    const steps = [{ step: 'file', outcome: 'FAIL', message: error.message }] as const;
    return { kind: 'statement', verdict: { ok: false, steps, paid: null } };
  }
  if (first.startsWith(`{"format":${JSON.stringify(logFormat)}`)) {
    return { kind: 'log', verdict: await verifyLog(nodeDigest, rejoined(first, lines), expect) };
  }
  const rest: string[] = [first];
  for await (const line of lines) rest.push(line);
  const content = rest.join('\n');
  if (isVersionsFile(content))
    return { kind: 'versions', verdict: verifyVersions(nodeDigest, content, expect) };
  // canonical members are sorted: the format comes after the audit proof, and names the kind of file
  if (
    [paymentsFormat, oldPaymentsFormat].some((format) =>
      content.includes(`"format":${JSON.stringify(format)}`),
    )
  )
    return { kind: 'payments', verdict: verifyPayments(nodeDigest, content, expect) };
  if (content.includes(`"format":${JSON.stringify(evidenceFormat)}`))
    return { kind: 'pack', verdict: verifyPack(nodeDigest, content, expect) };
  return { kind: 'statement', verdict: verifyStatement(nodeDigest, content, expect) };
}

async function* rejoined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
