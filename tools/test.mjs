// `npm test`: all checks, from format to browser. Runs on Node 20 with nothing installed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServerBuilt, ensureWebBuilt } from './build.mjs';
import { ensureInstalled, ensureOldestPostgres, findNode, root, toolEnvironment } from './install.mjs';
import { readReports } from './test-reports.mjs';

const HELP = `npm test — checks everything; npm test -- --only layers,unit checks a part

  format     biome: format and lint               dead       knip: unused files and exports
  types      tsc in every package                 web        server and screens can be built
  layers     who imports whom                     unit       domain, contract, server, web and repo tests
                                                  browser    journeys in a real browser (brought by npm)
  --bail     stop at the first step that fails`;

/**
 * @typedef {(text: string) => void} Print
 * @typedef {{ name: string, title: string, run: (print: Print) => Promise<boolean> }} Step
 * @typedef {{ step: Step, held: boolean, seconds: string, said?: string }} Result
 */

const reports = mkdtempSync(join(tmpdir(), 'attain-reports-'));
/** @type {string[]} */
const written = [];

/** Steps that use both cores. All others run two at a time. */
const TESTING = ['unit', 'browser'];

/** @type {Step[]} */
const steps = [
  {
    name: 'format',
    title: 'Format and lint',
    run: (print) => tool('@biomejs/biome/bin/biome', ['check', '.'], print),
  },
  { name: 'types', title: 'Types', run: types },
  {
    name: 'layers',
    title: 'Layers: who imports whom',
    run: (print) => program('tools/repo-checks/cruise.mjs', [], print),
  },
  {
    name: 'dead',
    title: 'Dead code and undeclared packages',
    run: (print) => tool('knip/bin/knip.js', [], print),
  },
  { name: 'web', title: 'Server and screens can be built', run: builds },
  {
    name: 'unit',
    title: 'Domain, contract, server, web and repo tests',
    run: () => {
      ensureOldestPostgres();
      // some wait for another process, so a third one uses the core
      return vitest('unit', ['!e2e'], 3);
    },
  },
  { name: 'browser', title: 'Journeys in a real browser', run: () => vitest('browser', ['e2e'], 2) },
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
  /** @type {Result[]} */
  const results = [];
  try {
    ensureInstalled();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log('\n0 passed, 1 failed');
    return 1;
  }
  const bail = () => asked.includes('--bail') && results.some(({ held }) => !held);
  const checks = chosenSteps.filter(({ name }) => !TESTING.includes(name)).values();
  const worker = async () => {
    for (const step of checks) if (!bail()) results.push(await check(step));
  };
  await Promise.all([worker(), worker()]);
  for (const step of chosenSteps.filter(({ name }) => TESTING.includes(name))) {
    if (bail()) break;
    console.log(`\n━━ ${step.title}`);
    results.push(await timed(step, (text) => process.stdout.write(text)));
  }
  const tests = readReports(written);
  const otherwise = results.filter(({ step, held }) => !held && !TESTING.includes(step.name));
  const testsBroke = results.some(({ step, held }) => !held && TESTING.includes(step.name));
  // A test run that ends badly without a failed test (a crash, an error outside any test) counts as one failure.
  const failed = otherwise.length + Math.max(tests.failures.length, testsBroke ? 1 : 0);
  console.log('\n━━ Summary');
  for (const { step, held, seconds } of results) {
    console.log(`${held ? '✓' : '✗'} ${step.title} (${seconds} s)`);
  }
  if (tests.skipped > 0) console.log(`${tests.skipped} tests skipped; each says why above`);
  // repeated at the end of the log, where failures are easy to find
  for (const { step, said } of otherwise) console.log(`✗ ${step.title}\n${lastLines(said ?? '')}`);
  for (const failure of tests.failures) console.log(`✗ ${failure}`);
  console.log(`${tests.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @param {string} text */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-20).join('\n');
}

/**
 * Runs a step in parallel. Its output appears below its title when it has ended.
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function check(step) {
  let said = '';
  const result = await timed(step, (text) => {
    said += text;
  });
  process.stdout.write(`\n━━ ${step.title}\n${said}`);
  return { ...result, said };
}

/**
 * @param {Step} step
 * @param {Print} print
 * @returns {Promise<Result>}
 */
async function timed(step, print) {
  const from = performance.now();
  const held = await step.run(print).catch((error) => {
    print(`${error instanceof Error ? error.message : error}\n`);
    return false;
  });
  return { step, held, seconds: ((performance.now() - from) / 1000).toFixed(1) };
}

/** @param {Print} print */
async function builds(print) {
  ensureServerBuilt();
  if (!ensureWebBuilt()) print('The build on disk is up to date.\n');
  return true;
}

/** @param {Print} print */
async function types(print) {
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
  // two projects use both cores; several checkers of one project would work out the same types several times
  const options = ['--pretty', '--checkers', '1'];
  const worker = async () => {
    for (const [at, project] of next)
      outcomes[at] = await tool('typescript-native/bin/tsc', ['-p', project, ...options], print);
  };
  await Promise.all([worker(), worker()]);
  projects.forEach((project, at) => {
    if (!outcomes[at]) print(`✗ ${project}\n`);
  });
  return outcomes.every(Boolean);
}

/**
 * @param {string} name
 * @param {string[]} projects
 * @param {number} workers
 */
function vitest(name, projects, workers) {
  const report = join(reports, `${name}.json`);
  written.push(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return tool('vitest/vitest.mjs', [
    'run',
    `--maxWorkers=${workers}`,
    ...projects.flatMap((one) => ['--project', one]),
    ...reporters,
  ]);
}

/**
 * @param {string} path below node_modules
 * @param {string[]} args
 * @param {Print} [print]
 */
function tool(path, args, print) {
  return program(join('node_modules', path), args, print);
}

/**
 * @param {string} path below the checkout
 * @param {string[]} args
 * @param {Print} [print] receives its output; by default the console, at once
 * @returns {Promise<boolean>} whether it ended well
 */
function program(path, args, print) {
  return new Promise((resolve, reject) => {
    const env = { ...toolEnvironment(), NODE_ENV: 'test' };
    const stdio = print ? 'pipe' : 'inherit';
    const child = spawn(findNode(), [join(root, path), ...args], { cwd: root, env, stdio });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => print?.(text));
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
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
