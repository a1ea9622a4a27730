/** What the invariants of runs promise, at full size: kills at every place, dead and stopped workers, a database that ends. */

import { parseArgs } from 'node:util';
import { circumstances, load, publish } from '../measuring.ts';
import { databaseRestarts } from './durability/database-restarts.ts';
import { killedEverywhere } from './durability/killed-everywhere.ts';
import type { Part } from './durability/part.ts';
import { processesAgain } from './durability/processes-again.ts';
import { takenOver } from './durability/taken-over.ts';

const { values: options } = parseArgs({
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

const parts: Readonly<Record<string, () => Promise<Part>>> = {
  kills: killedEverywhere,
  workers: () => takenOver(Number(options['stopped-seconds'])),
  database: () =>
    databaseRestarts({ runs: Number(options.runs), everySeconds: Number(options['every-seconds']) }),
  parked: () => processesAgain({ parked: Number(options.parked), restarts: Number(options.restarts) }),
};

if (options.help)
  console.log(
    'node bench/runs/durability.ts [--parts kills,workers,database,parked] [--stopped-seconds 60] [--runs 5000] [--every-seconds 5] [--parked 100000] [--restarts 50] [--out bench/results/durability.md]',
  );
else await main();

/** A part that fails ends the bench; those before it are shown on the way. */
async function main(): Promise<void> {
  const loads = [load()];
  const sections: string[] = [];
  let serverVersion = '';
  for (const name of options.parts.split(',')) {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`There is no part "${name}"; there are ${Object.keys(parts).join(', ')}.`);
    const found = await part();
    console.error(found.text);
    sections.push(found.text);
    serverVersion = found.serverVersion;
    loads.push(load());
  }
  const command = `node bench/runs/durability.ts --parts ${options.parts}`;
  publish(
    options.out,
    `# Runs that outlive whatever happens\n\n${sections.join('')}${circumstances({ command, serverVersion, loads })}`,
  );
}
