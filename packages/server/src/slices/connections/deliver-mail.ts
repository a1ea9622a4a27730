import { Readable } from 'node:stream';
import type { MailSession } from './with-mail-server.ts';

/** A mail ready to be sent. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they travel. */
  readonly message: Buffer;
}

/** Response of the mail server. */
interface Delivery {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly response: string;
}

/** Hands one mail to a server that has let us in. */
export function deliverMail(
  { smtp, handOver }: MailSession,
  { from, to, message }: Envelope,
): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    const body = Readable.from([message]).on('end', handOver);
    smtp.send({ from, to: [...to], size: message.length }, body, (error, sent) =>
      error || !sent ? reject(error ?? new Error('no answer')) : resolve(deliveryOf(to, sent)),
    );
  });
}

function deliveryOf(
  to: readonly string[],
  sent: { rejected?: readonly string[] | undefined; response?: string | undefined },
): Delivery {
  const rejected = sent.rejected ?? [];
  return { accepted: to.filter((one) => !rejected.includes(one)), rejected, response: sent.response ?? '' };
}
