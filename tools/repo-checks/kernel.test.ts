import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledModule } from '../compile-kernel.mjs';
import { root } from '../install.mjs';

test('the compiled kernel is what its sources say, byte for byte', async () => {
  const kept = readFileSync(join(root, 'packages/domain/src/payouts/kernel/compiled-module.ts'), 'utf8');
  expect(kept, 'mend it with: node tools/compile-kernel.mjs').toBe(await compiledModule());
});
