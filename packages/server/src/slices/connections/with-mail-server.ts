import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from './open-connection.ts';

const connectMs = 10_000;
const silentMs = 30_000;

/** A session that is signed in. */
export interface MailSession {
  readonly smtp: SMTPConnection;
  /** Marks a mail as handed over: from now on it is unknown whether it arrived, until the server responds. */
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
    const reason = `${place} is not an allowed mail server (ATTAIN_ALLOWED_MAIL_SERVERS). Nothing was sent.`;
    throw new EffectFailed('HOST_NOT_ALLOWED', reason);
  }
  const { tls } = connection.config;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const smtp = new Connection({
    host,
    port,
    secure,
    requireTLS: !secure && tls !== 'off',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls !== 'require' },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    name: 'attain',
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

/** 4xx errors are temporary, 5xx are not; without a response after handover the outcome is unknown. */
function failureOf(error: unknown, place: string, handedOver: boolean): EffectFailed {
  const { message = '', responseCode } = (error ?? {}) as { message?: string; responseCode?: number };
  if (responseCode !== undefined) {
    const reason = `${place} rejected the request: ${message.slice(0, 300)}`;
    return new EffectFailed('REFUSED', reason, { retryable: responseCode < 500 });
  }
  const reason = `${place} could not be reached or stopped responding: ${message.slice(0, 300)}`;
  return new EffectFailed('UNREACHABLE', reason, { retryable: true, outcomeUnknown: handedOver });
}
