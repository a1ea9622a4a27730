import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Permission } from '@attain/domain/access/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccessLog, DownloadedFile } from '../base/access-log.ts';
import type { Actor } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import { newId } from '../base/ids.ts';
import type { SessionPort } from '../base/session-port.ts';
import { authorise } from './session.ts';

/** A file that goes out. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Buffer | string | Readable;
}

/** A file that came in, on disk; the use-case owns it from here on. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /** SHA-256 hex over fields and file: what an Idempotency-Key is good for. */
  readonly bodyHash: string;
  /** Aborted when the sender hangs up. */
  readonly signal: AbortSignal;
}

/** Routes that transfer files and are therefore not in the JSON contract. */
export interface FileBindings {
  readonly uploadFolder: string;
  readonly downloads: readonly {
    /** Parts of the path and texts of the query are the parameters. */
    readonly path: string;
    readonly permission: Permission;
    readonly answer: (actor: Actor, params: Record<string, string>) => Promise<Download>;
    /** The download as recorded in the audit log. */
    readonly of: (actor: Actor, params: Record<string, string>) => DownloadedFile;
  }[];
  readonly uploads: readonly {
    readonly path: string;
    readonly permission: Permission;
    /** The largest file; without it, that of an import. */
    readonly maxBytes?: number;
    readonly take: (actor: Actor, upload: Upload) => Promise<unknown>;
  }[];
}

/**
 * Mounts uploads (multipart, streamed to disk) and downloads, each behind the same guard as the contract. No file leaves
 * unless the log could be written.
 */
export async function mountFiles(
  app: FastifyInstance,
  ports: { sessions: SessionPort; log: AccessLog },
  bindings: FileBindings,
): Promise<void> {
  const { sessions, log } = ports;
  for (const download of bindings.downloads) {
    app.get(download.path, async (request, reply) => {
      const params = { ...textsOf(request.query), ...textsOf(request.params) };
      const allowed = await authorise(
        request,
        {
          access: download.permission,
          route: download.path,
          body: null,
          ids: Object.values(textsOf(request.params)),
        },
        sessions,
      );
      const actor = actorOf(allowed);
      const file = await download.answer(actor, params);
      await log.downloaded(actor, download.of(actor, params));
      reply.header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      );
      return reply.type(file.contentType).send(file.body);
    });
  }
  for (const upload of bindings.uploads) {
    app.post(upload.path, { config: { isUpload: true } }, async (request, reply) => {
      const allowed = await authorise(
        request,
        { access: upload.permission, route: upload.path, body: null },
        sessions,
      );
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const received = {
        ...(await receive(request, bindings.uploadFolder, upload.maxBytes)),
        signal: gone.signal,
      };
      try {
        return await reply
          .status(201)
          .send(await upload.take(withBody(actorOf(allowed), received.bodyHash), received));
      } catch (error) {
        await rm(received.path, { force: true });
        throw error;
      }
    });
  }
}

/** The values that are text; a repeated one is not. */
function textsOf(given: unknown): Record<string, string> {
  const all = Object.entries((given ?? {}) as Record<string, unknown>);
  return Object.fromEntries(all.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function actorOf(allowed: { actor: Actor } | null): Actor {
  if (!allowed) throw new Error('A file route must not be public.');
  return allowed.actor;
}

function withBody(actor: Actor, bodyHash: string): Actor {
  return { ...actor, request: { ...actor.request, bodyHash } };
}

async function receive(
  request: FastifyRequest,
  folder: string,
  maxBytes: number | undefined,
): Promise<Omit<Upload, 'signal'>> {
  if (!request.isMultipart())
    throw new ApiError('BAD_INPUT', 'Send the file as multipart/form-data, in a field named "file".');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, newId());
  const fields: Record<string, string> = {};
  let fileName: string | null = null;
  const hash = createHash('sha256');
  try {
    for await (const part of request.parts(
      maxBytes === undefined ? {} : { limits: { fileSize: maxBytes } },
    )) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      await pipeline(
        part.file,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(path, { mode: 0o600, flush: true }),
      );
      if (part.file.truncated)
        throw new ApiError(
          'TOO_LARGE',
          maxBytes === undefined
            ? 'The file is larger than this server accepts (ATTAIN_IMPORT_MAX_BYTES).'
            : `“${part.filename}” is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`,
        );
      fileName = part.filename;
    }
  } catch (error) {
    await rm(path, { force: true });
    // A client that disconnected reads no response, and this is not a defect.
    throw isBrokenForm(error) || !request.raw.complete
      ? new ApiError('BAD_INPUT', 'The form is incomplete or not multipart/form-data. Send it again.')
      : error;
  }
  if (fileName === null)
    throw new ApiError('BAD_INPUT', 'The request has no file. Send it in a field named "file".');
  hash.update(JSON.stringify([fileName, fields]));
  return { path, fileName, fields, bodyHash: hash.digest('hex') };
}

/** The form parser's error for an invalid form has neither code nor status; errors of a disk or a limit have one. */
function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof ApiError) && !('code' in error) && !('statusCode' in error)
  );
}
