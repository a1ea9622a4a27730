import { decimal, sum } from '@attain/domain/base/decimal';
import { NotCanonical, parseCanonical } from './canonical.ts';
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
import { attempt, checkEntryInLog, checkKey, type StatementExpectations } from './verify-statement.ts';

/**
 * Checks a payments file without server or network: its form, that ledgers sum to payments and payments to the totals, and
 * that the audit log has an entry for exactly these payments.
 */
export function verifyPayments(content: string, expect: StatementExpectations = {}): Verdict {
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
    attempt('key', () => checkKey(file.audit.key, expect)),
    attempt('log', () => checkEntryInLog(file.audit)),
    attempt('payments', () => checkPayments(file)),
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
  const byCurrency = Map.groupBy(payments, ({ paid }) => paid.currency);
  for (const currency of new Set([...byCurrency.keys(), ...Object.keys(totals)])) {
    const added = sum((byCurrency.get(currency) ?? []).map(({ paid }) => decimal(paid.amount)));
    if (!added.eq(decimal(totals[currency] ?? '0')))
      throw new Unverified(
        `The payments in ${currency} total ${added.toFixed()}, but the file states ${totals[currency] ?? '0'}`,
      );
  }
  return `Ledgers sum to payments, and payments to ${Object.entries(totals)
    .map(([currency, total]) => `${total} ${currency}`)
    .join(', ')}`;
}

function checkPayments({ payments, period, version, audit }: PaymentsFile): string {
  const stray = payments.find(({ periodKey }) => periodKey !== period.key);
  if (stray !== undefined)
    throw new Unverified(`The payment of ${stray.participantId} belongs to another period`);
  const entry = parseEntry(audit.entry);
  if (entry.action !== 'payment.calculated' || entry.object.version !== String(version))
    throw new Unverified('The log entry is for another action or version');
  const leaves = payments.map((payment) => ({ ...payment, leafHash: paymentLeaf(payment) }));
  if (paymentsRoot(leaves) !== entry.after)
    throw new Unverified('A payment was changed, added or removed: the log has other payments');
  return `The log has exactly these ${payments.length} payments`;
}
