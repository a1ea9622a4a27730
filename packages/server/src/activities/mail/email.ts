import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { anId } from '../../base/cursor.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity, Performing } from '../../runs/engine/perform-effect.ts';
import { openConnection } from '../../slices/connections/open-connection.ts';
import { withMailServer } from '../../slices/connections/with-mail-server.ts';
import { readFiles } from '../../slices/workflow-runs/files/read-files.ts';
import { actingFor } from '../acting-for.ts';
import { connectionNamed, textOf } from '../config-values.ts';
import { deliverMail } from './deliver-mail.ts';

const maxRecipients = 50;
const maxFiles = 10;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/**
 * Sends a mail through the workspace's mail server, with files of the workspace attached. Every attempt of a step carries the
 * same Message-ID, so that a mailbox recognises a mail that came twice.
 */
export function email(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { run, effect, signal } = given;
      const { config } = effect;
      const to = recipientsIn(textOf(config, 'to'));
      const subject = textOf(config, 'subject');
      if (/[\r\n]/.test(subject)) throw new EffectFailed('BAD_CONFIG', 'The subject must be a single line.');
      const attachments = await attached(ctx, given, config.attachments);
      const asked = { tenantId: run.tenantId, kind: 'email' as const, name: connectionNamed(config) };
      return openConnection(ctx, asked, async (connection) => {
        const from = String(connection.config.from);
        const messageId = messageIdOf(effect.idempotencyKey, from);
        // loaded with the first mail: most processes never send one
        const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
        const message = await new MailComposer({
          from,
          to: [...to],
          subject,
          messageId,
          attachments,
          text: typeof config.body === 'string' ? config.body : '',
          headers: { 'auto-submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
          .compile()
          .build();
        const envelope = { from: addressIn(from), to, message };
        const { accepted, rejected, response } = await withMailServer(ctx, connection, signal, (session) =>
          deliverMail(session, envelope),
        );
        return { messageId, accepted: [...accepted], rejected: [...rejected], response };
      });
    },
  };
}

/** Derived from the Idempotency-Key alone, at the sender's domain. */
function messageIdOf(idempotencyKey: string, from: string): string {
  const domain = addressIn(from).split('@')[1] ?? 'attain.invalid';
  return `<${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 40)}@${domain}>`;
}

function recipientsIn(text: string): readonly string[] {
  const all = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean);
  const wrong = all.find((one) => !ADDRESS.test(one));
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
  if (ADDRESS.test(address)) return address;
  throw new EffectFailed('NOT_CONFIGURED', `The connection’s sender “${from}” is not an email address.`);
}

/** The files that File Upload has handed on: one, or a list of them. */
async function attached(ctx: AppContext, performing: Performing, given: JsonValue | undefined) {
  const references = given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];
  if (references.length > maxFiles) {
    throw new EffectFailed('BAD_CONFIG', `An email can have at most ${maxFiles} files.`);
  }
  const ids = references.map((one) => idIn(one));
  if (ids.length === 0) return [];
  const files = await readFiles(ctx, await actingFor(ctx, performing), performing.run.id, ids);
  return files.map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content }));
}

function idIn(reference: JsonValue): string {
  const id = isObject(reference) ? (reference as JsonObject).file : reference;
  if (typeof id === 'string' && anId(id)) return id;
  const reason = `${JSON.stringify(reference).slice(0, 100)} is not a file. Attach the output of a File Upload step.`;
  throw new EffectFailed('BAD_CONFIG', reason);
}
