// `npm test`: everything that must hold, from format to browser. Runs on Node 20 with nothing installed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, ensureOldestPostgres, findNode, root, toolEnvironment } from './install.mjs';
import { countTests } from './test-counts.mjs';

const HELP = `npm test — checks everything; npm test -- --only layers,unit checks a part

  format     biome: format and lint               dead       knip: files and exports nobody uses
  types      tsc in every package                 web        the screens can be built
  layers     who imports whom                     unit       domain, contract, server, web and house tests
                                                  browser    journeys in a real browser (brought by npm)
  --bail     stop at the first step that fails`;

/**
 * @typedef {{ name: string, title: string, run: () => Promise<boolean> }} Step
 */

const reports = mkdtempSync(join(tmpdir(), 'attain-reports-'));
/** @type {string[]} */
const written = [];

/** @type {Step[]} */
const steps = [
  { name: 'format', title: 'Format and lint', run: () => tool('@biomejs/biome/bin/biome', ['check', '.']) },
  { name: 'types', title: 'Types', run: types },
  { name: 'layers', title: 'Layers: who imports whom', run: () => program('tools/house/cruise.mjs', []) },
  { name: 'dead', title: 'Dead code and undeclared packages', run: () => tool('knip/bin/knip.js', []) },
  { name: 'web', title: 'The screens can be built', run: webBuild },
  {
    name: 'unit',
    title: 'Domain, contract, server, web and house tests',
    run: () => {
      ensureOldestPostgres();
      return vitest('unit', ['!e2e']);
    },
  },
  { name: 'browser', title: 'Journeys in a real browser', run: () => vitest('browser', ['e2e']) },
];

const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  console.log(HELP);
} else {
  const only = chosen(asked);
  process.exitCode = await main(steps.filter(({ name }) => only.length === 0 || only.includes(name)));
}
rmSync(reports, { recursive: true, force: true });

/**
 * @param {Step[]} chosenSteps
 * @returns {Promise<number>} the exit code
 */
async function main(chosenSteps) {
  /** @type {{ step: Step, held: boolean, seconds: string }[]} */
  const results = [];
  try {
    ensureInstalled();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log('\n0 passed, 1 failed');
    return 1;
  }
  for (const step of chosenSteps) {
    console.log(`\n━━ ${step.title}`);
    const from = performance.now();
    const held = await step.run().catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      return false;
    });
    results.push({ step, held, seconds: ((performance.now() - from) / 1000).toFixed(1) });
    if (!held && asked.includes('--bail')) break;
  }
  const tests = countTests(written);
  const otherwise = results.filter(({ step, held }) => !held && !['unit', 'browser'].includes(step.name));
  const testsBroke = results.some(({ step, held }) => !held && ['unit', 'browser'].includes(step.name));
  // A test run that ends badly without a failed test (a crash, an error outside any test) counts as one failure.
  const failed = otherwise.length + Math.max(tests.failed, testsBroke ? 1 : 0);
  console.log('\n━━ Summary');
  for (const { step, held, seconds } of results) {
    console.log(`${held ? '✓' : '✗'} ${step.title} (${seconds} s)`);
  }
  if (tests.skipped > 0) console.log(`${tests.skipped} tests skipped; each says why above`);
  console.log(`${tests.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function webBuild() {
  if (!ensureWebBuilt()) console.log('The build on disk is up to date.');
  return true;
}

async function types() {
  const projects = [
    'packages/domain/tsconfig.json',
    'packages/domain/tsconfig.test.json',
    'packages/contract/tsconfig.json',
    'packages/server/tsconfig.json',
    'packages/web/tsconfig.json',
    'tsconfig.json',
  ];
  const outcomes = projects.map(() => false);
  const next = projects.entries();
  const worker = async () => {
    for (const [at, project] of next)
      outcomes[at] = await tool('typescript/bin/tsc', ['-p', project, '--pretty']);
  };
  await Promise.all([worker(), worker()]);
  projects.forEach((project, at) => {
    if (!outcomes[at]) console.log(`✗ ${project}`);
  });
  return outcomes.every(Boolean);
}

/**
 * @param {string} name
 * @param {string[]} projects
 */
function vitest(name, projects) {
  const report = join(reports, `${name}.json`);
  written.push(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return tool('vitest/vitest.mjs', ['run', ...projects.flatMap((one) => ['--project', one]), ...reporters]);
}

/**
 * @param {string} path below node_modules
 * @param {string[]} args
 */
function tool(path, args) {
  return program(join('node_modules', path), args);
}

/**
 * @param {string} path below the checkout
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it ended well
 */
function program(path, args) {
  return new Promise((resolve, reject) => {
    const env = { ...toolEnvironment(), NODE_ENV: 'test' };
    const child = spawn(findNode(), [join(root, path), ...args], { cwd: root, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** @param {string[]} args */
function chosen(args) {
  const at = args.indexOf('--only');
  const names = at < 0 ? args.filter((one) => !one.startsWith('--')) : (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length === 0) return names;
  console.error(`There is no step "${unknown.join(', ')}".\n\n${HELP}`);
  process.exit(2);
}
