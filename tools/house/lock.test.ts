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
}

test('the lock file names the packages of every system, so that npm ci works on all of them', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = missingOptional(lock.packages).map(({ name }) => name);
  expect(missing, 'mend it with: node tools/complete-lock.mjs').toEqual([]);
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
