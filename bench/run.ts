/** Lists and runs the benches: `npm run bench -- --help`. Each writes its table to bench/results. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const benches: Readonly<Record<string, string>> = {
  import: 'a million deals imported, against raw COPY of the same rows',
  calculation:
    'AdventureWorks and a generated year, against the same arithmetic as SQL, and the engine alone',
  pay: 'the kernel on ten million deals, against DuckDB, PostgreSQL and naive TypeScript, equal to an exact oracle',
  'changed-deal': 'one changed deal through the API: paid again, stored and audited, at two sizes',
  ledger: 'every credited deal of a year from segments of the ledger, against rows',
  live: 'live design on a generated year, against a replay of the same plans',
  standings:
    'standings and expected pay of an open quarter, against its calculation; a stored deal until its payee reads it',
  replay: 'a replay and a Monte Carlo simulation of a closed year, against its calculation',
  triggers: 'the rules of all analysers over a generated year, against one calculation of the same deals',
  analyses:
    'all analysers as an analysis of a year in PostgreSQL: the job runner, progress, cancel, what others wait',
  assistant: 'the panel from click to list, and a what-if, on the sample in a real browser',
  evidence: 'a pack of evidence verified in Node and as in a browser, and 10,000 changed packs found',
  'pay-postgres':
    'the kernel from PostgreSQL rows to stored results, against the same arithmetic as SQL inside PostgreSQL',
  policies: 'one decision by 5 and 60 governance policies, never asked before and cached',
  access: 'what the decision about one request costs with 1,000 custom grants',
  'sign-in': 'signing in with a password hashed by argon2id, one after the other and four at once',
  api: 'one page of deals against a bare Fastify route; a plan created against pgbench',
  runs: 'runs of workflows, stored before they are answered, against single inserts and Node-RED',
  starts: 'runs started over 50 webhooks and by API, in one and ten workspaces, and timers due at once',
  loops: 'a loop with a call in each turn: what a turn costs at its beginning and at its end',
  neighbours:
    'what one workspace at full load does to the webhook, the health check and the lists of another',
  durability:
    'runs killed at every place, taken over, woken up, and a database that ends every 5 s: nothing lost or doubled',
  parked: 'cost of 100,000 runs that wait for people, and how soon a decision resumes one',
  logs: 'one search over the logs of 200,000 runs: a rare text, a common one, a number, and none',
  canvas: 'a workflow of 1,500 nodes and 2,000 connections opened, moved and zoomed, in a real browser',
  n8n: 'how many nodes and expressions of a folder of n8n workflows the import maps',
  web: 'sign-in, moving between screens, and a table of 100,000 payout lines, in a real browser',
};

/** Benches in a subfolder. */
const files: Readonly<Record<string, string>> = {
  durability: 'runs/durability.ts',
  parked: 'runs/parked.ts',
};

const [first, ...rest] = process.argv.slice(2);
if (first === '--help') console.log(help());
else if (first === undefined) process.exitCode = await runAll();
else if (first in benches) process.exitCode = await run(first, rest);
else {
  console.error(`There is no bench "${first}".\n\n${help()}`);
  process.exitCode = 2;
}

function help(): string {
  const list = Object.entries(benches).map(([name, what]) => `  ${name.padEnd(12)} ${what}`);
  return `npm run bench                         all of them, one after the other
npm run bench -- <name> [its flags]   one of them; <name> --help says which flags it has

${list.join('\n')}

Quit everything else first: what they compare is compared in one run, but a busy machine still blurs it.`;
}

async function runAll(): Promise<number> {
  for (const name of Object.keys(benches)) {
    const code = await run(name, []);
    if (code !== 0) return code;
  }
  return 0;
}

/** Each in a process of its own, so that none warms the next one up; its exit code. */
async function run(name: string, flags: readonly string[]): Promise<number> {
  console.error(`━━ ${name}: ${benches[name]}`);
  const program = fileURLToPath(new URL(files[name] ?? `${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...flags], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
