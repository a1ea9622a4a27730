import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledModule } from '../compile-kernel.mjs';
import { root } from '../install.mjs';

test('the compiled kernel equals its sources, byte for byte', async () => {
  const kept = readFileSync(join(root, 'packages/domain/src/payouts/kernel/compiled-module.ts'), 'utf8');
  expect(kept, 'fix it with: node tools/compile-kernel.mjs').toBe(await compiledModule());
});
