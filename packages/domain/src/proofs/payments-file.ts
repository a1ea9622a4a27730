import type { Period } from '../base/period.ts';
import type { Payment } from '../payments/payment.ts';
import { fromHex, toHex } from './bytes.ts';
import { canonicalText } from './canonical.ts';
import type { Digest } from './digest.ts';
import { leafHash } from './merkle.ts';
import { batchTree } from './merkle-batch.ts';
import { withMessages, withOldNames } from './old-member-names.ts';

/** A payment as the log vouches for it: with its ledger, and the name its payee had then. */
export interface RecordedPayment extends Payment {
  readonly participantName: string;
}

/**
 * The payments of one run that anyone can check without a server: every payment with its ledger, and the proof that the
 * audit log has known them since they were calculated. As a file: the canonical JSON (RFC 8785) of this type and a line break.
 */
export interface PaymentsFile {
  readonly format: 'attain.payments/2';
  readonly period: Period;
  readonly version: number;
  /** Sum of what is paid, by payment currency. */
  readonly totals: Readonly<Record<string, string>>;
  readonly payments: readonly RecordedPayment[];
  readonly audit: PaymentsAudit;
}

/** How the log knows the payments: one entry states the root over all of them. */
export interface PaymentsAudit {
  /** Key line of the log. */
  readonly key: string;
  /** The exact body of the entry `payment.calculated`. */
  readonly entry: string;
  /** C2SP `tlog-proof@v1` for that entry. */
  readonly proof: string;
}

/** The mark of a payments file. */
export const paymentsFormat = 'attain.payments/2';

/** The mark of the files of release 0.1, in which a sentence is called `say`. */
export const oldPaymentsFormat = 'attain.payments/1';

/** A payments file of release 0.1 in today's format. */
export function upgradePaymentsFile(file: { readonly payments: unknown }): PaymentsFile {
  return { ...file, payments: withMessages(file.payments), format: paymentsFormat } as PaymentsFile;
}

/** The bytes of the file as text. */
export function writePaymentsFile(file: PaymentsFile): string {
  return `${canonicalText(file)}\n`;
}

/** The leaf of one payment, 64 hex characters: of its canonical form with the member names of release 0.1. */
export function paymentLeaf(digest: Digest, payment: RecordedPayment): string {
  return toHex(leafHash(digest, canonicalText(withOldNames(payment))));
}

/** Identifies a payment in its run. */
interface PaymentKey {
  readonly participantId: string;
  readonly currency: string;
}

/** The order in which payments are hashed: by participant, then currency, each in code units. */
function inHashOrder<T extends PaymentKey>(payments: readonly T[]): T[] {
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return payments.toSorted(
    (a, b) => compare(a.participantId, b.participantId) || compare(a.currency, b.currency),
  );
}

/** The root over all payments of a run, 64 hex characters: its result hash. */
export function paymentsRoot(
  digest: Digest,
  leaves: readonly (PaymentKey & { readonly leafHash: string })[],
): string {
  const ordered = inHashOrder(leaves).map(({ leafHash: hash }) => fromHex(hash));
  return toHex(batchTree(digest, ordered).root);
}
