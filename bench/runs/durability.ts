/** The invariants of runs at full size: kills at every place, dead and stopped workers, a database that ends. */

import { existsSync, readFileSync } from 'node:fs';
import { parseFlags } from '../flags.ts';

import { circumstances, load, publish } from '../measuring.ts';
import { databaseRestarts } from './durability/database-restarts.ts';
import { killedEverywhere } from './durability/killed-everywhere.ts';
import type { Part } from './durability/part.ts';
import { processesAgain } from './durability/processes-again.ts';
import { takenOver } from './durability/taken-over.ts';

const { values: options } = parseFlags({
  options: {
    parts: { type: 'string', default: 'kills,workers,database,parked' },
    'stopped-seconds': { type: 'string', default: '60' },
    runs: { type: 'string', default: '5000' },
    'every-seconds': { type: 'string', default: '5' },
    parked: { type: 'string', default: '100000' },
    restarts: { type: 'string', default: '50' },
    out: { type: 'string', default: 'bench/results/durability.md' },
    help: { type: 'boolean', default: false },
  },
});

interface Programme {
  readonly heading: string;
  /** The flags it was run with. */
  readonly flags: string;
  readonly run: () => Promise<Part>;
}

const parts: Readonly<Record<string, Programme>> = {
  kills: { heading: 'Killed at every place', flags: '', run: killedEverywhere },
  workers: {
    heading: 'Two workers',
    flags: ` --stopped-seconds ${options['stopped-seconds']}`,
    run: () => takenOver(Number(options['stopped-seconds'])),
  },
  database: {
    heading: 'PostgreSQL that ends again and again',
    flags: ` --runs ${options.runs} --every-seconds ${options['every-seconds']}`,
    run: () =>
      databaseRestarts({ runs: Number(options.runs), everySeconds: Number(options['every-seconds']) }),
  },
  parked: {
    heading: 'Workers that start and end with parked runs',
    flags: ` --parked ${options.parked} --restarts ${options.restarts}`,
    run: () => processesAgain({ parked: Number(options.parked), restarts: Number(options.restarts) }),
  },
};

const title = '# Runs that outlive whatever happens';

if (options.help)
  console.log(
    'node bench/runs/durability.ts [--parts kills,workers,database,parked] [--stopped-seconds 60] [--runs 5000] [--every-seconds 5] [--parked 100000] [--restarts 50] [--out bench/results/durability.md]',
  );
else await main();

/** Each part's results are saved at once, with those of earlier parts. A failed part ends the bench. */
async function main(): Promise<void> {
  for (const name of options.parts.split(',')) {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`There is no part "${name}"; there are ${Object.keys(parts).join(', ')}.`);
    const loads = [load()];
    const { text, serverVersion } = await part.run();
    loads.push(load());
    const command = `node bench/runs/durability.ts --parts ${name}${part.flags}`;
    keep(part.heading, `${text}${circumstances({ command, serverVersion, loads })}`);
  }
}

/** Writes a section in its place, and those of the other parts as they were. */
function keep(heading: string, text: string): void {
  const sections = new Map(
    (existsSync(options.out) ? readFileSync(options.out, 'utf8') : '')
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf('\n')),
        section.slice(section.indexOf('\n')).trim(),
      ]),
  );
  sections.set(heading, text.trim());
  const inOrder = Object.values(parts).flatMap((part) => {
    const section = sections.get(part.heading);
    return section === undefined ? [] : [`## ${part.heading}\n\n${section}\n`];
  });
  publish(options.out, `${[title, ...inOrder].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}`);
}
