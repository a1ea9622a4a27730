import { decimal, sum } from '../base/decimal.ts';
import { NotCanonical, parseCanonical } from './canonical.ts';
import { attempt, checkEntryInLog, checkKey, type StatementExpectations } from './check-log.ts';
import type { ProofDigest } from './digest.ts';
import { parseEntry } from './entry.ts';
import {
  oldPaymentsFormat,
  type PaymentsFile,
  paymentLeaf,
  paymentsFormat,
  paymentsRoot,
  upgradePaymentsFile,
} from './payments-file.ts';
import { anything, count, listOf, oneOf, record, text } from './shape.ts';
import { Unverified } from './unverified.ts';
import { isGood, type Verdict, type VerdictStep } from './verdict.ts';

/**
 * Checks a payments file without server or network: its form, that ledgers sum to payments and payments to the totals, and
 * that the audit log has an entry for exactly these payments.
 */
export function verifyPayments(
  digest: ProofDigest,
  content: string,
  expect: StatementExpectations = {},
): Verdict {
  let file: PaymentsFile;
  try {
    file = readPaymentsFile(content);
  } catch (error) {
    if (!(error instanceof Unverified || error instanceof NotCanonical)) throw error;
    return { ok: false, steps: [{ step: 'file', outcome: 'FAIL', message: error.message }] };
  }
  const message = `${file.payments.length} payments for ${file.period.key}, version ${file.version}`;
  const steps: readonly VerdictStep[] = [
    { step: 'file', outcome: 'PASS', message },
    attempt('sums', () => checkSums(file)),
    attempt('key', () => checkKey(digest, file.audit.key, expect)),
    attempt('log', () => checkEntryInLog(digest, file.audit)),
    attempt('payments', () => checkPayments(digest, file)),
  ];
  return { ok: isGood(steps), steps };
}

const word = text(500);
const fileShape = record({
  format: oneOf(paymentsFormat, oldPaymentsFormat),
  period: record({ key: word, from: word, to: word }),
  version: count,
  totals: anything,
  payments: listOf(anything, 1_000_000),
  audit: record({ key: text(1_000), entry: text(100_000), proof: text(100_000) }),
});

function readPaymentsFile(content: string): PaymentsFile {
  const file = parseCanonical(content.endsWith('\n') ? content.slice(0, -1) : content);
  const wrong = fileShape(file, 'payments file');
  if (wrong !== null) throw new Unverified(wrong);
  const read = file as
    | PaymentsFile
    | { readonly format: typeof oldPaymentsFormat; readonly payments: unknown };
  return read.format === oldPaymentsFormat ? upgradePaymentsFile(read) : read;
}

function checkSums({ payments, totals }: PaymentsFile): string {
  for (const { participantId, ledger, net } of payments) {
    const added = sum(ledger.map(({ amount }) => decimal(amount)));
    if (!added.eq(decimal(net)))
      throw new Unverified(`The ledger of ${participantId} totals ${added.toFixed()}, but its net is ${net}`);
  }
  for (const currency of new Set([...payments.map(({ paid }) => paid.currency), ...Object.keys(totals)])) {
    const own = payments.filter(({ paid }) => paid.currency === currency);
    const added = sum(own.map(({ paid }) => decimal(paid.amount)));
    if (!added.eq(decimal(totals[currency] ?? '0')))
      throw new Unverified(
        `The payments in ${currency} total ${added.toFixed()}, but the file states ${totals[currency] ?? '0'}`,
      );
  }
  return `Ledgers sum to payments, and payments to ${Object.entries(totals)
    .map(([currency, total]) => `${total} ${currency}`)
    .join(', ')}`;
}

function checkPayments(digest: ProofDigest, { payments, period, version, audit }: PaymentsFile): string {
  const stray = payments.find(({ periodKey }) => periodKey !== period.key);
  if (stray !== undefined)
    throw new Unverified(`The payment of ${stray.participantId} belongs to another period`);
  const entry = parseEntry(audit.entry);
  if (entry.action !== 'payment.calculated' || entry.object.version !== String(version))
    throw new Unverified('The log entry is for another action or version');
  const leaves = payments.map((payment) => ({ ...payment, leafHash: paymentLeaf(digest, payment) }));
  if (paymentsRoot(digest, leaves) !== entry.after)
    throw new Unverified('A payment was changed, added or removed: the log has other payments');
  return `The log has exactly these ${payments.length} payments`;
}
