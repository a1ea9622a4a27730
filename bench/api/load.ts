/**
 * Asks one address again and again from a process of its own, over so many kept connections, and checks every answer.
 * Prints one line of JSON. Started by `bench/api.ts` with a `Load` as its argument.
 */

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { percentile } from '../measuring.ts';

/** The request, and the expected answer. */
export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly status: number;
  /** For reads: the very bytes of the answer. */
  readonly answer?: string;
  /** For writes: the body's fields besides a name that is new each time; an Idempotency-Key, new each time, comes along. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The result, in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load)));

async function run(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const times: number[] = [];
  const from = performance.now();
  const until = from + load.seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      await ask(load, agent);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, client));
  const seconds = (performance.now() - from) / 1000;
  agent.destroy();
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

function ask(load: Load, agent: Agent): Promise<void> {
  const body = load.fields && JSON.stringify({ ...load.fields, name: `Bench ${randomUUID()}` });
  const headers: Record<string, string | number> = { ...load.headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(body);
    headers['idempotency-key'] = randomUUID();
  }
  return new Promise((resolve, reject) => {
    const asked = request(load.url, { method: load.method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const good = answer.statusCode === load.status && (load.answer === undefined || text === load.answer);
        if (good) resolve();
        else reject(new Error(`${load.url} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
