import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from './open-connection.ts';

const connectMs = 10_000;
const silentMs = 30_000;

/** A session that is signed in. */
export interface MailSession {
  readonly smtp: SMTPConnection;
  /** Says that a mail is out of our hands: from now on nobody knows whether it arrived, until the server answers. */
  readonly handOver: () => void;
}

/**
 * Works with the mail server of a connection, encrypted and with its certificate verified unless the connection says otherwise.
 * Only a server that the operator allows is reached. Fails with whether a mail may be on its way all the same.
 */
export async function withMailServer<T>(
  ctx: AppContext,
  connection: OpenConnection,
  signal: AbortSignal,
  work: (session: MailSession) => Promise<T>,
): Promise<T> {
  const url = new URL(connection.address);
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
  const host = url.hostname.toLowerCase();
  const place = `${host}:${port}`;
  if (!ctx.settings.allowedMailServers.includes(place)) {
    const reason = `${place} is not among the mail servers the operator allows (ATTAIN_ALLOWED_MAIL_SERVERS); nothing was sent.`;
    throw new EffectFailed('HOST_NOT_ALLOWED', reason);
  }
  const { tls } = connection.config;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const smtp = new Connection({
    ...{ host, port, secure, requireTLS: !secure && tls !== 'off', ignoreTLS: tls === 'off' },
    tls: { rejectUnauthorized: tls !== 'require' },
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silentMs, name: 'attain' },
  });
  const close = () => smtp.close();
  signal.addEventListener('abort', close, { once: true });
  let handedOver = false;
  const handOver = () => {
    handedOver = true;
  };
  try {
    return await new Promise<T>((resolve, reject) => {
      smtp.on('error', reject);
      smtp.on('end', () => reject(new Error('it closed the connection')));
      const begin = () => work({ smtp, handOver }).then(resolve, reject);
      smtp.connect((error) => {
        if (error) return reject(error);
        if (connection.secret === null) return begin();
        const auth = { user: String(connection.config.username), pass: connection.secret };
        smtp.login(auth, (rejected) => (rejected ? reject(rejected) : begin()));
      });
    });
  } catch (error) {
    throw failureOf(error, place, handedOver);
  } finally {
    signal.removeEventListener('abort', close);
    smtp.close();
  }
}

/** 4xx passes by itself, 5xx does not; without an answer after the mail was handed over, nobody knows. */
function failureOf(error: unknown, place: string, handedOver: boolean): EffectFailed {
  const { message = '', responseCode } = (error ?? {}) as { message?: string; responseCode?: number };
  if (responseCode !== undefined) {
    const reason = `${place} refused: ${message.slice(0, 300)}`;
    return new EffectFailed('REFUSED', reason, { retryable: responseCode < 500 });
  }
  const reason = `${place} could not be reached, or fell silent: ${message.slice(0, 300)}`;
  return new EffectFailed('UNREACHABLE', reason, { retryable: true, outcomeUnknown: handedOver });
}
