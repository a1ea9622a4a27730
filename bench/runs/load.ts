/**
 * Sends deliveries from a process of its own, over so many kept connections, each with an amount of its own, and checks every
 * answer. Prints one line of JSON. Started by `bench/runs.ts` with a `Deliveries` as its argument.
 */

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { LoadResult } from '../api/load.ts';
import { percentile } from '../measuring.ts';
import { type Answer, keptConnection } from './kept-connection.ts';

/** Where to send, and how to sign; without a secret nothing is signed. */
export interface Deliveries {
  readonly url: string;
  readonly secret: string | null;
  readonly connections: number;
  readonly seconds: number;
  /** Instead of `url` and `secret`: a target for each connection, in turn. */
  readonly many?: readonly LoadTarget[];
  /** The expected answer: the record of the short flow, or any with status 200. */
  readonly expect?: 'record' | 'any';
}

/** A webhook with its secret, or an endpoint that starts runs as whoever is signed in. */
export interface LoadTarget {
  readonly url: string;
  readonly secret: string | null;
  readonly signedIn?: { readonly cookie: string; readonly token: string };
}

/** The result, and the client's processor time, in milliseconds. */
export type Asked = LoadResult & { readonly askingMs: number };

if (import.meta.main)
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Deliveries)));

async function run(load: Deliveries): Promise<Asked> {
  const times: number[] = [];
  const from = performance.now();
  const until = from + load.seconds * 1000;
  let sent = 0;
  const client = async (at: number) => {
    const target = load.many?.[at % load.many.length] ?? load;
    const url = new URL(target.url);
    // made once: as text the key of each signature would cost more than the signature
    const key = target.secret === null ? null : createSecretKey(target.secret, 'utf8');
    const connection = await keptConnection(url);
    while (performance.now() < until) {
      sent += 1;
      const began = performance.now();
      const request = 'signedIn' in target ? startOf(url, target, sent) : deliveryOf(url, key, sent);
      check(load, sent, await connection.ask(request));
      times.push(performance.now() - began);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, (_, at) => client(at)));
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage();
  return {
    askingMs: (user + system) / 1000,
    requests: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

function amountOf(n: number): number {
  return n % 2000;
}

/** The bytes of a signed request, such as an HTTP client sends. */
function deliveryOf({ pathname, host }: URL, key: KeyObject | null, n: number): string {
  const body = `{"n":${n},"amount":${amountOf(n)},"region":"EMEA","customer":"Brennhagen Industries","note":"as agreed"}`;
  const timestamp = (Date.now() / 1000).toFixed(3);
  const mac = key && createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  const signed = mac === null ? '' : `Attain-Timestamp: ${timestamp}\r\nAttain-Signature: sha256=${mac}\r\n`;
  return `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${signed}\r\n${body}`;
}

/** The bytes of a request that starts a run by API. */
function startOf({ pathname, host }: URL, { signedIn }: LoadTarget, n: number): string {
  const body = `{"input":{"n":${n},"amount":${amountOf(n)},"region":"EMEA"}}`;
  const session = `Cookie: ${signedIn?.cookie}\r\nX-Session-Token: ${signedIn?.token}`;
  return `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n${session}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function check({ url, expect = 'record' }: Deliveries, n: number, { status, body }: Answer): void {
  const given = status === 200 || status === 201 ? JSON.parse(body) : null;
  const output = given?.output ?? given;
  const good = expect === 'any' || (Number(output?.total) === amountOf(n) * 2 && output.region === 'EMEA');
  if (given === null || !good) throw new Error(`${url} answered ${status}: ${body.slice(0, 300)}`);
}
