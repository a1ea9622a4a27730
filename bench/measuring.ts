import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** The middle value; of an even number of them the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Watches how much memory this process holds, threads included; `stop` says the most it held, in MB. */
export function watchMemory(): { stop: () => number } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  look();
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return Math.round(peak / 1024 / 1024);
    },
  };
}

/** Waits until the machine has been quiet (load below the limit) at this moment, at most so long; says the load it found. */
export async function waitForQuiet(options: { below: number; atMostSeconds: number }): Promise<number> {
  const until = performance.now() + options.atMostSeconds * 1000;
  while (load() >= options.below && performance.now() < until) {
    await new Promise((wake) => setTimeout(wake, 5000));
  }
  return load();
}

/** The load average of the last minute. */
export function load(): number {
  return loadavg()[0] ?? 0;
}

/** The footer of every results table: where, when and how it was measured. */
export function circumstances(facts: {
  command: string;
  serverVersion: string;
  loads: readonly number[];
}): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const loads = facts.loads.map((one) => one.toFixed(2));
  return `Command: \`${facts.command}\`

${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpuName() ?? cpu?.model ?? 'unknown'}, ${gigabytes} GB · Node ${process.version} · PostgreSQL ${facts.serverVersion} (embedded, fsync on) · load of the machine in the last minute, at the start and after each round: ${loads.join(', ')}
`;
}

function cpuName(): string | undefined {
  try {
    return /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** A table in Markdown; the first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Writes the results where the next reader finds them, and shows them. */
export function publish(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(text);
}
