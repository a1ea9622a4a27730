import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { checkLayers } from './cruise.mjs';
import { domainNouns, sliceNouns } from './layers.mjs';

const domain = 'packages/domain/src';
const contract = 'packages/contract/src';
const server = 'packages/server/src';
const web = 'packages/web/src';

/** Planted violations: the rule that must find it, the file, and its import. */
const planted: [rule: string, file: string, imports: string][] = [
  ['domain-order-plans', `${domain}/plans/early.ts`, '../payouts/payout.ts'],
  ['domain-order-base', `${domain}/base/early.ts`, '../access/role.ts'],
  ['domain-is-pure', `${domain}/plans/reads-files.ts`, 'node:fs'],
  ['domain-is-pure', `${domain}/plans/validates.ts`, 'zod'],
  ['domain-is-pure', `${domain}/plans/speaks.ts`, '../../../contract/src/plans.ts'],
  ['domain-tests-stay-home', `${domain}/plans/wide.test.ts`, '../../../server/src/app-context.ts'],
  ['decimals-live-in-the-domain', `${server}/slices/deals/adds-up.ts`, 'big.js'],
  ['decimals-live-in-the-domain', `${web}/ui/adds-up.ts`, 'big.js'],
  ['contract-says-only', `${contract}/does.ts`, '../../server/src/app-context.ts'],
  ['contract-says-only', `${contract}/listens.ts`, 'fastify'],
  ['stores-are-private', `${server}/slices/quotas/peeks.ts`, '../deals/deal-store.ts'],
  ['slice-order-deals', `${server}/slices/deals/early.ts`, '../plans/publish-plan.ts'],
  ['slices-know-no-http', `${server}/slices/deals/answers.ts`, 'fastify'],
  ['slices-know-no-http', `${server}/slices/deals/routes.ts`, '../../http/app.ts'],
  ['server-room-runs', `${server}/runs/calls.ts`, '../slices/deals/list-deals.ts'],
  ['server-room-http', `${server}/http/calls.ts`, '../slices/deals/list-deals.ts'],
  ['server-room-db', `${server}/db/calls.ts`, '../slices/deals/list-deals.ts'],
  ['server-room-base', `${server}/base/opens.ts`, '../db/database.ts'],
  ['server-knows-no-web', `${server}/base/looks.ts`, '../../../web/src/ui/button.tsx'],
  ['features-stand-alone', `${web}/features/plans/borrows.ts`, '../deals/deal-table.tsx'],
  ['web-room-features', `${web}/features/plans/frames.ts`, '../../shell/sidebar.tsx'],
  ['web-room-builder', `${web}/builder/arranges.ts`, '../pages/deals.tsx'],
  ['web-room-ui', `${web}/ui/asks.ts`, '../api/client.ts'],
  ['ui-knows-no-trade', `${web}/ui/knows.ts`, '../../../domain/src/plans/plan.ts'],
  ['web-knows-no-server', `${web}/pages/reaches.ts`, '../../../server/src/app-context.ts'],
  ['no-cycles', `${domain}/plans/chicken.ts`, './egg.ts'],
  ['no-imports-of-tests', `${server}/base/leans.ts`, './clock.test.ts'],
  ['imports-exist', `${server}/base/hopes.ts`, './nowhere.ts'],
  ['packages-are-declared', `${server}/base/undeclared.ts`, 'acorn'],
];

/** A small project without violations. */
const valid: Record<string, string[]> = {
  [`${domain}/base/result.ts`]: [],
  [`${domain}/access/role.ts`]: ['../base/result.ts'],
  [`${domain}/plans/plan.ts`]: ['../base/result.ts', 'big.js'],
  [`${domain}/plans/plan.test.ts`]: ['./plan.ts', 'node:fs'],
  [`${domain}/plans/egg.ts`]: [],
  [`${domain}/payouts/payout.ts`]: ['../plans/plan.ts'],
  [`${contract}/plans.ts`]: ['../../domain/src/plans/plan.ts', 'zod'],
  [`${server}/app-context.ts`]: ['./db/database.ts'],
  [`${server}/main.ts`]: ['./app-context.ts', './http/app.ts', './slices/plans/publish-plan.ts'],
  [`${server}/base/clock.ts`]: ['node:crypto'],
  [`${server}/base/clock.test.ts`]: ['./clock.ts', '../db/database.ts'],
  [`${server}/db/database.ts`]: ['../base/clock.ts'],
  [`${server}/http/app.ts`]: ['fastify', '../base/clock.ts', '../../../contract/src/plans.ts'],
  [`${server}/slices/deals/deal-store.ts`]: ['../../db/database.ts'],
  [`${server}/slices/deals/list-deals.ts`]: ['./deal-store.ts'],
  [`${server}/slices/plans/publish-plan.ts`]: [
    '../deals/list-deals.ts',
    '../../../../domain/src/payouts/payout.ts',
  ],
  [`${web}/ui/button.tsx`]: [],
  [`${web}/api/client.ts`]: ['../../../contract/src/plans.ts'],
  [`${web}/shell/sidebar.tsx`]: ['../ui/button.tsx'],
  [`${web}/features/deals/deal-table.tsx`]: ['../../ui/button.tsx', '../../api/client.ts'],
  [`${web}/pages/deals.tsx`]: ['../features/deals/deal-table.tsx', '../shell/sidebar.tsx'],
};

const fixtures: string[] = [];
afterAll(() => {
  for (const folder of fixtures) rmSync(folder, { recursive: true, force: true });
});

// The step `layers` of `npm test` checks this repository itself.
describe('imports between layers', () => {
  test('a valid small project passes, and every file of it is read', async () => {
    const { violations, modules, missed } = await checkLayers(build([]));
    expect(violations).toEqual([]);
    expect(missed).toEqual([]);
    expect(modules).toHaveLength(Object.keys(valid).length);
  });

  test('every planted violation is caught by the rule meant for it', async () => {
    const { violations } = await checkLayers(build(planted));
    for (const [rule, file] of planted) {
      expect(
        violations.some((one) => one.startsWith(`${rule}: ${file} → `)),
        `${rule} in ${file}`,
      ).toBe(true);
    }
    const guilty = planted.map(([, file]) => file);
    guilty.push(`${domain}/plans/egg.ts`); // the other half of the planted cycle
    expect(violations.filter((one) => !guilty.some((file) => one.includes(`: ${file} → `)))).toEqual([]);
  });

  test.each([
    [domain, domainNouns],
    [`${server}/slices`, sliceNouns],
  ])('every folder of %s has its place in the order of nouns', (place, nouns) => {
    const folders = readdirSync(join(root, place), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    expect(folders.map(({ name }) => name).filter((name) => !nouns.includes(name))).toEqual([]);
  });
});

/** Writes the valid project, with planted violations, to a temporary folder. */
function build(violations: typeof planted): string {
  const folder = mkdtempSync(join(tmpdir(), 'attain-layers-'));
  fixtures.push(folder);
  for (const [file, imports] of Object.entries(valid)) write(folder, file, imports);
  for (const [, file, imports] of violations) write(folder, file, [imports]);
  if (violations.length > 0) write(folder, `${domain}/plans/egg.ts`, ['./chicken.ts']);
  for (const name of ['big.js', 'zod', 'fastify', 'acorn']) install(folder, name);
  for (const name of ['domain', 'contract', 'server', 'web']) {
    const declared = readFileSync(join(root, 'packages', name, 'package.json'));
    writeFileSync(join(folder, 'packages', name, 'package.json'), declared);
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "fixture", "private": true, "type": "module" }');
  return folder;
}

function write(folder: string, file: string, imports: readonly string[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const lines = imports.map((from) => `import type {} from '${from}';\nimport '${from}';`);
  writeFileSync(join(folder, file), `${lines.join('\n')}\nexport const here = '${file}';\n`);
}

/** Replaces an installed package: only its name and place matter here. */
function install(folder: string, name: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  writeFileSync(join(place, 'index.js'), '');
}
