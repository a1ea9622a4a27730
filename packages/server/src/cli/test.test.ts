import { readFileSync } from 'node:fs';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';
import { attain, someFolder } from './child.fixture.ts';

const folder = someFolder();
let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({ 'agent-developer': { participantId: null } });
});
afterAll(async () => {
  folder.remove();
  await ctx?.stop();
});

const place = { title: '', position: { x: 0, y: 0 } };
const document = {
  ...EMPTY_WORKFLOW,
  name: 'Doubled',
  nodes: [
    { ...place, id: 'begin', type: 'start', config: {} },
    { ...place, id: 'done', type: 'end', config: { result: 'input.amount * 2' } },
  ],
  edges: [{ id: 'e', from: { node: 'begin', port: 'out' }, to: { node: 'done', port: 'in' } }],
};
const caseOf = (name: string, value: number) => ({
  name,
  input: { amount: 2 },
  variables: {},
  startAt: '2026-01-31T12:00:00Z',
  stubs: [],
  expectations: [{ kind: 'output', path: '', test: 'equals', value, tolerance: '0' }],
});

describe('attain test', () => {
  test('[WT-11] ends with 0 or 4, names what failed, and writes JUnit XML', async () => {
    const dev = tenant.as('agent-developer');
    const { body: workflow } = await dev.post('/api/workflows', { name: 'Doubled', document });
    const suiteOf = async (name: string, ...cases: object[]) => {
      const given = { name, description: '', workflowId: workflow.id };
      let { body: suite } = await dev.post('/api/suites', given);
      for (const one of cases) {
        const added = { revision: suite.revision, caseId: null, test: one };
        suite = (await dev.post(`/api/suites/${suite.id}/cases`, added)).body;
      }
    };
    await suiteOf('Right', caseOf('Two', 4));
    await suiteOf('Wrong & <odd>', caseOf('Two', 4), caseOf('Three', 5));
    const env = { ATTAIN_USER: tenant.usernameOf('agent-developer'), ATTAIN_PASSWORD: tenant.password };
    const run = (...more: string[]) => attain(['test', '--url', ctx.url, ...more], { env });
    const right = await run('--suite', 'Right');
    expect(right, right.err).toMatchObject({
      code: 0,
      out: 'Right: passed, 1 of 1 cases passed, 100% covered\n',
    });
    const file = folder.file('junit.xml', '');
    const all = await run('--junit', file);
    expect(all, all.err).toMatchObject({ code: 4 });
    expect(all.err).toContain('Wrong & <odd> › Three\n  The output differs in one place. (at done)');
    const xml = readFileSync(file, 'utf8');
    expect(xml).toContain('<testsuite name="Wrong &amp; &lt;odd&gt;" tests="2" failures="1" errors="0"');
    expect(xml).toContain('at done: expected 5, got 4</failure>');
    expect((await run('--suite', 'Right', '--min-coverage', '101')).code).toBe(4);
    expect((await run('--suite', 'No such suite')).code).toBe(1);
    expect((await run('--version', 'x')).code).toBe(64);
  });
});
