import { linesOf, logFormat } from './log-file.ts';
import { oldPaymentsFormat, paymentsFormat } from './payments-file.ts';
import { Unverified } from './unverified.ts';
import type { Verdict } from './verdict.ts';
import { type LogExpectations, type LogVerdict, verifyLog } from './verify-log.ts';
import { verifyPayments } from './verify-payments.ts';
import { type StatementVerdict, verifyStatement } from './verify-statement.ts';

/** The kind of file, and the result of checking it. */
export type ExportVerdict =
  | { readonly kind: 'log'; readonly verdict: LogVerdict }
  | { readonly kind: 'payments'; readonly verdict: Verdict }
  | { readonly kind: 'statement'; readonly verdict: StatementVerdict };

/** Checks a file exported from Attain: a log, a statement or payments. Needs no server. */
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
    return { kind: 'log', verdict: await verifyLog(rejoined(first, lines), expect) };
  }
  const rest: string[] = [first];
  for await (const line of lines) rest.push(line);
  const content = rest.join('\n');
  // canonical members are sorted: the format comes after the audit proof, and names the kind of file
  if (
    [paymentsFormat, oldPaymentsFormat].some((format) =>
      content.includes(`"format":${JSON.stringify(format)}`),
    )
  )
    return { kind: 'payments', verdict: verifyPayments(content, expect) };
  return { kind: 'statement', verdict: verifyStatement(content, expect) };
}

async function* rejoined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
