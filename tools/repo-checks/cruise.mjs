import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { root } from '../install.mjs';
import { forbiddenImports } from './layers.mjs';

const places = ['packages/domain/src', 'packages/contract/src', 'packages/server/src', 'packages/web/src'];
const others = ['e2e', 'bench', 'tools'];

/**
 * @typedef {object} Cruise
 * @property {string[]} violations `rule: from → to`
 * @property {string[]} modules the source files whose imports were followed
 * @property {string[]} unused modules of domain and contract that nothing but tests imports (their packages offer every
 *   file, which makes the dead-code tool blind there)
 * @property {string[]} missed source files that were not read
 */

/**
 * Follows every import below `folder` and returns those the rules forbid.
 * @param {string} folder the checkout, or something laid out like it
 * @returns {Promise<Cruise>}
 */
export async function checkLayers(folder) {
  const present = [...places, ...others].filter((place) => existsSync(join(folder, place)));
  const { output } = await cruise(present, {
    baseDir: resolve(folder),
    validate: true,
    ruleSet: { forbidden: forbiddenImports() },
    tsPreCompilationDeps: true, // types count: a type from the wrong room ties the rooms as well
    combinedDependencies: true, // the root's development tools are declared for all
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser answered with text where a result was asked for.');
  const doors = doorsOfLibrary(folder);
  const onDisk = present.flatMap((place) => sourcesBelow(folder, place));
  const seen = new Set(output.modules.map(({ source }) => source));
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    modules: onDisk.filter((file) => seen.has(file)),
    unused: output.modules
      .filter(({ source }) => /^packages\/(domain|contract)\/src\//.test(source) && !isTest(source))
      .filter(({ dependents }) => dependents.every(isTest))
      .map(({ source }) => source)
      .filter((source) => !doors.has(source)),
    missed: onDisk.filter((file) => !seen.has(file)),
  };
}

/**
 * Files that the library's page documents for import. Their users are outside this repository.
 * @param {string} folder
 */
function doorsOfLibrary(folder) {
  const page = join(folder, 'packages/domain/README.md');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const named = text.matchAll(/from '@attain\/domain\/([\w/-]+)'/g);
  return new Set([...named].map(([, file]) => `packages/domain/src/${file}.ts`));
}

/** @param {string} file */
function isTest(file) {
  return /\.(test|fixture)\.tsx?$/.test(file);
}

/**
 * @param {string} folder
 * @param {string} place
 * @returns {string[]}
 */
function sourcesBelow(folder, place) {
  return readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${place}/${name.replaceAll('\\', '/')}`);
}

if (process.argv[1]?.endsWith('cruise.mjs')) {
  const { violations, modules, unused, missed } = await checkLayers(root);
  for (const one of violations) console.log(`✗ ${one}`);
  for (const file of unused) console.log(`✗ nothing imports it: ${file}`);
  for (const file of missed) console.log(`✗ not read: ${file}`);
  const whole = places.every((place) => modules.filter((file) => file.startsWith(`${place}/`)).length > 5);
  if (!whole) console.log('✗ a package had hardly a module');
  console.log(`${modules.length} modules checked, ${violations.length} violations`);
  if (violations.length > 0 || unused.length > 0 || missed.length > 0 || !whole) process.exitCode = 1;
}
