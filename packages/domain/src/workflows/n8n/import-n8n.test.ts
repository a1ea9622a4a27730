import { describe, expect, test } from 'vitest';
import { advance } from '../advance.ts';
import { checkWorkflow } from '../check-workflow.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { parseWorkflow } from '../parse-workflow.ts';
import { prepared, startEvent } from '../sample-workflow.fixture.ts';
import { importN8n } from './import-n8n.ts';
import { fields, n8nFile, when } from './n8n.fixture.ts';
import type { N8nImport } from './n8n-report.ts';

function imported(file: unknown): N8nImport {
  const made = importN8n(file, 'Europe/Berlin');
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  expect(parseWorkflow(made.value.workflow).ok).toBe(true);
  return made.value;
}

/** Runs what was imported until it ends or waits for something outside. */
function run(file: JsonObject, input: JsonValue = {}) {
  return advance(prepared(imported(file).workflow), [], startEvent(input));
}

/** The value that an expression of n8n has after its import. */
function computed(js: string, input: JsonValue = {}): JsonValue | undefined {
  const made = run(
    n8nFile(
      {
        Start: ['manualTrigger'],
        // of this version, a field has the type of its value
        Set: [
          'set',
          { keepOnlySet: true, values: { string: [{ name: 'made', value: `={{ ${js} }}` }] } },
          { typeVersion: 2 },
        ],
      },
      ['Start > Set'],
    ),
    input,
  );
  return (made.output as JsonObject | null)?.made;
}

const config = (file: JsonObject, id: string) =>
  imported(file).workflow.nodes.find((node) => node.id === id)?.config;
const report = (made: N8nImport, name: string) => made.nodes.find((node) => node.name === name);
const afterStart = (kind: string, parameters: JsonObject, more: JsonObject = {}) =>
  n8nFile({ Start: ['manualTrigger'], Step: [kind, parameters, more] }, ['Start > Step']);

describe('[WF-111] expressions of n8n', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['$json.a + 1', { a: 2 }, 3],
    ["$json['first name']", { 'first name': 'Ada' }, 'Ada'],
    ['$json.user?.name ?? "none"', {}, 'none'],
    ['$json.name || "none"', { name: '' }, 'none'],
    [`\`$\{$json.a}-$\{$json.b.toUpperCase()}\``, { a: 1, b: 'x' }, '1-X'],
    ['"n" + $json.a', { a: 1 }, 'n1'],
    ['$json.list.map(x => x.n * 2).join("/")', { list: [{ n: 1 }, { n: 2 }] }, '2/4'],
    [
      '$json.list.filter(item => item.n > 1 && item.ok).length',
      {
        list: [
          { n: 2, ok: true },
          { n: 3, ok: '' },
        ],
      },
      1,
    ],
    ['!$json.ok ? "no" : "yes"', { ok: 0 }, 'no'],
    ['$json.a === undefined', {}, true],
    ['Math.round($json.a * 100) / 100', { a: 1.239 }, 1.24],
    ['JSON.stringify({ a: { b: $json.a } })', { a: 1 }, '{"a":{"b":1}}'],
    ['$json.text.replace(/[0-9]+/g, "#").split(" ")[1]', { text: 'a1 b22' }, 'b#'],
    ['$input.first().json.a', { a: 5 }, 5],
    ['$("Start").item.json.a', { a: 6 }, 6],
    ['$node["Start"].json["a"]', { a: 7 }, 7],
    ['$input.all().map(i => i.json.a)', { a: 8 }, [8]],
    ['$workflow.name', {}, 'Imported'],
    ['$now.toUTC().toISO()', {}, '1970-01-01T00:00:00.000Z'],
    ['$now.plus({ days: 1, hours: 2 }).toFormat("yyyy-MM-dd HH:mm")', {}, '1970-01-02 03:00'],
    ['$json.at.toDateTime().startOf("month").toISODate()', { at: '2026-05-20T10:00:00Z' }, '2026-05-01'],
    ['$json.a || "none"', { a: '0' }, '0'],
    ['$json.a || "none"', { a: 0 }, 'none'],
    ['$json.list?.[0]?.[1]', { list: [[1, 2]] }, 2],
    ['parseInt($json.a)', { a: '-1.5' }, -1],
    ['$now.setZone("Asia/Tokyo").toUTC().hour', {}, 0],
    ['new Date($json.at).getFullYear()', { at: '2026-05-20T10:00:00Z' }, 2026],
  ])('%s', (js, input, value) => {
    expect(computed(js, input)).toEqual(value);
  });

  test.each([
    ['$json.items.reduce((a, b) => a + b)', 'reduce() has no equivalent'],
    ['$env.TOKEN', 'environment variables'],
    ['(() => { return 1 })()', 'statements'],
    ['$("Nowhere").item.json.a', 'there is no step “Nowhere”'],
    ['$json.text.replace(/(?<=a)b/g, "")', 'RE2'],
    ['$json.text.match(/a/)', 'match()'],
    ['$json.text.replace(/(?<n>a/g, "")', 'RE2'],
    ['encodeURI($json.a)', 'has no equivalent'],
    ['decodeURIComponent($json.a)', 'has no equivalent'],
    ['parseInt($json.a, 2)', 'has no equivalent'],
    ['$json.a.split(",", 2)', 'has no equivalent'],
    ['$binary.data', 'binary data is not available'],
    ['constructor.constructor("return 1")()', 'has no equivalent'],
    ['`$\u007b'.repeat(200), 'not closed'],
    ['('.repeat(5_000), 'nested too deep'],
    ['$json.a ='.repeat(3), 'not understood'],
    [`1${'+1'.repeat(9_000)}`, 'too long'],
    [`$json${'.a'.repeat(9_000)}`, 'too long'],
    [`$json.a${'?.[0]'.repeat(30)}`, 'too long'],
  ])('%s is kept as text that blocks publishing, and the report says why', (js, why) => {
    const made = imported(afterStart('set', fields({ made: `={{ ${js} }}` })));
    expect(report(made, 'Step')).toMatchObject({ outcome: 'changed', notes: [expect.stringContaining(why)] });
    expect(made.expressions).toEqual({ translated: 0, untranslated: 1 });
    expect(checkWorkflow(made.workflow)).toMatchObject([{ rule: 'WF-8', node: 'step' }]);
  });

  test('text around an expression, JSON with expressions and braces of text keep their meaning', () => {
    const body =
      '={ "id": {{ $json.id }}, "text": "Hello {{ $json.name }}", "all": {{ JSON.stringify($json) }} }';
    const file = afterStart('httpRequest', {
      method: 'POST',
      url: '=https://example.com/{{ $json.id }}',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: body,
    });
    const [effect] = run(file, { id: 7, name: 'Ada' }).effects;
    expect(effect?.config).toMatchObject({
      url: 'https://example.com/7',
      body: { id: 7, text: 'Hello Ada', all: { id: 7, name: 'Ada' } },
    });
    expect(run(afterStart('set', fields({ made: 'a {{ b }}' }))).output).toEqual({ made: 'a {{ b }}' });
  });
});

describe('[WF-110] an n8n workflow', () => {
  test('does with items what n8n does: lists are filtered, sorted and joined, and a call is made for each', () => {
    const file = n8nFile(
      {
        Start: ['manualTrigger'],
        Split: ['splitOut', { fieldToSplitOut: 'deals' }],
        Large: ['filter', when('={{ $json.amount }}', 'gt', 10, 'number')],
        Sorted: ['sort', { sortFieldsUi: { sortField: [{ fieldName: 'amount', order: 'descending' }] } }],
        Named: ['set', { ...fields({ title: '={{ $json.name.toUpperCase() }}' }), includeOtherFields: true }],
        Call: ['httpRequest', { url: '=https://example.com/{{ $json.title }}' }],
      },
      ['Start > Split', 'Split > Large', 'Large > Sorted', 'Sorted > Named', 'Named > Call'],
    );
    const deal = (name: string, amount: number) => ({ name, amount });
    const { effects } = run(file, { deals: [deal('a', 20), deal('b', 5), deal('c', 30)] });
    expect(effects.map((one) => one.config.url)).toEqual(['https://example.com/C']);
    expect(imported(file).nodes.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Start', 'mapped'],
      ['Split', 'mapped'],
      ['Large', 'mapped'],
      ['Sorted', 'changed'],
      ['Named', 'mapped'],
      ['Call', 'mapped'],
    ]);
    expect(imported(file).workflow.nodes.find(({ id }) => id === 'call__each')?.type).toBe('loop');
  });

  test('branches by IF and Switch and meets again, whatever form the values have', () => {
    const file = n8nFile(
      {
        Start: ['manualTrigger'],
        If: ['if', when('={{ $json.kind }}', 'equals', 'a')],
        A: ['set', fields({ made: 'A' })],
        Switch: [
          'switch',
          {
            rules: { values: [{ ...when('={{ $json.kind }}', 'startsWith', 'b'), outputKey: 'Is b' }] },
            options: { fallbackOutput: 'extra' },
          },
        ],
        B: ['set', { ...fields({ made: '={{ $json.kind }}!' }), includeOtherFields: true }],
        C: ['set', fields({ made: 'other' })],
        Last: ['set', fields({ result: '={{ $json.made }}' })],
      },
      [
        'Start > If',
        'If > A',
        'If 1 > Switch',
        'Switch > B',
        'Switch 1 > C',
        'A > Last',
        'B > Last',
        'C > Last',
      ],
    );
    expect(['a', 'b1', 'c'].map((kind) => run(file, { kind }).output)).toEqual([
      { result: 'A' },
      { result: 'b1!' },
      { result: 'other' },
    ]);
  });

  test('loops over batches and returns what the loop gave', () => {
    const file = n8nFile(
      {
        Start: ['manualTrigger'],
        Split: ['splitOut', { fieldToSplitOut: 'numbers' }],
        Loop: ['splitInBatches', { batchSize: 1 }],
        Double: ['set', fields({ twice: '={{ $json.numbers * 2 }}' }, 'number')],
        All: ['aggregate', { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'twice' }] } }],
      },
      ['Start > Split', 'Split > Loop', 'Loop 1 > Double', 'Double > Loop', 'Loop > All'],
    );
    expect(run(file, { numbers: [1, 2, 3] }).output).toEqual({ twice: [2, 4, 6] });
  });

  test.each<[string, JsonObject, JsonValue]>([
    ['append', {}, { total: 3 }],
    [
      'combine',
      { mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: 'id', joinMode: 'enrichInput1' },
      { total: 2 },
    ],
  ])('joins two lists: %s', (_, parameters, output) => {
    const file = n8nFile(
      {
        Start: ['manualTrigger'],
        One: ['splitOut', { fieldToSplitOut: 'one' }],
        Two: ['splitOut', { fieldToSplitOut: 'two' }],
        Merge: ['merge', parameters],
        Count: ['summarize', { fieldsToSummarize: { values: [{ field: 'id', aggregation: 'count' }] } }],
        Total: ['set', fields({ total: '={{ $json.count_id }}' }, 'number')],
      },
      ['Start > One', 'Start > Two', 'One > Merge', 'Two > Merge 1', 'Merge > Count', 'Count > Total'],
    );
    expect(run(file, { one: [{ id: 1 }, { id: 2 }], two: [{ id: 1 }] }).output).toEqual(output);
  });

  test('keeps its triggers, and tells them apart where they lead to different steps', () => {
    const made = imported(
      n8nFile(
        {
          Hook: [
            'webhook',
            { httpMethod: 'POST', responseMode: 'responseNode', authentication: 'headerAuth' },
          ],
          Daily: [
            'scheduleTrigger',
            {
              rule: {
                interval: [
                  { triggerAtHour: 9, triggerAtMinute: 30 },
                  { field: 'cronExpression', expression: '0 0 8 * * 1-5' },
                ],
              },
            },
          ],
          Form: ['formTrigger'],
          Answer: [
            'respondToWebhook',
            { respondWith: 'json', responseBody: '={ "got": "{{ $json.body.id }}" }' },
          ],
          Other: ['set', fields({ at: '={{ $json.timestamp }}' })],
        },
        ['Hook > Answer', 'Daily > Other', 'Form > Other'],
        { settings: { timezone: 'America/New_York' } },
      ),
    );
    expect(made.triggers).toEqual([
      {
        name: 'Hook',
        when: expect.objectContaining({
          kind: 'webhook',
          synchronous: true,
          scheme: 'header',
          method: 'POST',
          content: 'request',
        }),
      },
      {
        name: 'Daily',
        when: {
          kind: 'schedule',
          cron: '30 9 * * *',
          timeZone: 'America/New_York',
          missed: 'skip',
          overlap: 'allow',
        },
      },
      { name: 'Daily 2', when: expect.objectContaining({ cron: '0 8 * * 1-5' }) },
    ]);
    expect(report(made, 'Form')?.outcome).toBe('unmapped');
    const { output } = advance(prepared(made.workflow), [], startEvent({ headers: {}, body: { id: 5 } }));
    expect(output).toMatchObject({ body: { got: '5' } });
    expect(
      advance(prepared(made.workflow), [], startEvent({ scheduledFor: '2026-01-01T09:30:00Z' })).output,
    ).toEqual({ at: '2026-01-01T09:30:00Z' });
  });

  test('keeps what has no equivalent as a step that blocks publishing, with its name, type and settings', () => {
    const made = imported(
      n8nFile(
        {
          Start: ['manualTrigger'],
          Post: ['slack', { text: 'hi', apiKey: 'sk-1' }],
          Code: ['code', { language: 'python', pythonCode: 'return []' }],
          Model: ['@n8n/n8n-nodes-langchain.lmChatOpenAi'],
          Idle: ['set'],
          Note: ['stickyNote', { content: 'Read me' }],
        },
        ['Start > Post', 'Post > Code'],
      ),
    );
    const post = made.workflow.nodes.find(({ title }) => title === 'Post');
    expect(post?.config.template).toContain('n8n-nodes-base.slack');
    expect(post?.config.template).not.toContain('sk-1');
    expect(checkWorkflow(made.workflow).map(({ node }) => node)).toEqual(['post', 'code']);
    expect(made.workflow.notes.map(({ text }) => text.split('\n')[0])).toEqual([
      'Read me',
      'n8n: Model (@n8n/n8n-nodes-langchain.lmChatOpenAi)',
      'n8n: Idle (n8n-nodes-base.set)',
    ]);
    expect(made.nodes.map(({ outcome }) => outcome)).toEqual([
      'mapped',
      'unmapped',
      'unmapped',
      'unmapped',
      'unmapped',
    ]);
  });

  test('makes a Code step of JavaScript, with n8n’s names for items and steps', () => {
    const made = imported(
      n8nFile(
        {
          Start: ['manualTrigger'],
          Rows: ['set', fields({ a: 'x' })],
          All: [
            'code',
            { jsCode: "const rows = $('Rows').all();\nreturn rows.map(({ json }) => ({ json }));" },
          ],
          Each: [
            'code',
            { mode: 'runOnceForEachItem', jsCode: 'return { n: $itemIndex, at: DateTime.now() };' },
          ],
        },
        ['Start > Rows', 'Rows > All', 'All > Each'],
      ),
    );
    expect(report(made, 'All')?.notes).toEqual([]);
    expect(made.nodes.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'mapped', 'changed']);
    expect(report(made, 'Each')?.notes).toEqual(['Rewrite what it does with DateTime: code has none.']);
    const all = made.workflow.nodes.find(({ id }) => id === 'all');
    expect(all?.config.values).toEqual([
      { name: 'items', value: '[input]' },
      { name: 'step1', value: '[nodes.rows]' },
    ]);
    expect(all?.config.code).toContain("const rows = $('Rows').all();\n");
    expect(checkWorkflow(made.workflow)).toEqual([]);
  });

  test('brings reliability, disabled steps, error outputs, notes on failure and pinned data', () => {
    const made = imported(
      n8nFile(
        {
          Start: ['manualTrigger'],
          Call: [
            'httpRequest',
            { url: 'https://example.com' },
            { retryOnFail: true, maxTries: 4, waitBetweenTries: 2_500, onError: 'continueErrorOutput' },
          ],
          Off: ['set', fields({ a: '1' }), { disabled: true }],
          Wait: ['wait', { amount: 2, unit: 'minutes' }],
          Failed: ['stopAndError', { errorMessage: 'Stop here' }],
        },
        ['Start > Call', 'Call > Off', 'Off > Wait', 'Call 1 > Failed'],
        { pinData: { Call: [{ json: { a: 1 } }] } },
      ),
    );
    const by = (id: string) => made.workflow.nodes.find((node) => node.id === id);
    expect(by('call')).toMatchObject({
      config: { retries: 3, backoffSeconds: 3 },
      pinned: { output: { status: 200, body: { a: 1 } } },
    });
    expect(by('off')).toMatchObject({ disabled: true });
    expect(by('wait')?.config).toMatchObject({ seconds: 120 });
    expect(made.workflow.edges).toContainEqual(
      expect.objectContaining({ from: { node: 'call', port: 'error' }, to: { node: 'failed', port: 'in' } }),
    );
    expect(run(afterStart('stopAndError', { errorMessage: 'Stop here' })).entries.at(-1)).toMatchObject({
      error: { message: expect.stringContaining('Stop here') },
    });
  });

  const list = (Step: readonly [string, JsonObject?, JsonObject?]) =>
    n8nFile(
      {
        Start: ['manualTrigger'],
        Split: ['splitOut', { fieldToSplitOut: 'n' }],
        Step,
        Last: ['stopAndError', { errorMessage: 'Reached' }],
      },
      ['Start > Split', 'Split > Step', 'Step > Last'],
    );
  const errors = (file: JsonObject, input: JsonValue) =>
    run(file, input).entries.filter((one) => 'error' in one && one.error !== null);

  test('runs nothing after a blank list, and a step once where n8n does', () => {
    const all = list(['aggregate', { aggregate: 'aggregateAllItemData' }]);
    expect(errors(all, { n: [] })).toEqual([]);
    expect(errors(all, { n: [1] })).not.toEqual([]);
    const { effects } = run(
      list(['httpRequest', { url: '=https://example.com/{{ $json.n }}' }, { executeOnce: true }]),
      { n: [1, 2] },
    );
    expect(effects.map(({ config }) => config.url)).toEqual(['https://example.com/1']);
    const once = imported(list(['set', fields({ a: '={{ $json.n }}' }), { executeOnce: true }]));
    expect(once.workflow.nodes.find(({ id }) => id === 'step')?.config.values).toEqual([
      { name: 'a', value: 'string(input.items[0].n)' },
    ]);
    const blank = imported(
      list(['filter', when('={{ $json.n }}', 'gt', 1, 'number'), { alwaysOutputData: true }]),
    );
    expect(report(blank, 'Step')).toMatchObject({ outcome: 'changed' });
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'if',
      { conditions: { number: [{ value1: '={{ $json.n }}', operation: 'larger' }] } },
      { typeVersion: 1 },
      'input.n > 0',
    ],
    ['if', { conditions: { string: [{ value1: '={{ $json.n }}' }] } }, { typeVersion: 1 }, 'input.n == ""'],
    [
      'filter',
      {
        combineConditions: 'OR',
        conditions: { boolean: [{ value1: '={{ $json.a }}', value2: true }, { value1: '={{ $json.b }}' }] },
      },
      { typeVersion: 1 },
      'input.a == true || input.b == false',
    ],
  ])('reads the conditions of version 1 as n8n does: %s', (kind, parameters, more, condition) => {
    expect(config(afterStart(kind, parameters, more), 'step')).toEqual({ condition });
  });

  test('gives each rule of Switch 2 an output of its own, and each of Switch 1 the one it names', () => {
    const rules = (rows: readonly JsonObject[]) => ({
      dataType: 'string',
      value1: '={{ $json.k }}',
      rules: { rules: [...rows] },
    });
    const two = afterStart(
      'switch',
      rules([
        { value2: 'a', outputKey: 'A' },
        { value2: 'b', outputKey: 'B' },
      ]),
      { typeVersion: 2 },
    );
    expect(config(two, 'step')?.ways).toEqual([
      { name: 'a', when: 'input.k == "a"' },
      { name: 'b', when: 'input.k == "b"' },
    ]);
    const one = imported(
      afterStart('switch', rules([{ value2: 'a', output: 1 }, { value2: 'b' }]), { typeVersion: 1 }),
    );
    expect(report(one, 'Step')).toMatchObject({
      outcome: 'changed',
      notes: [expect.stringContaining('order')],
    });
  });

  test('takes over no Merge whose entries would be others, and names each option that is left out', () => {
    const merged = (parameters: JsonObject, more: JsonObject = {}) =>
      imported(
        n8nFile(
          {
            Start: ['manualTrigger'],
            A: ['set', fields({ a: '1' })],
            B: ['set', fields({ b: '2' })],
            Step: ['merge', parameters, more],
            Last: ['set', fields({ last: '={{ $json.b }}' })],
          },
          ['Start > A', 'Start > B', 'A > Step', 'B > Step 1', 'Step > Last'],
        ),
      );
    expect(
      report(
        merged({ mode: 'combine', combineBy: 'combineByPosition', options: { includeUnpaired: true } }),
        'Step',
      )?.outcome,
    ).toBe('unmapped');
    expect(
      report(merged({ mode: 'chooseBranch', output: 'empty' }, { typeVersion: 2 }), 'Step')?.outcome,
    ).toBe('unmapped');
    const second = merged({ mode: 'chooseBranch', useDataOfInput: 2 });
    expect(advance(prepared(second.workflow), [], startEvent({})).output).toEqual({ last: '2' });
    const call = imported(
      afterStart('httpRequest', {
        method: 'DELETE',
        url: 'https://example.com',
        sendBody: true,
        options: { batching: { batch: { batchSize: 5 } }, redirect: { redirect: {} } },
      }),
    );
    expect(report(call, 'Step')?.notes).toContain('Not copied: batching, body.');
    expect(
      report(imported(afterStart('set', { ...fields({ 'a.b': '1' }), includeOtherFields: true })), 'Step')
        ?.outcome,
    ).toBe('unmapped');
    expect(run(afterStart('set', fields({ 'a.b.c': '1', 'a.b.d': '2' }))).output).toEqual({
      json: { a: { b: { c: '1', d: '2' } } },
    });
  });

  test('makes parameters of the values in a statement', () => {
    const query =
      "=SELECT * FROM deals WHERE name = '{{ $json.name }}' AND note LIKE '%{{ $json.part }}%' AND id = $1";
    const file = afterStart('postgres', {
      operation: 'executeQuery',
      query,
      options: { queryReplacement: '={{ $json.id }}' },
    });
    expect(config(file, 'step')).toMatchObject({
      query: 'SELECT * FROM deals WHERE name = :p1 AND note LIKE :p2 AND id = :p3',
      parameters: [
        { name: 'p1', value: 'input.name' },
        { name: 'p2', value: 'concat("%", input.part, "%")' },
        { name: 'p3', value: 'input.id' },
      ],
    });
    expect(
      report(
        imported(afterStart('postgres', { operation: 'executeQuery', query: '={{ $json.sql }}' })),
        'Step',
      )?.outcome,
    ).toBe('unmapped');
  });
});

test('[WF-112] secrets of n8n are not imported; the connections to create are listed', () => {
  const made = imported(
    afterStart(
      'httpRequest',
      {
        url: 'https://ada:pw@example.com/?api_key=sk-url&page=1',
        sendHeaders: true,
        headerParameters: {
          parameters: [
            { name: 'Authorization', value: 'Bearer sk-header' },
            { name: 'X-Trace', value: 'on' },
          ],
        },
        sendQuery: true,
        queryParameters: { parameters: [{ name: 'token', value: 'sk-query' }] },
      },
      { credentials: { httpHeaderAuth: { id: '1', name: 'Billing' } } },
    ),
  );
  expect(JSON.stringify(made.workflow)).not.toMatch(/sk-|pw@/);
  expect(made.connections).toEqual([
    'HTTP: Billing',
    'HTTP: address',
    'HTTP: api_key',
    'HTTP: Authorization',
    'HTTP: token',
  ]);
});

test.each<[string, string, JsonObject]>([
  [
    'a field of a body',
    'httpRequest',
    {
      method: 'POST',
      sendBody: true,
      bodyParameters: { parameters: [{ name: 'api_key', value: 'hidden-1' }] },
    },
  ],
  [
    'a JSON body',
    'httpRequest',
    {
      method: 'POST',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '={ "a": {{ $json.a }}, "login": { "password": "hidden-1" } }',
    },
  ],
  [
    'plain JSON',
    'httpRequest',
    {
      method: 'POST',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '{ "login": { "password": "hidden-1" } }',
    },
  ],
  [
    'headers as JSON',
    'httpRequest',
    { sendHeaders: true, specifyHeaders: 'json', jsonHeaders: '{ "X-Api-Key": "hidden-1" }' },
  ],
  [
    'an expression of texts',
    'httpRequest',
    {
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'Authorization', value: '={{ "Bearer hidden-1" }}' }] },
    },
  ],
  [
    'an address with an expression',
    'httpRequest',
    { url: '=https://example.com/{{ $json.a }}?token=hidden-1' },
  ],
  ['a field', 'set', fields({ apiKey: 'hidden-1' })],
  ['a field of Set of version 2', 'set', { values: { string: [{ name: 'token', value: 'hidden-1' }] } }],
  [
    'a step to replace',
    'slack',
    { url: '=https://u:hidden-1@example.com', options: { token: ['hidden-1'] } },
  ],
  [
    'code',
    'code',
    { jsCode: "const apiKey = 'hidden-1';\ncall({ headers: { Authorization: `Bearer hidden-1` } })" },
  ],
  [
    'a note',
    'stickyNote',
    { content: 'Use `Authorization: Bearer hidden-12345`, https://example.com?key=hidden-1' },
  ],
])('[WF-112] a secret in %s is not imported, and the report says so', (_, kind, parameters) => {
  const made = imported(
    n8nFile(
      { Start: ['manualTrigger'], Step: [kind, parameters] },
      kind === 'stickyNote' ? [] : ['Start > Step'],
      {
        pinData: { Step: [{ json: { secret: 'hidden-1', deep: '{"token":"hidden-1"}' } }] },
      },
    ),
  );
  expect(JSON.stringify(made)).not.toContain('hidden-1');
  expect(made.connections).not.toEqual([]);
});

test('[WF-112] values that are taken from other data are no secrets', () => {
  const made = imported(
    afterStart('httpRequest', {
      sendHeaders: true,
      headerParameters: {
        parameters: [{ name: 'Authorization', value: '=Bearer {{ $json["access_token"] }}' }],
      },
    }),
  );
  expect(made.workflow.nodes.find(({ id }) => id === 'step')?.config.headers).toEqual([
    { name: 'Authorization', value: 'concat("Bearer ", input.access_token)' },
  ]);
  expect(made.connections).toEqual([]);
});

describe('[WF-110] a file that can’t be imported is rejected with the reason', () => {
  const node = (name: string) => ({ name, type: 'n8n-nodes-base.noOp', parameters: {} });
  test.each<[string, unknown, string]>([
    ['a text', 'x', 'not an n8n workflow'],
    ['nothing', null, 'not an n8n workflow'],
    ['no connections', { nodes: [] }, 'not an n8n workflow'],
    ['no nodes', { nodes: [], connections: {} }, 'has no nodes'],
    ['a node without a name', { nodes: [{ type: 'x' }], connections: {} }, 'has a name and a type'],
    ['equal names', { nodes: [node('a'), node('a')], connections: {} }, 'Two nodes are called “a”'],
    ['several workflows', [n8nFile({ a: ['noOp'] }, []), n8nFile({ b: ['noOp'] }, [])], '2 workflows'],
    [
      'too many nodes',
      { nodes: Array.from({ length: 1_001 }, (_, at) => node(`n${at}`)), connections: {} },
      'at most 1000',
    ],
    [
      'a key of a prototype',
      JSON.parse('{"nodes":[{"name":"a","type":"b","parameters":{"__proto__":1}}],"connections":{}}'),
      '__proto__',
    ],
    [
      '100 levels',
      { nodes: [node('a')], connections: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) },
      'levels',
    ],
  ])('%s', (_, file, message) => {
    const made = importN8n(file);
    expect(made.ok ? [] : made.problems.map((one) => one.message).join()).toContain(message);
  });

  test('[WF-110] cycles are cut and reported, strange connections and types do no harm, however many nodes there are', () => {
    const chain = Array.from({ length: 990 }, (_, at) => `n${at}`);
    const file = n8nFile(
      Object.fromEntries(
        chain.map((name, at) => [
          name,
          [at === 0 ? 'manualTrigger' : at % 50 === 1 ? 'if' : 'constructor'] as const,
        ]),
      ),
      [...chain.slice(1).map((name, at) => `n${at} > ${name}`), 'n989 > n500', 'n3 7 > n4', 'n5 > toString'],
    );
    const made = imported({
      ...file,
      connections: {
        ...(file.connections as JsonObject),
        gone: { main: [[{ node: 'n1' }]] },
        n1: { main: [null, 'x', [{ node: 'n2', index: 1e9 }]] },
      },
    });
    expect(made.nodes).toHaveLength(990);
    expect(imported(file).notes.join()).toContain('“n989” no longer leads back to “n500”');
  });
});
