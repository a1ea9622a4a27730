import { type Decimal, decimal, ZERO } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Payment } from '@attain/domain/payments/payment';
import { paymentLeaf, paymentsRoot } from '@attain/domain/proofs/payments-file';
import { nodeDigest } from '../../audit/node-digest.ts';
import { asJson, RowBuffer } from '../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../db/database.ts';

/** Totals of a stored run. */
export interface StoredPayments {
  readonly count: number;
  /** By payment currency. */
  readonly totals: Readonly<Record<string, string>>;
  readonly resultHash: string;
}

/** Takes payments as they are made and stores them with their ledgers, in large portions. */
export interface PaymentWriter {
  add(payment: Payment, participantName: string): Promise<void>;
  finish(): Promise<StoredPayments>;
}

// characters held before a portion is sent
const portion = 4_000_000;

/** Writes a run's payments and ledger lines on the transaction's own connection. */
export function paymentWriter(tx: TenantTx, runId: string): PaymentWriter {
  const key = ['tenant_id', 'payment_run_id', 'participant_id', 'currency'];
  const rows = new RowBuffer('payments', [
    ...key,
    ...['participant_name', 'earned', 'net', 'opening', 'closing', 'paid', 'prior_count', 'leaf_hash'],
  ]);
  const lines = new RowBuffer('payment_lines', [
    ...key,
    ...['seq', 'kind', 'amount', 'message', 'formula', 'rule', 'refers_to', 'before', 'after'],
  ]);
  const leaves: { participantId: string; currency: string; leafHash: string }[] = [];
  const totals = new Map<string, Decimal>();
  let count = 0;
  const send = async () => {
    await rows.flush(tx.client);
    await lines.flush(tx.client);
  };
  return {
    add: async (payment, participantName) => {
      const leafHash = paymentLeaf(nodeDigest, { ...payment, participantName });
      const own = [tx.tenantId, runId, payment.participantId, payment.currency];
      const { earned, net, opening, closing, paid } = payment;
      const priors = payment.ledger.filter(({ kind }) => kind === 'prior-period').length;
      rows.add([
        ...own,
        participantName,
        earned,
        net,
        asJson(opening),
        asJson(closing),
        asJson(paid),
        priors,
        leafHash,
      ]);
      for (const { seq, kind, amount, message, formula, rule, references, before, after } of payment.ledger)
        lines.add([
          ...own,
          seq,
          kind,
          amount,
          message,
          formula,
          rule,
          asJson(references),
          asJson(before),
          asJson(after),
        ]);
      count += 1;
      totals.set(paid.currency, (totals.get(paid.currency) ?? ZERO).plus(decimal(paid.amount)));
      leaves.push({ participantId: payment.participantId, currency: payment.currency, leafHash });
      if (rows.length + lines.length > portion) await send();
    },
    finish: async () => {
      await send();
      const sums = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        count,
        totals: Object.fromEntries(sums.map(([currency, total]) => [currency, moneyText(total, currency)])),
        resultHash: paymentsRoot(nodeDigest, leaves),
      };
    },
  };
}
