/**
 * How much of a folder of n8n workflows the import maps: nodes, expressions, and workflows without a node to replace.
 * `node bench/n8n.ts --help`
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWorkflow } from '../packages/domain/src/workflows/check-workflow.ts';
import { importN8n } from '../packages/domain/src/workflows/n8n/import-n8n.ts';
import { isN8n } from '../packages/domain/src/workflows/n8n/is-n8n.ts';
import { type N8nImport, outcomes } from '../packages/domain/src/workflows/n8n/n8n-report.ts';
import { parseFlags } from './flags.ts';
import { publish, table } from './measuring.ts';

const HELP = `node bench/n8n.ts --folder DIR [--source NAME] [--out bench/results/n8n.md]

Imports every .json file below the folder that is a workflow of n8n, and counts what the reports say. Nothing is stored or run.`;

const { values: options } = parseFlags({
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    source: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'bench/results/n8n.md' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else if (options.folder.length === 0)
  console.log('No --folder of workflows is given, so there is nothing to measure.');
else main();

interface Measured {
  readonly source: string;
  readonly imports: readonly N8nImport[];
  readonly rejected: number;
  readonly slowestMs: number;
}

function main(): void {
  const all = options.folder.map((folder, at) => measure(folder, options.source[at] ?? folder));
  const types = typeRows(all.flatMap(({ imports }) => imports));
  publish(
    options.out,
    `# Import of n8n workflows

${table(['', ...all.map(({ source }) => source)], figures(all))}

A node is mapped as it is, or mapped with something to check: a connection to choose, an answer that may be a list, an expression to
rewrite. The others are kept and block publishing. Notes are no nodes; models, tools and memories of AI agents count as nodes.

## The most frequent types of nodes

${table(['Type', 'Nodes', 'Mapped', 'To check', 'To replace'], types)}

Command: \`node bench/n8n.ts --folder DIR\`, on ${new Date().toISOString().slice(0, 10)}. The workflows are not part of this repository.
`,
  );
}

function measure(folder: string, source: string): Measured {
  const imports: N8nImport[] = [];
  let rejected = 0;
  let slowestMs = 0;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const json = path.endsWith('.json') ? parsed(join(folder, path)) : undefined;
    if (json === undefined || !isN8n(json)) continue;
    const from = performance.now();
    const made = importN8n(json);
    slowestMs = Math.max(slowestMs, performance.now() - from);
    if (made.ok) imports.push(made.value);
    else rejected += 1;
  }
  return { source, imports, rejected, slowestMs };
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path} is not read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function figures(all: readonly Measured[]): readonly (readonly string[])[] {
  const row = (label: string, of: (one: Measured) => string) => [label, ...all.map(of)];
  const total = ({ imports }: Measured, of: (made: N8nImport) => number) =>
    imports.reduce((sum, made) => sum + of(made), 0);
  const share = (part: number, whole: number) =>
    `${count(part)} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
  const nodes = (one: Measured) => total(one, (made) => made.nodes.length);
  const expressions = (one: Measured) =>
    total(one, (made) => made.expressions.translated + made.expressions.untranslated);
  const workflows = (one: Measured, holds: (made: N8nImport) => boolean) =>
    share(one.imports.filter(holds).length, one.imports.length);
  return [
    row('Workflows', ({ imports }) => count(imports.length)),
    row('Rejected', ({ rejected }) => count(rejected)),
    row('Nodes', (one) => count(nodes(one))),
    row('Mapped', (one) =>
      share(
        total(one, (made) => outcomes(made).mapped),
        nodes(one),
      ),
    ),
    row('Mapped, to check', (one) =>
      share(
        total(one, (made) => outcomes(made).changed),
        nodes(one),
      ),
    ),
    row('To replace', (one) =>
      share(
        total(one, (made) => outcomes(made).unmapped),
        nodes(one),
      ),
    ),
    row('Expressions', (one) => count(expressions(one))),
    row('Expressions translated', (one) =>
      share(
        total(one, (made) => made.expressions.translated),
        expressions(one),
      ),
    ),
    row('Workflows without a node to replace', (one) =>
      workflows(one, (made) => outcomes(made).unmapped === 0),
    ),
    row('Workflows that can be published at once', (one) =>
      workflows(one, (made) => outcomes(made).unmapped === 0 && checkWorkflow(made.workflow).length === 0),
    ),
    row('Slowest import', ({ slowestMs }) => `${slowestMs.toFixed(0)} ms`),
  ];
}

function typeRows(imports: readonly N8nImport[]): readonly (readonly string[])[] {
  const types = new Map<string, { all: number; mapped: number; changed: number; unmapped: number }>();
  for (const { type, outcome } of imports.flatMap(({ nodes }) => nodes)) {
    const known = types.get(type) ?? { all: 0, mapped: 0, changed: 0, unmapped: 0 };
    types.set(type, { ...known, all: known.all + 1, [outcome]: known[outcome] + 1 });
  }
  return [...types]
    .sort((a, b) => b[1].all - a[1].all)
    .slice(0, 40)
    .map(([type, one]) => [type, ...[one.all, one.mapped, one.changed, one.unmapped].map(count)]);
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
