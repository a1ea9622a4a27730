import { importN8n } from '@attain/domain/workflows/n8n/import-n8n';
import { describe, expect, test } from 'vitest';
import { runSealed } from './run-sealed.ts';

const going = () => new Int32Array(new SharedArrayBuffer(4));

async function run(code: string, given: { input?: unknown; values?: unknown } = {}, maxProcessorMs = 300) {
  const text = JSON.stringify({ input: null, values: {}, ...given });
  const { output, error, log } = await runSealed({ code, given: text, stop: going() }, maxProcessorMs);
  return { output: output === null ? null : JSON.parse(output), error, log };
}

describe('[WF-115] sealed code', () => {
  test.each<[string, unknown]>([
    ['return input.n * values.a.length', 4],
    ['return await Promise.resolve({ x: [1, null] })', { x: [1, null] }],
    ['', null],
    ['return undefined', null],
    // the engine's own functions are taken before the program can change them
    ['JSON.stringify = () => "other"; JSON.parse = null; return { a: 1 }', { a: 1 }],
    ['return new Date(0).toISOString()', '1970-01-01T00:00:00.000Z'],
  ])('%s', async (code, output) => {
    expect(await run(code, { input: { n: 2 }, values: { a: [1, 2] } })).toMatchObject({
      output,
      error: null,
    });
  });

  test('has no way out: no network, files, modules, timers or process', async () => {
    const names = ['fetch', 'require', 'process', 'setTimeout', 'WebAssembly', 'XMLHttpRequest', 'os', 'std'];
    const typeofs = names.map((name) => `typeof ${name}`).join(', ');
    expect((await run(`return [${typeofs}]`)).output).toEqual(names.map(() => 'undefined'));
    expect((await run('return Object.keys(globalThis)')).output).toEqual(['console']);
    expect((await run('return import("fs")')).error?.code).toBe('CODE');
    expect((await run('return (async () => {}).constructor("return typeof process")()')).output).toBe(
      'undefined',
    );
  });

  test('keeps nothing for the next program', async () => {
    await run('globalThis.kept = 1; Array.prototype.map = null; Object.prototype.kept = 1');
    expect((await run('return [typeof kept, typeof [].map, {}.kept ?? null]')).output).toEqual([
      'undefined',
      'function',
      null,
    ]);
  });

  test.each<[string, string, string]>([
    ['throw new TypeError("no")', 'CODE', 'Line 1: TypeError: no'],
    ['const a = 1;\n\nreturn a.b.c', 'CODE', "Line 3: TypeError: cannot read property 'c' of undefined"],
    ['\nfoo(', 'CODE', 'Line 2: SyntaxError'],
    ['throw { a: 1 }', 'CODE', 'The code threw {"a":1}.'],
    ['await new Promise(() => {})', 'CODE', 'never happens'],
    ['while (true) {}', 'CODE_LIMIT', 'more than 0.3 s of processor time'],
    ['try { while (true) {} } catch { return 1 }', 'CODE_LIMIT', 'processor time'],
    ['/(a+)+$/.test("a".repeat(50) + "b")', 'CODE_LIMIT', 'processor time'],
    // an interrupted async function is a rejected promise, after which others go on
    [
      'const g = async () => { for (;;) {} }; const f = () => { g().catch(f) }; f()',
      'CODE_LIMIT',
      'processor time',
    ],
    [
      'const f = async () => { await 1; f() }; f(); await new Promise(() => {})',
      'CODE_LIMIT',
      'processor time',
    ],
    ['throw 5n', 'CODE', 'The code threw 5n.'],
    ['return "x".repeat(1.1e7)', 'OUTPUT_TOO_LARGE', 'more than 10000000 characters'],
    ['return (function f(n) { return 1 + f(n + 1) })(0)', 'CODE_LIMIT', 'calls itself'],
  ])('%s fails with its reason', async (code, expected, message) => {
    const { output, error } = await run(code);
    expect(output).toBeNull();
    expect(error).toEqual({ code: expected, message: expect.stringContaining(message) });
  });

  test('gets no more than its memory', async () => {
    const hoard = 'const all = []; while (true) all.push(new Uint8Array(3e7))';
    const { error } = await run(hoard, {}, 60_000);
    expect(error).toEqual({ code: 'CODE_LIMIT', message: expect.stringContaining('128 MB') });
  });

  test('writes a log, of which the first lines are kept', async () => {
    const { log, output } = await run(
      'console.log("a", { b: 1 }); for (let i = 0; i < 1000; i++) console.warn(i); return 1',
    );
    expect([output, log.length, log[0], log[99]]).toEqual([1, 100, 'a {"b":1}', '98']);
    expect((await run('console.log("before"); throw new Error("x")')).log).toEqual(['before']);
  });

  test('neither fills messages and logs nor loses its result by what it does to them', async () => {
    const long = await run('Array.prototype.toJSON = () => "x".repeat(3e6); throw new Error("a")');
    expect([long.error?.message, long.log]).toEqual(['Line 1: Error: a', []]);
    expect((await run('throw new Error("x".repeat(3e6))')).error?.message).toHaveLength(2_000);
    expect((await run('throw "x".repeat(3e6)')).error?.message.length).toBeLessThan(2_100);
    expect(await run('Array.prototype.toJSON = () => undefined; return 7')).toMatchObject({
      output: 7,
      error: null,
    });
  });

  test('stops when it is asked to', async () => {
    const stop = going();
    Atomics.store(stop, 0, 1);
    const { error } = await runSealed({ code: 'while (true) {}', given: '{}', stop }, 60_000);
    expect(error?.message).toContain('interrupted');
  });
});

describe('[WF-110] JavaScript of n8n runs with its own names', () => {
  const converted = (type: string, parameters: Record<string, unknown>): string => {
    const node = (name: string, kind: string, given = {}) => ({
      ...{ name, type: `n8n-nodes-base.${kind}`, typeVersion: 2, position: [0, 0], parameters: given },
    });
    const next = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });
    const made = importN8n({
      name: 'Imported',
      nodes: [node('Start', 'manualTrigger'), node('Rows', 'noOp'), node('Step', type, parameters)],
      connections: { Start: next('Rows'), Rows: next('Step') },
    });
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    const step = made.value.workflow.nodes.find(({ title }) => title === 'Step');
    return String(step?.config.code);
  };
  const rows = [{ a: 1 }, { a: 2 }];

  test.each<[string, Record<string, unknown>, unknown]>([
    [
      'code',
      { jsCode: 'for (const item of $input.all()) item.json.b = item.json.a * 2;\nreturn items;' },
      [
        { a: 1, b: 2 },
        { a: 2, b: 4 },
      ],
    ],
    [
      'code',
      {
        jsCode:
          'return { sum: $("Rows").all().length, first: $node["Rows"].json.a, last: $input.last().json.a }',
      },
      { sum: 2, first: 1, last: 2 },
    ],
    [
      'code',
      { mode: 'runOnceForEachItem', jsCode: 'if ($itemIndex > 0) return { json: { c: $json.a } };' },
      [{ c: 2 }],
    ],
    ['function', { functionCode: 'return [{ json: { n: $items("Rows")[1].json.a } }];' }, { n: 2 }],
    [
      'functionItem',
      { functionCode: 'item.d = item.a + 1; return item;' },
      [
        { a: 1, d: 2 },
        { a: 2, d: 3 },
      ],
    ],
  ])('%s %j', async (type, parameters, output) => {
    const ran = await run(converted(type, parameters), { values: { items: rows, step1: rows } });
    expect(ran).toMatchObject({ output, error: null });
  });
});
