import { createHash } from 'node:crypto';
import { isObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Performing } from '../../runs/engine/perform-effect.ts';
import { referencedFile } from '../../slices/workflow-runs/files/file-reference.ts';
import { readFiles } from '../../slices/workflow-runs/files/read-files.ts';
import { actingFor } from '../acting-for.ts';

/** The most files and bytes of one call. */
const maxFiles = 10;
const maxBytes = 20_000_000;

/** The bytes of a call and what they are; the same in every attempt. */
export interface CallBody {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** The body of a call as its format asks; null without one. Fails with BAD_CONFIG if the value doesn't fit the format. */
export async function callBody(ctx: AppContext, given: Performing): Promise<CallBody | null> {
  const { config } = given.effect;
  const { body } = config;
  if (body === undefined) return null;
  switch (config.bodyFormat) {
    case 'form':
      return { bytes: Buffer.from(formOf(body).toString()), contentType: FORM };
    case 'multipart':
      return multipartOf(ctx, given, body);
    case 'text':
      return { bytes: Buffer.from(plain(body)), contentType: 'text/plain; charset=utf-8' };
    case 'file': {
      const [file] = await filesOf(ctx, given, [body]);
      if (!file) throw notAFile(body);
      return { bytes: file.content, contentType: file.contentType };
    }
    default:
      return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' };
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form by name, so that every attempt has the same bytes; a list repeats its field. */
function formOf(body: JsonValue): URLSearchParams {
  return new URLSearchParams(fieldsOf(body).map(([name, value]): [string, string] => [name, plain(value)]));
}

async function multipartOf(ctx: AppContext, given: Performing, body: JsonValue): Promise<CallBody> {
  const fields = fieldsOf(body);
  const files = await filesOf(
    ctx,
    given,
    fields.map(([, value]) => value).filter((value) => referencedFile(value) !== null),
  );
  // the same boundary in every attempt, so that a target that compares repeated calls sees the same bytes
  const boundary = `attain-${createHash('sha256').update(given.effect.idempotencyKey).digest('hex').slice(0, 32)}`;
  const rest = [...files];
  const parts = fields.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    const file = referencedFile(value) === null ? undefined : rest.shift();
    if (file === undefined) return [Buffer.from(`${head}\r\n\r\n${plain(value)}\r\n`)];
    const about = `; filename="${quoted(file.fileName)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
    return [Buffer.from(head + about), file.content, Buffer.from('\r\n')];
  });
  const bytes = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** A name within quotes, as browsers write it. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function fieldsOf(body: JsonValue): (readonly [string, JsonValue])[] {
  if (!isObject(body))
    throw new EffectFailed(
      'BAD_CONFIG',
      'A form needs a record as its body, such as { "name": input.name }.',
    );
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one: JsonValue) => [name, one] as const) : [[name, value] as const],
  );
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function filesOf(ctx: AppContext, given: Performing, references: readonly JsonValue[]) {
  if (references.length === 0) return [];
  if (references.length > maxFiles)
    throw new EffectFailed('BAD_CONFIG', `A call can send at most ${maxFiles} files.`);
  const ids = references.map((reference) => {
    const id = referencedFile(reference);
    if (id === null) throw notAFile(reference);
    return id;
  });
  const files = await readFiles(ctx, await actingFor(ctx, given), given.run.id, ids);
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  if (size > maxBytes)
    throw new EffectFailed('BAD_CONFIG', `The files have ${size} bytes; a call can send ${maxBytes}.`);
  return files;
}

function notAFile(reference: JsonValue): EffectFailed {
  const shown = JSON.stringify(reference).slice(0, 100);
  return new EffectFailed(
    'BAD_CONFIG',
    `${shown} is not a file. Use the output of a File Upload step, or the body of an API Call.`,
  );
}
