import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingOptional } from '../complete-lock.mjs';
import { root } from '../install.mjs';

test('the lock file names the packages of every system, so that npm ci works on all of them', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = missingOptional(lock.packages).map(({ name }) => name);
  expect(missing, 'mend it with: node tools/complete-lock.mjs').toEqual([]);
});
