import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { useTestFolder } from './tools/test-folder.ts';

useTestFolder();

/** Files that take longest: begun last, they would leave one of two cores idle at the end. */
const SLOW =
  /(screens|overlays|bad-input|durability|several-processes|survive-import|backup|calculate|payments|simulations|embedded)\.test\.ts$/;

/** What the installed sample loads is weighed before another file adds to the sample. */
const FIRST = /loaded-scripts\.test\.ts$/;

/** Files that share a server come last, so that each worker starts it once. */
const sharesServer = (file: string) => readFileSync(file, 'utf8').includes('sharedTestContext()');

/** Projects one after the other, the longest first: a worker goes on with the modules it has only within one. */
const ORDER = ['server', 'domain', 'repo', 'web', 'contract', 'e2e'];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification) =>
      4 * ORDER.indexOf(project.name) +
      (FIRST.test(moduleId) ? 0 : SLOW.test(moduleId) ? 1 : sharesServer(moduleId) ? 3 : 2);
    const places = new Map(sorted.map((one) => [one, place(one)]));
    return sorted.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  }
}

/** Node runs the files itself, as it does in production: nothing is transformed for tests. */
const native = { viteModuleRunner: false, nodeLoader: false };

// One project a room, so that a part of the tests can be run by its name: npx vitest run --project server
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Such a test hangs. How busy the machine is must not decide anything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    sequence: { sequencer: SlowFirst },
    setupFiles: ['tools/properties/property-seeds.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          include: ['packages/domain/src/**/*.test.ts'],
          isolate: false,
          experimental: native,
        },
      },
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['packages/server/src/db/embedded/for-tests.ts'],
          // What files import is read once a worker: a module of the server holds nothing of a house.
          isolate: false,
          experimental: native,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['packages/web/src/**/*.test.{ts,tsx}'], isolate: false },
      },
      { extends: true, test: { name: 'repo', include: ['tools/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/stage.ts'],
          setupFiles: ['tools/properties/property-seeds.ts', 'e2e/tell-failures.ts'],
          isolate: false,
          // A slow machine is no failure: what comes is waited for as long as Playwright itself waits.
          expect: { poll: { timeout: 30_000, interval: 50 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
