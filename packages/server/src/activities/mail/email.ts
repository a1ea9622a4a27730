import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { anId } from '../../base/cursor.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity, Performing } from '../../runs/engine/perform-effect.ts';
import { sendMail } from '../../slices/connections/send-mail.ts';
import { readFiles } from '../../slices/workflow-runs/files/read-files.ts';
import { actingFor } from '../acting-for.ts';
import { connectionNamed, textOf } from '../config-values.ts';
import { governCall } from '../governed-call.ts';

const maxFiles = 10;

/**
 * Sends a mail through the workspace's mail server, with files of the workspace attached. Every attempt of a step carries the
 * same Message-ID, so that a mailbox recognises a mail that came twice.
 */
export function email(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { run, effect, signal } = given;
      const { config } = effect;
      const attachments = await attached(ctx, given, config.attachments);
      return sendMail(ctx, {
        tenantId: run.tenantId,
        name: connectionNamed(config),
        to: textOf(config, 'to'),
        subject: textOf(config, 'subject'),
        text: typeof config.body === 'string' ? config.body : '',
        attachments,
        key: effect.idempotencyKey,
        signal,
        before: (connection) => governCall(ctx, given, connection),
      });
    },
  };
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
