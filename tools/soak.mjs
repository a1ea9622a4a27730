// `npm run soak`: draws fresh seeds for every property test for a given time, and stores failing ones.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, findNode, root, toolEnvironment } from './install.mjs';

const HELP = `npm run soak — checks every property test with fresh seeds

  --minutes N    how long (default 30)
  --only TEXT    only test files whose path contains TEXT
  --seconds N    how long each test draws before the next one begins (default 10)

What fails is stored in tools/properties/counterexamples.json: commit it with the fix, and \`npm test\` checks it first.
Ends with 1 when anything failed.`;

const STORE = join(root, 'tools/properties/counterexamples.json');

/** @typedef {{ file: string, test: string, seed: number, path: string | null }} Counterexample */
/** @typedef {Counterexample & { kind: 'runs' | 'find', runs: number, error: string }} Line */

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(HELP);
else process.exitCode = await main();

async function main() {
  const [minutes, seconds] = [numberOf('--minutes', 30), numberOf('--seconds', 10)];
  const only = optionOf('--only') ?? '';
  ensureInstalled();
  const files = propertyTests().filter((file) => file.includes(only));
  if (files.length === 0) {
    console.error(`No property test has "${only}" in its path.`);
    return 2;
  }
  const properties = files.reduce((sum, file) => sum + textOf(file).split('fc.assert(').length - 1, 0);
  const until = Date.now() + minutes * 60_000;
  /** @type {Map<string, number>} */
  const runs = new Map();
  let [rounds, finds] = [0, 0];
  do {
    rounds += 1;
    // A short soak shares its time among the properties; two are checked at a time.
    const fair = Math.max(1, Math.min(seconds, (2 * (until - Date.now())) / 1000 / properties));
    for (const line of await round(files, fair)) {
      if (line.kind === 'runs') {
        const key = `${line.file} > ${line.test}`;
        runs.set(key, (runs.get(key) ?? 0) + line.runs);
      } else {
        finds += 1;
        store(line);
        console.log(
          `\n✗ ${line.file} > ${line.test}\n  seed ${line.seed}, path ${line.path}\n${line.error}\n`,
        );
      }
    }
    const all = [...runs.values()].reduce((sum, one) => sum + one, 0);
    console.log(`Round ${rounds}: ${all} runs of ${runs.size} tests so far, ${finds} failed`);
  } while (Date.now() < until);
  for (const [name, count] of runs) if (count > 0) console.log(`${String(count).padStart(9)}  ${name}`);
  return finds === 0 ? 0 : 1;
}

/**
 * @param {string[]} files
 * @param {number} seconds for each test
 * @returns {Promise<Line[]>} what the tests reported
 */
async function round(files, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'attain-soak-'));
  const report = join(folder, 'report.jsonl');
  writeFileSync(report, '');
  const env = {
    ...toolEnvironment(),
    NODE_ENV: 'test',
    ATTAIN_SOAK_REPORT: report,
    ATTAIN_SOAK_SECONDS: `${seconds}`,
  };
  // A property that takes long on a busy machine is no find.
  const slow = ['--testTimeout=3600000', '--hookTimeout=3600000'];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--silent', '--reporter=dot', ...slow];
  await new Promise((resolve, reject) => {
    const child = spawn(findNode(), [...vitest, ...files], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true, force: true });
  return lines.map((line) => JSON.parse(line));
}

/** @param {Line} find */
function store({ file, test, seed, path }) {
  /** @type {Counterexample[]} */
  const stored = JSON.parse(readFileSync(STORE, 'utf8'));
  stored.push({ file, test, seed, path });
  writeFileSync(STORE, `${JSON.stringify(stored, null, 2)}\n`);
}

/** The test files that check properties, as paths from the checkout. */
function propertyTests() {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .flatMap(({ name }) =>
      readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        `packages/${name}/src/${file}`.replaceAll('\\', '/'),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => textOf(file).includes("from 'fast-check'"));
}

/** @param {string} file */
function textOf(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** @param {string} name */
function optionOf(name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/**
 * @param {string} name
 * @param {number} otherwise
 */
function numberOf(name, otherwise) {
  const value = Number(optionOf(name) ?? otherwise);
  if (!(value > 0)) throw new Error(`${name} needs a number above 0.\n\n${HELP}`);
  return value;
}
