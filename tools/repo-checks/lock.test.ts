import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingOptional } from '../complete-lock.mjs';
import { root } from '../install.mjs';

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly license?: string;
}

/** Licenses that allow use, change and redistribution without opening one's own source. */
const permissive = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0'],
  // fonts, which may be redistributed with a program
  'OFL-1.1',
];

/** Packages without a license in package.json, with the license of their LICENSE file. */
const unstated: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

/** True if one of the alternative licenses is permissive. */
function isPermissive(licence: string): boolean {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => permissive.includes(one));
}

test('the lock file names the packages of every system, so that npm ci works on all of them', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = missingOptional(lock.packages).map(({ name }) => name);
  expect(missing, 'fix it with: node tools/complete-lock.mjs').toEqual([]);
});

test('every package has its hash, but for optional programs of build tools on other systems', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, Locked>);
  const unhashed = packages.filter(
    ([path, one]) => path.includes('node_modules/') && !one.link && !one.integrity,
  );
  const installedHere = unhashed.filter(([, one]) => !one.optional || !one.dev || !one.cpu);
  expect(installedHere.map(([path]) => path)).toEqual([]);
  const tested = unhashed.filter(([, { os = [], cpu = [], libc = ['glibc'] }]) =>
    [os.includes('linux'), cpu.includes('x64'), libc.includes('glibc')].every(Boolean),
  );
  expect(tested.map(([path]) => path)).toEqual([]);
});

test('every package that Attain runs on has a permissive licence', () => {
  expect(['(MIT OR GPL-2.0)', 'MIT AND GPL-3.0', 'MPL-2.0'].map(isPermissive)).toEqual([true, false, false]);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, Locked>);
  const shipped = packages.filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link);
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.flatMap(([path, { license = unstated[path] ?? 'not stated' }]) =>
    isPermissive(license) ? [] : [`${path}: ${license}`],
  );
  expect(others).toEqual([]);
});
