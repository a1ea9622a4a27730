import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import { EffectFailed, RunCancelled } from '../engine/effect-failed.ts';
import { type AllowedTarget, isPublicAddress } from './allowed-address.ts';
import { answerRoom, LARGE_ANSWER } from './answer-room.ts';

/** The most bytes of an answer that are read: more characters do not travel through a run. */
const MAX_BYTES = MAX_OUTPUT;

/** A call to be made. */
export interface OutgoingCall {
  readonly target: AllowedTarget;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly signal: AbortSignal;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/**
 * Makes one call. The host's name is resolved once, every address is checked, and the connection goes to a checked one; a
 * redirect is an answer and is not followed. Fails with whether the target may have acted all the same.
 */
export function sendRequest(call: OutgoingCall): Promise<IncomingAnswer> {
  const { target, method, headers, body, signal } = call;
  const takeRoom = answerRoom();
  return new Promise((resolve, reject) => {
    let sent = false;
    const fail = (error: NodeJS.ErrnoException) => {
      if (signal.reason instanceof RunCancelled) return reject(new RunCancelled(sent));
      if (error instanceof EffectFailed || signal.aborted) return reject(error);
      const message = `${target.url.hostname} could not be reached: ${error.code ?? error.message}.`;
      reject(new EffectFailed('UNREACHABLE', message, { retryable: true, outcomeUnknown: sent }));
    };
    const send = target.url.protocol === 'https:' ? safeRequest : plainRequest;
    const outgoing = send(target.url, {
      method,
      headers: {
        ...headers,
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      signal,
      agent: false,
      ...(target.named ? {} : { lookup: checkedLookup }),
    });
    outgoing.on('response', (incoming) => {
      readBytes(incoming, () => takeRoom(signal)).then((bytes) => {
        const headers = flat(incoming);
        resolve({
          status: incoming.statusCode ?? 0,
          headers,
          bytes,
          get text() {
            return bytes.toString('utf8');
          },
        });
      }, fail);
    });
    outgoing.on('finish', () => {
      sent = true;
    });
    outgoing.on('error', fail);
    outgoing.end(body ?? undefined);
  });
}

const checkedLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return answer(error, []);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden || addresses.length === 0) {
      const message = `${host} resolves to an address that is not public. Nothing was sent.`;
      return answer(new EffectFailed('ADDRESS_NOT_ALLOWED', message), []);
    }
    if (options.all) return answer(null, addresses);
    const [first] = addresses as [LookupAddress];
    answer(null, first.address, first.family);
  });
};

/** Reads a whole answer; the rest of a large one waits at its sender until there is room. */
async function readBytes(incoming: IncomingMessage, takeRoom: () => Promise<void>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) {
      incoming.destroy();
      throw new EffectFailed('ANSWER_TOO_LARGE', `The response has more than ${MAX_BYTES} bytes.`);
    }
    if (size > LARGE_ANSWER) await takeRoom();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function flat(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}
