import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { TenantTx } from '../../db/database.ts';
import type { IncomingAnswer } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Performing } from '../../runs/engine/perform-effect.ts';
import { hiding } from '../../slices/connections/hide-secret.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import { fileReference } from '../../slices/workflow-runs/files/file-reference.ts';
import { keepFile } from '../../slices/workflow-runs/files/keep-file.ts';
import { bodyOf, mustSucceed, shownHeaders } from './http-answer.ts';
import { readPages } from './read-pages.ts';

/** Calls one address; `page` counts from 0. */
export type Exchange = (url: string, page: number) => Promise<IncomingAnswer>;

/** A body that is kept as a file. */
export interface BinaryAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

interface Reading {
  readonly config: JsonObject;
  readonly url: string;
  readonly nowMs: number;
  readonly keep: (answer: BinaryAnswer) => void;
  readonly exchange: Exchange;
}

/** Makes the call, or the call of each page, and returns what the step hands on. A file is handed to `keep`. */
export async function readResponse({ config, url, nowMs, keep, exchange }: Reading): Promise<JsonObject> {
  const format = String(config.responseFormat ?? 'auto');
  const call = async (address: string, page: number) => {
    const answer = await exchange(address, page);
    const host = URL.canParse(address) ? new URL(address).hostname : address;
    const { successStatuses: success, retryStatuses: retry } = config;
    mustSucceed(answer, { host, success: textIn(success), retry: textIn(retry), nowMs });
    return answer;
  };
  if (config.paging !== undefined && config.paging !== 'none')
    return readPages(config, url, async (address, page) => {
      const answer = await call(address, page);
      const { status, headers, bytes } = answer;
      return { status, headers: shownHeaders(headers), body: bodyAs(answer, format), bytes: bytes.length };
    });
  const answer = await call(url, 0);
  const read = { status: answer.status, headers: shownHeaders(answer.headers) };
  if (!isFile(answer, format)) return { ...read, body: bodyAs(answer, format) };
  const contentType = answer.headers['content-type'] ?? 'application/octet-stream';
  keep({ bytes: answer.bytes, contentType, fileName: fileNameOf(answer, url) });
  return { ...read, body: null };
}

/** Stores a file of an answer with the result of its step; `body` then names the file. */
export async function storeAnswer(
  tx: TenantTx,
  { run, effect }: Performing,
  output: JsonValue,
  { bytes, contentType, fileName }: BinaryAnswer,
): Promise<JsonValue> {
  const kept = await keepFile(tx, {
    fileName,
    contentType,
    content: bytes,
    runId: run.id,
    effectKey: effect.idempotencyKey,
    createdBy: run.startedBy,
  });
  return { ...(output as JsonObject), body: fileReference(kept) };
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function bodyAs(answer: IncomingAnswer, format: string): JsonValue {
  if (format === 'text') return answer.text;
  return format === 'json' ? bodyOf(answer, /(?:)/) : bodyOf(answer);
}

/** Content types that are text; an answer without a type counts as text. */
const TEXT =
  /^\s*(?:$|text\/|application\/(?:[\w.+-]*\b(?:json|xml|yaml|javascript|csv)\b|x-www-form-urlencoded|x-ndjson))/i;

function isFile({ headers, bytes }: IncomingAnswer, format: string): boolean {
  if (format === 'file') return true;
  return format === 'auto' && bytes.length > 0 && !TEXT.test(headers['content-type'] ?? '');
}

/** The name that the answer gives its file, else the end of the address. */
function fileNameOf({ headers }: IncomingAnswer, url: string): string {
  const said = headers['content-disposition'] ?? '';
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(said)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(said);
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const candidates = [decoded(encoded), plain?.[1] ?? plain?.[2], decoded(path.split('/').at(-1))];
  const names = candidates.map((name) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters can't be in a file's name
    (name ?? '').replaceAll(/[\u0000-\u001f\u007f/\\:]/g, '-').slice(0, 200),
  );
  return names.find((name) => !/^[. ]*$/.test(name)) ?? 'response';
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A file can't have its secret replaced, so one that has it is not kept (CONN-6). */
export function mustNotReveal({ secret, config }: OpenConnection, answer: BinaryAnswer): BinaryAnswer {
  const text = answer.bytes.toString('utf8');
  if (hiding(secret, String(config.username ?? ''))(text) === text) return answer;
  throw new EffectFailed(
    'SECRET_IN_ANSWER',
    'The file contains the secret of the connection. It was not kept.',
  );
}
