import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import type { Client } from '../testing/client.ts';
import { sharedTestContext, type TestContext } from '../testing/start-test-context.ts';
import { clientOf } from './client-of.fixture.ts';
import { clientUse } from './client-use.fixture.ts';

const compiler = new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'ES2023',
  module: 'NodeNext',
  lib: ['ES2023'],
  types: [],
  rootDir: '.',
  outDir: 'built',
};

let ctx: TestContext;
let folder: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
  folder = mkdtempSync(join(tmpdir(), 'attain-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await ctx?.stop();
});

/** Sends as the test's client does, each part of the request where the API description has it. */
function sender(as: Client) {
  return async (
    method: string,
    path: string,
    { path: ids = {}, query = {}, body }: { path?: object; query?: object; body?: unknown },
  ): Promise<unknown> => {
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => String((ids as Record<string, string>)[name]));
    const answer =
      method === 'GET'
        ? await as.get(`/api${at}`, query as Record<string, string>)
        : await as.post(`/api${at}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

test('a client made of the API description compiles past the strictest compiler, refuses what the API would, and works', async () => {
  const described = await (await fetch(`${ctx.url}/api/openapi.json`)).json();
  writeFileSync(join(folder, 'client.ts'), clientOf(described as Record<string, unknown>));
  writeFileSync(join(folder, 'use.ts'), clientUse);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts', 'use.ts'] }),
  );
  const compiled = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(compiled.stdout).toBe('');
  const { planId, admin } = await paidWorkspace(ctx);
  const { use } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'built/use.js')).href);
  expect(await use(sender(admin), planId)).toEqual({
    largest: ['d6 80000.00', 'd1 60000.00'],
    components: ['Sales'],
    expects: '100.00',
    passed: [true],
    // above quota 5 % of 1,000, and 2 % for a bike
    delta: '70.00',
    paidBy: 'Field sales',
    known: 4,
  });
});
