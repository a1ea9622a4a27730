import { median, table } from '../measuring.ts';
import type { stepsASecond } from './steps.ts';
import type { Rounds, Served } from './throughput.ts';
import type { workerMemory } from './worker-memory.ts';

/** All that was measured. */
export interface Measured {
  readonly rounds: Rounds;
  readonly connections: number;
  readonly seconds: string;
  readonly pgbench: string;
  /** A computed node, milliseconds. */
  readonly nodeMs: number;
  readonly calls: Awaited<ReturnType<typeof stepsASecond>>;
  readonly memory: Awaited<ReturnType<typeof workerMemory>>;
}

/** The two tables of the page of results. */
export function report(measured: Measured): string {
  return `# Runs of workflows

${throughputTable(measured)}

${stepsTable(measured)}

`;
}

function throughputTable({ rounds, connections, seconds, pgbench }: Measured): string {
  const { attain, inserts, nodeRed } = rounds;
  const ratio = (others: readonly number[]) =>
    median(attain.map((ours, at) => ours.perSecond / (others[at] ?? Number.NaN))).toFixed(2);
  const row = (name: string, results: readonly Served[], against: string) => {
    const of = (pick: (one: Served) => number, digits: number) => median(results.map(pick)).toFixed(digits);
    const each = (what: 'servingMs' | 'storingMs' | 'askingMs') =>
      of((one) => (one[what] * 1000) / one.requests, 0);
    return [
      ...[name, of((one) => one.perSecond, 0), of((one) => one.p50, 2), of((one) => one.p99, 2), against],
      ...[each('servingMs'), each('storingMs'), each('askingMs')],
    ];
  };
  const red = nodeRed.results.map((one) => one.perSecond);
  return `## Webhook → transform → branch → merge → respond, ${connections} connections

${table(
  ['', 'a second', 'p50 ms', 'p99 ms', 'Attain ÷ it', 'serving, µs', 'PostgreSQL, µs', 'asking, µs'],
  [
    row('Attain: signed, run and journal committed before the answer', attain, ''),
    row(`Node-RED ${nodeRed.version}: nothing signed, nothing stored`, nodeRed.results, ratio(red)),
    [
      ...['pgbench, 32 clients: single-row inserts', median(inserts).toFixed(0), '', '', ratio(inserts)],
      ...['', '', ''],
    ],
  ],
)}

Medians of ${attain.length} rounds of ${seconds} s after a warm-up, in turn. Every answer is checked; afterwards the completed runs and the last
lines of their journals are counted. The last three columns are processor time a request. ${pgbench}.`;
}

function stepsTable({ nodeMs, calls, memory }: Measured): string {
  return `## Steps

${table(
  ['', 'measured', 'goal'],
  [
    ['external calls, journaled steps a second', calls.perSecond.toFixed(0), '≥ 1,000'],
    ['one external call after the other in one run, ms a step (median)', calls.sequentialMs.toFixed(2), ''],
    ['the same calls without Attain, ms (median)', calls.bareMs.toFixed(2), ''],
    ['a computed node, ms (a run of 50 nodes over one connection ÷ 52, median)', nodeMs.toFixed(3), '≤ 1'],
    [
      `most memory a worker held, MB (${memory.runs} runs, ${memory.byWorker} effects were its own)`,
      memory.peakMb.toFixed(0),
      '≤ 250',
    ],
  ],
)}`;
}
