/**
 * Search over the logs of many runs: a rare text, one that nearly every run has, and none; how long indexing a run takes, and
 * how large the index is. `node bench/logs.ts --help`
 */

import { setTimeout } from 'node:timers/promises';
import { publishNode } from '../packages/server/src/activities/one-node.fixture.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, percentile, publish, table } from './measuring.ts';

const HELP = `node bench/logs.ts [--runs 200000] [--rounds 20] [--out bench/results/logs.md]

Two runs, one completed and one failed, are copied with other moments; one copy in a hundred fails with a text of its own, three
with the text that is searched. The product indexes them all, then searches through its API.`;

const { values: options } = parseFlags({
  options: {
    runs: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'bench/results/logs.md' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const count = Number(options.runs);
  const loads = [load()];
  const bench = await startBenchContext();
  try {
    const { client, tenantId } = await signedIn(bench);
    await copyRuns(bench, client, { tenantId, count });
    const perSecond = await indexAll(bench, tenantId);
    const bytes = await indexBytes(bench);
    loads.push(load());
    const searches = [
      ['a text of 3 runs', 'needle in the hay'],
      ['a text of nearly every run', 'the run is completed'],
      ['a number, which every text may have', '4711'],
      ['no text has it', 'nowhere to be found'],
    ] as const;
    const rows: string[][] = [];
    for (const [name, search] of searches) rows.push([name, ...(await times(client, search))]);
    loads.push(load());
    const command = `node bench/logs.ts --runs ${options.runs} --rounds ${options.rounds}`;
    const { serverVersion } = bench;
    publish(
      options.out,
      `# Search over all logs

${count.toLocaleString('en-US')} runs of one workflow with four lines each. The product indexed ${Math.round(perSecond).toLocaleString('en-US')} runs a second, with ${Math.round(bytes / count)} bytes
of index a run. A page is 200 lines, from the request to its answer, read from the journals.

${table(['Search', 'lines on the first page', 'p50 ms', 'p95 ms'], rows)}

${circumstances({ command, serverVersion, loads })}`,
    );
  } finally {
    await bench.stop();
  }
}

async function signedIn(bench: BenchContext): Promise<{ client: Client; tenantId: string }> {
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  const actor = await newWorkspace(bench.ctx, [
    { ...account, roles: ['administrator'], participantId: null },
  ]);
  const client = await signInClient(url, account.username, account.password);
  return { client, tenantId: actor.tenantId };
}

/** Copies a completed and a failed run with other ids and moments, and queues the copies for the index. */
async function copyRuns(
  bench: BenchContext,
  client: Client,
  { tenantId, count }: { tenantId: string; count: number },
): Promise<void> {
  const config = { formula: '1 / input.by' };
  const workflowId = await publishNode(client, { name: 'Measured', type: 'calculator', config });
  const ids: string[] = [];
  for (const by of [1, 0]) {
    const { body } = await client.post(`/api/workflows/${workflowId}/runs`, { input: { by } });
    ids.push(body.id);
  }
  // n mod 100 = 1 fails with a text of its own, of letters: figures are no texts of their own
  const own = `translate(md5(n::text), '0123456789', 'ghijklmnop')`;
  const words = `CASE WHEN n IN (7 * 100 + 1, 70 * 100 + 1, 1400 * 100 + 1) THEN 'needle in the hay' ELSE ${own} END`;
  await bench.owner.query(
    `INSERT INTO agent_executions SELECT (jsonb_populate_record(r, jsonb_build_object('id', uuidv7(-n * interval '1 second'), 'created_at', now() - n * interval '1 second',
        'whole_journal', replace(r.whole_journal, r.error_details->>'message', 'The customer ' || ${words} || ' is unknown.')))).*
       FROM generate_series(1, $2) n JOIN agent_executions r ON r.tenant_id = $1 AND r.id = CASE WHEN n % 100 = 1 THEN $4::uuid ELSE $3::uuid END`,
    [tenantId, count, ...ids],
  );
  await bench.owner.query(
    `UPDATE agent_executions SET whole_journal = (SELECT whole_journal FROM agent_executions WHERE id = $2) WHERE tenant_id = $1 AND whole_journal IS NULL`,
    [tenantId, ids[0]],
  );
  await bench.owner.query('VACUUM (ANALYZE) agent_executions');
  await bench.owner.query(
    'INSERT INTO run_ends SELECT tenant_id, id FROM agent_executions WHERE tenant_id = $1 ON CONFLICT DO NOTHING',
    [tenantId],
  );
}

/** Runs a second that the sweep of the product puts into the index, until none waits. */
async function indexAll({ owner }: BenchContext, tenantId: string): Promise<number> {
  const waiting = async () => {
    const sql = 'SELECT count(*)::int AS n FROM run_ends WHERE tenant_id = $1';
    return (await owner.query<{ n: number }>(sql, [tenantId])).rows[0]?.n ?? 0;
  };
  const before = await waiting();
  const started = performance.now();
  for (let left = before; left > 0; left = await waiting()) await setTimeout(100);
  const seconds = (performance.now() - started) / 1000;
  await owner.query('VACUUM (ANALYZE) log_texts, log_shape_texts, log_postings');
  return before / seconds;
}

async function indexBytes({ owner }: BenchContext): Promise<number> {
  const tables = ['log_texts', 'log_shape_texts', 'log_postings'];
  const sql = 'SELECT sum(pg_total_relation_size(t::regclass))::float8 AS bytes FROM unnest($1::text[]) t';
  return (await owner.query<{ bytes: number }>(sql, [tables])).rows[0]?.bytes ?? 0;
}

/** How many lines the first page has, and how long it took. */
async function times(client: Client, search: string): Promise<string[]> {
  const taken: number[] = [];
  let lines = 0;
  for (let round = 0; round < Number(options.rounds) + 3; round += 1) {
    const from = performance.now();
    const { status, body } = await client.get('/api/logs', {
      search,
      limit: 200,
      from: new Date(Date.now() - 30 * 86_400_000).toISOString(),
    });
    const ms = performance.now() - from;
    if (status !== 200) throw new Error(JSON.stringify(body));
    lines = body.rows.length;
    if (round >= 3) taken.push(ms);
  }
  return [String(lines), percentile(taken, 50).toFixed(0), percentile(taken, 95).toFixed(0)];
}
