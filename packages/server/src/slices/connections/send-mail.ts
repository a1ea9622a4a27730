import { createHash } from 'node:crypto';
import { isMailAddress } from '@attain/domain/base/mail-address';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { deliverMail } from './deliver-mail.ts';
import { type OpenConnection, openConnection } from './open-connection.ts';
import { withMailServer } from './with-mail-server.ts';

const maxRecipients = 50;

/** A mail of a workspace. */
export interface AskedMail {
  readonly tenantId: string;
  /** The connection; null: the only mail server of the workspace. */
  readonly name: string | null;
  /** Addresses, separated by commas. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { filename: string; contentType: string; content: Buffer }[];
  /** Every attempt with the same key has the same Message-ID, so that a mailbox recognises a mail that came twice. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Runs before the mail leaves; the mail is not sent if it throws. */
  readonly before?: (connection: OpenConnection) => Promise<void>;
}

/** Sends a mail through a mail server of the workspace. Throws EffectFailed. */
export function sendMail(ctx: AppContext, asked: AskedMail) {
  const to = recipientsIn(asked.to);
  const { subject, text, attachments } = asked;
  if (/[\r\n]/.test(subject)) throw new EffectFailed('BAD_CONFIG', 'The subject must be a single line.');
  const place = { tenantId: asked.tenantId, kind: 'email' as const, name: asked.name };
  return openConnection(ctx, place, async (connection) => {
    await asked.before?.(connection);
    const from = String(connection.config.from);
    const messageId = messageIdOf(asked.key, from);
    // loaded with the first mail: most processes never send one
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const message = await new MailComposer({
      from,
      to: [...to],
      subject,
      messageId,
      attachments: [...attachments],
      text,
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build();
    const envelope = { from: addressIn(from), to, message };
    const { accepted, rejected, response } = await withMailServer(ctx, connection, asked.signal, (session) =>
      deliverMail(session, envelope),
    );
    return { messageId, accepted: [...accepted], rejected: [...rejected], response };
  });
}

/** Derived from the key alone, at the sender's domain. */
function messageIdOf(key: string, from: string): string {
  const domain = addressIn(from).split('@')[1] ?? 'attain.invalid';
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
}

/** The addresses in a text. Throws EffectFailed when one is none, or there are none or too many. */
export function recipientsIn(text: string): readonly string[] {
  const all = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean);
  const wrong = all.find((one) => !isMailAddress(one));
  if (wrong !== undefined) {
    const reason = `“${wrong.slice(0, 100)}” is not an email address. Use ann@example.com, separated by commas.`;
    throw new EffectFailed('BAD_CONFIG', reason);
  }
  if (all.length === 0 || all.length > maxRecipients) {
    const reason = `An email needs 1 to ${maxRecipients} recipients; this one has ${all.length}.`;
    throw new EffectFailed('BAD_CONFIG', reason);
  }
  return all;
}

/** `Attain <pay@example.com>` → `pay@example.com`. */
function addressIn(from: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  if (isMailAddress(address)) return address;
  throw new EffectFailed('NOT_CONFIGURED', `The connection’s sender “${from}” is not an email address.`);
}
