import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../testing/start-test-context.ts';

type Json = Readonly<Record<string, unknown>>;

let ctx: TestContext;
let document: Json;
let nodes: Json[];

beforeAll(async () => {
  ctx = await sharedTestContext();
  document = (await (await fetch(`${ctx.url}/api/openapi.json`)).json()) as Json;
  nodes = nodesOf(document);
});
afterAll(() => ctx?.stop());

function nodesOf(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value as Json]), ...Object.values(value).flatMap(nodesOf)];
}

/** The value a `#/…` reference names. */
function at(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
}

test('no shape of the API description forbids every value', () => {
  const impossible = nodes.filter(({ not }) => JSON.stringify(not) === '{}');
  expect(impossible).toEqual([]);
});

test('a plan and a workflow are described by their published schemas', async () => {
  const paths = document.paths as Record<string, Record<string, Json>>;
  const documentOf = (path: string, method: string) => {
    const content = (paths[path]?.[method]?.requestBody as Json | undefined)?.content as Json | undefined;
    const schema = (content?.['application/json'] as Json | undefined)?.schema as Json | undefined;
    return (schema?.properties as Json | undefined)?.document;
  };
  for (const [path, method] of [
    ['/plans', 'post'],
    ['/plans/{id}', 'put'],
    ['/plans/check', 'post'],
    ['/simulations', 'post'],
  ] as const)
    expect(JSON.stringify(documentOf(path, method)), path).toContain('#/components/schemas/Plan"');
  expect(JSON.stringify(documentOf('/workflows', 'post'))).toContain('#/components/schemas/Workflow"');
  const plan = at('#/components/schemas/Plan') as Json;
  const published = (await (await fetch(`${ctx.url}/api/plans/schema`)).json()) as Json;
  expect(plan.required).toEqual(published.required);
  expect(Object.keys(plan.properties as object)).toEqual(Object.keys(published.properties as object));
});

test('plan tests and the inputs of a what-if are described field by field', () => {
  const paths = document.paths as Record<string, Record<string, Json>>;
  expect(JSON.stringify(paths['/plans/{id}/tests']?.post?.requestBody)).toContain('schemas/PlanTest"');
  expect(JSON.stringify(paths['/what-if']?.post?.responses)).toContain('schemas/CalculationInput"');
  const fields = (name: string) =>
    Object.keys((at(`#/components/schemas/${name}`) as Json).properties as Json);
  expect(fields('PlanTest')).toEqual(
    expect.arrayContaining(['period', 'payee', 'quotas', 'deals', 'expect']),
  );
  expect(fields('CalculationInput')).toEqual(expect.arrayContaining(['plan', 'period', 'deals', 'fundLeft']));
});

test('every reference of the API description leads to a schema', () => {
  const references = nodes.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
});
