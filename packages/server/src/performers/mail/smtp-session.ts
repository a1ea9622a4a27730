import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';

const connectMs = 10_000;
const silentMs = 30_000;

/** A mail ready to be sent. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they travel. */
  readonly message: Buffer;
}

/** What the mail server said. */
export interface Delivery {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly response: string;
}

/**
 * Hands a mail to the server of a connection, encrypted and with its certificate verified unless the connection says otherwise.
 * Only a server that the operator allows is reached. Fails with whether the mail may be on its way all the same.
 */
export async function deliverMail(
  connection: OpenConnection,
  { from, to, message }: Envelope,
  given: { readonly allowed: readonly string[]; readonly signal: AbortSignal },
): Promise<Delivery> {
  const url = new URL(connection.address);
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
  const host = url.hostname.toLowerCase();
  const place = `${host}:${port}`;
  if (!given.allowed.includes(place)) {
    const say = `${place} is not among the mail servers the operator allows (ATTAIN_ALLOWED_MAIL_SERVERS); nothing was sent.`;
    throw new EffectFailed('HOST_NOT_ALLOWED', say);
  }
  const { tls } = connection.config;
  const session = new SMTPConnection({
    ...{ host, port, secure, requireTLS: !secure && tls !== 'off', ignoreTLS: tls === 'off' },
    tls: { rejectUnauthorized: tls !== 'require' },
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silentMs, name: 'attain' },
  });
  const close = () => session.close();
  given.signal.addEventListener('abort', close, { once: true });
  let handedOver = false;
  try {
    return await new Promise<Delivery>((resolve, reject) => {
      session.on('error', reject);
      session.on('end', () => reject(new Error('it closed the connection')));
      const body = Readable.from([message]).on('end', () => {
        handedOver = true;
      });
      const send = () =>
        session.send({ from, to: [...to], size: message.length }, body, (error, sent) =>
          error || !sent ? reject(error ?? new Error('no answer')) : resolve(deliveryOf(to, sent)),
        );
      session.connect((error) => {
        if (error) return reject(error);
        if (connection.secret === null) return send();
        const auth = { user: String(connection.config.username), pass: connection.secret };
        session.login(auth, (refused) => (refused ? reject(refused) : send()));
      });
    });
  } catch (error) {
    throw failureOf(error, place, handedOver);
  } finally {
    given.signal.removeEventListener('abort', close);
    session.close();
  }
}

function deliveryOf(
  to: readonly string[],
  sent: { rejected?: readonly string[] | undefined; response?: string | undefined },
): Delivery {
  const rejected = sent.rejected ?? [];
  return { accepted: to.filter((one) => !rejected.includes(one)), rejected, response: sent.response ?? '' };
}

/** 4xx passes by itself, 5xx does not; without an answer after the mail was handed over, nobody knows. */
function failureOf(error: unknown, place: string, handedOver: boolean): EffectFailed {
  const { message = '', responseCode } = (error ?? {}) as { message?: string; responseCode?: number };
  if (responseCode !== undefined) {
    const say = `${place} refused the mail: ${message.slice(0, 300)}`;
    return new EffectFailed('REFUSED', say, { retryable: responseCode < 500 });
  }
  const say = `${place} could not be reached, or fell silent: ${message.slice(0, 300)}`;
  return new EffectFailed('UNREACHABLE', say, { retryable: true, outcomeUnknown: handedOver });
}
