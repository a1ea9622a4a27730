import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Digest, Policy, WorkloadSize } from './workload.ts';

/** A contestant's setup, sent before any work. */
export interface Setting extends WorkloadSize {
  readonly policy: Policy;
  readonly threads: number;
  /** Attain only. */
  readonly engine: 'typescript' | 'compiled';
  /** The deals and the groups as CSV, for contestants that read files. */
  readonly dealsCsv: string;
  readonly groupsCsv: string;
}

/** Time and result of one piece of work. */
export interface Outcome {
  readonly ms: number;
  /** Processor time of the contestant's process, all its threads together; absent if another process does the work. */
  readonly cpuMs?: number;
  readonly digest?: Digest | Readonly<Record<string, string>>;
  /** Further figures, by name. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** Works that a contestant may know, by name. */
export type Works = Readonly<Record<string, () => Promise<Outcome> | Outcome>>;

/** A contestant in a process of its own. */
export interface Contestant {
  readonly name: string;
  ask(work: string): Promise<Outcome>;
  /** Ends it; the most memory its process ever held, in MiB. */
  leave(): Promise<number>;
}

interface Answer {
  readonly outcome?: Outcome;
  readonly failed?: string;
  readonly peakMib?: number;
}

/** Starts `bench/pay/contestants/<program>` in a process of its own and waits until it is prepared. */
export async function invite(name: string, program: string, setting: Setting): Promise<Contestant> {
  const child = fork(new URL(`contestants/${program}`, import.meta.url), [JSON.stringify(setting)], {
    execArgv: ['--max-old-space-size=12000'],
  });
  await answerOf(child, name);
  const send = async (work: string) => {
    const answer = answerOf(child, `${name}, ${work}`);
    child.send(work);
    return answer;
  };
  return {
    name,
    ask: async (work) => (await send(work)).outcome as Outcome,
    leave: async () => {
      const { peakMib } = await send('leave');
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
      return peakMib ?? Number.NaN;
    },
  };
}

async function answerOf(child: ChildProcess, what: string): Promise<Answer> {
  const gone = new AbortController();
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal: gone.signal }),
      once(child, 'exit', { signal: gone.signal }).then(([code]) => [{ failed: `ended with ${code}` }]),
    ])) as [Answer];
    if (answer.failed !== undefined) throw new Error(`${what}: ${answer.failed}`);
    return answer;
  } finally {
    gone.abort();
  }
}

/** The other side: prepares, reports ready, and works on requests until it is asked to stop. */
export async function compete(
  prepare: (setting: Setting) => Promise<{ works: Works; end: () => Promise<void> }>,
) {
  const send = (answer: Answer) => process.send?.(answer);
  try {
    const { works, end } = await prepare(JSON.parse(process.argv[2] ?? '{}') as Setting);
    send({});
    for await (const [asked] of asking()) {
      if (asked === 'leave') {
        send({ peakMib: peakMib() });
        await end();
        break;
      }
      const work = works[asked];
      if (work === undefined) throw new Error(`does not know "${asked}"`);
      send({ outcome: await work() });
    }
  } catch (error) {
    send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    process.exitCode = 1;
  }
}

async function* asking(): AsyncGenerator<[string]> {
  for (;;) yield (await once(process, 'message')) as [string];
}

/** The high-water mark of resident memory that the system kept for this process. */
function peakMib(): number {
  const kept = /^VmHWM:\s+(\d+) kB$/m.exec(readStatus())?.[1];
  return Math.round((kept === undefined ? process.resourceUsage().maxRSS : Number(kept)) / 1024);
}

function readStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}

/** Elapsed time and processor time of the work, in milliseconds. */
export function took(work: () => void): { readonly ms: number; readonly cpuMs: number } {
  const taking = startTaking();
  work();
  return taking();
}

/** The same of work that is waited for, and its answer. */
export async function tookUntil<T>(
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly cpuMs: number; readonly answer: T }> {
  const taking = startTaking();
  const answer = await work();
  return { ...taking(), answer };
}

function startTaking() {
  const from = performance.now();
  const before = process.cpuUsage();
  return () => {
    const ms = performance.now() - from;
    const { user, system } = process.cpuUsage(before);
    return { ms, cpuMs: (user + system) / 1000 };
  };
}
