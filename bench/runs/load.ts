/**
 * Sends deliveries from a process of its own, over so many kept connections, each with an amount of its own, and checks every
 * answer. Prints one line of JSON. Started by `bench/runs.ts` with a `Deliveries` as its argument.
 */

import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { LoadResult } from '../api-load.ts';
import { percentile } from '../measuring.ts';

/** Where to send, and how to sign; without a secret nothing is signed. */
export interface Deliveries {
  readonly url: string;
  readonly secret: string | null;
  readonly connections: number;
  readonly seconds: number;
  /** What an answer must be: the record of the short flow, or anything with status 200. */
  readonly expect?: 'record' | 'any';
}

if (import.meta.main)
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Deliveries)));

async function run(load: Deliveries): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const times: number[] = [];
  const from = performance.now();
  const until = from + load.seconds * 1000;
  let sent = 0;
  const client = async () => {
    while (performance.now() < until) {
      sent += 1;
      const began = performance.now();
      await deliver(load, agent, sent);
      times.push(performance.now() - began);
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

function deliver({ url, secret, expect = 'record' }: Deliveries, agent: Agent, n: number): Promise<void> {
  const amount = n % 2000;
  const body = JSON.stringify({
    n,
    amount,
    region: 'EMEA',
    customer: 'Brennhagen Industries',
    note: 'as agreed',
  });
  const timestamp = (Date.now() / 1000).toFixed(3);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  if (secret !== null) {
    headers['attain-timestamp'] = timestamp;
    headers['attain-signature'] =
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const given = answer.statusCode === 200 ? JSON.parse(text) : null;
        const output = given?.output ?? given;
        const good = expect === 'any' || (Number(output?.total) === amount * 2 && output.region === 'EMEA');
        if (given !== null && good) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
