import { setTimeout } from 'node:timers/promises';
import type { JournalEntry } from '@attain/domain/workflows/journal';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { extendJournal, noLines } from '../../runs/engine/journal/journal-chain.ts';
import { createWorkspace } from '../../slices/people/create-workspace.ts';
import { mustPassSuites } from '../../slices/suites/required-suites.ts';
import { readRun } from '../../slices/workflow-runs/read-runs.ts';
import { startRun } from '../../slices/workflow-runs/start-run.ts';
import { signalRun } from '../../slices/workflow-runs/stream-run.ts';
import { decideTask } from '../../slices/workflow-runs/tasks/decide-task.ts';
import { createWorkflow } from '../../slices/workflows/create-workflow.ts';
import { publishWorkflow } from '../../slices/workflows/publish-workflow.ts';

/** A workflow in few words: nodes by id, and connections as `begin.out > call.in`. */
export function drawn(
  name: string,
  nodes: Readonly<Record<string, readonly [type: string, config?: WorkflowNode['config']]>>,
  links: readonly string[],
): Workflow {
  const place = (text: string) => {
    const [node = '', port = ''] = text.split('.');
    return { node, port };
  };
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: Object.entries(nodes).map(([id, [type, config = {}]]) => {
      return { id, type, title: id, position: { x: 0, y: 0 }, config };
    }),
    edges: links.map((link, at) => {
      const [from = '', to = ''] = link.split(' > ');
      return { id: `e${at}`, from: place(from), to: place(to) };
    }),
  };
}

/** Calls, rows and a timer, people and a sub-workflow: what a run can be doing when its process dies. */
export function sampleWorkflows(target: string): readonly Workflow[] {
  const call = (path: string) =>
    [
      'api_call',
      {
        method: 'POST',
        url: `${target}/${path}`,
        body: 'input',
        repeatable: 'honours-idempotency-key',
        timeoutSeconds: 300,
      },
    ] as const;
  return [
    drawn('Inner', { begin: ['start'], call: call('inner'), finish: ['end'] }, [
      'begin.out > call.in',
      'call.out > finish.in',
    ]),
    drawn(
      'Calls',
      {
        begin: ['start'],
        first: call('first'),
        left: call('left'),
        right: call('right'),
        both: ['merge'],
        finish: ['end'],
      },
      [
        'begin.out > first.in',
        'first.out > left.in',
        'first.out > right.in',
        'left.out > both.in',
        'right.out > both.in',
        'both.out > finish.in',
      ],
    ),
    drawn(
      'Rows and a timer',
      {
        begin: ['start'],
        each: ['loop', { over: '["a", "b"]' }],
        tell: ['notification', { to: 'administrator', title: 'Told {{ input }}' }],
        rest: ['wait', { mode: 'duration', seconds: 1 }],
        last: ['notification', { to: 'administrator', title: 'Told at last' }],
        finish: ['end'],
      },
      [
        'begin.out > each.in',
        'each.each > tell.in',
        'tell.out > each.next',
        'each.done > rest.in',
        'rest.out > last.in',
        'last.out > finish.in',
      ],
    ),
    drawn(
      'People',
      {
        begin: ['start'],
        ask: ['approval', { title: 'Go on?', queue: 'finance' }],
        bell: ['wait', { mode: 'signal', signal: 'go' }],
        child: ['sub_workflow', { workflow: 'inner', input: 'input' }],
        finish: ['end'],
      },
      ['begin.out > ask.in', 'ask.approved > bell.in', 'bell.out > child.in', 'child.out > finish.in'],
    ),
  ];
}

/** Two calls with undo steps, and then a step that fails. */
export function undoneCalls(target: string): Workflow {
  const call = (path: string) =>
    [
      'api_call',
      {
        method: 'POST',
        url: `${target}/${path}`,
        repeatable: 'honours-idempotency-key',
        timeoutSeconds: 300,
      },
    ] as const;
  const workflow = drawn(
    'Undone calls',
    {
      begin: ['start'],
      first: call('first'),
      second: call('second'),
      last: ['fail', { message: 'It was not to be.' }],
      'undo-first': call('undo-first?{{ input.body.did }}'),
      'undo-second': call('undo-second?{{ nodes.second.body.did }}'),
      finish: ['end'],
    },
    ['begin.out > first.in', 'first.out > second.in', 'second.out > last.in', 'first.out > finish.in'],
  );
  const undo: Readonly<Record<string, string>> = { first: 'undo-first', second: 'undo-second' };
  const nodes = workflow.nodes.map((node) => {
    const undoWith = undo[node.id];
    return undoWith === undefined ? node : { ...node, undoWith };
  });
  return { ...workflow, nodes };
}

/** Calls in a loop, with a journal so long that the state of the run is kept between its events. */
export function longLoop(target: string): Workflow {
  const call = { method: 'POST', url: `${target}/turn`, body: 'loop.item', timeoutSeconds: 300 };
  return drawn(
    'Long loop',
    {
      begin: ['start'],
      each: ['loop', { over: `[${Array.from({ length: 30 }, (_, at) => at).join(', ')}]` }],
      call: ['api_call', { ...call, repeatable: 'honours-idempotency-key' }],
      finish: ['end'],
    },
    ['begin.out > each.in', 'each.each > call.in', 'call.out > each.next', 'each.done > finish.in'],
  );
}

/** Makes a workspace with these workflows, all published; their ids are their names in kebab-case. */
export async function publishAll(ctx: AppContext, workflows: readonly Workflow[]): Promise<Actor> {
  const account = {
    username: 'ada',
    displayName: 'Ada',
    password: 'a long test password',
    participantId: null,
  };
  const { tenantId, userIds } = await createWorkspace(ctx, {
    slug: 'under-fire',
    name: 'Under fire',
    industry: 'SaaS',
    currency: 'USD',
    accounts: [{ ...account, roles: ['administrator'] }],
  });
  const actor = attacker(tenantId, Object.values(userIds)[0] ?? '');
  for (const document of workflows) {
    const { id, documentHash, problems } = await createWorkflow(ctx, actor, {
      name: document.name,
      document,
    });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    await publishWorkflow(ctx, actor, { id, documentHash, note: '' }, mustPassSuites);
  }
  return actor;
}

/** Who starts and decides in these tests. */
export function attacker(tenantId: string, userId: string): Actor {
  return systemActor(tenantId, userId, 'attack');
}

/**
 * Starts the run of a key, or finds it, and does what people have to do for it until it has ended; its id. Whoever begins this
 * again after a kill comes to the same end.
 */
export async function driveRun(
  ctx: AppContext,
  actor: Actor,
  start: { workflowId: string; key: string },
): Promise<string> {
  const { id } = await startRun(ctx, actor, {
    ...start,
    input: { n: 7 },
    variables: {},
    trigger: 'api',
  });
  for (;;) {
    // with the owner's login: looking must not pass a place where the process may die
    const { rows } = await ctx.db.owner.query<{
      status: string;
      waitingFor: string | null;
      task: string | null;
    }>(
      `SELECT r.status, r.waiting_for AS "waitingFor", t.task_id AS task FROM agent_executions r
         LEFT JOIN human_approval_tasks t ON t.run_id = r.id AND t.is_open WHERE r.id = $1`,
      [id],
    );
    const [now] = rows;
    if (now === undefined || ['completed', 'failed', 'cancelled'].includes(now.status)) return id;
    if (now.task !== null) {
      const answer = { id: now.task, decision: 'approved', values: {}, comment: '' };
      await decideTask(ctx, actor, answer).catch(unlessConflict);
    } else if (now.waitingFor?.startsWith('the signal')) {
      await signalRun(ctx, actor, { id, name: 'go', value: 'went' });
    } else await setTimeout(20);
  }
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
}

/** What became of a run, without what differs from run to run: ids and moments. */
export async function whatBecame(ctx: AppContext, actor: Actor, id: string) {
  const run = await readRun(ctx, actor, { id });
  const count = async (sql: string) => (await ctx.db.owner.query<{ n: number }>(sql, [id])).rows[0]?.n;
  return {
    status: run.status,
    output: run.output,
    error: run.error,
    steps: run.steps
      .map(({ node, iteration, status, attempt, output, error, by }) => ({
        node,
        iteration,
        status,
        attempt,
        output,
        error,
        by,
      }))
      .sort((a, b) => `${a.node}@${a.iteration}`.localeCompare(`${b.node}@${b.iteration}`)),
    notices: await count('SELECT count(*)::int AS n FROM notices WHERE run_id = $1'),
    tasks: await count('SELECT count(*)::int AS n FROM human_approval_tasks WHERE run_id = $1'),
    children: await count('SELECT count(*)::int AS n FROM agent_executions WHERE parent_run_id = $1'),
    left: await count(
      `SELECT ((SELECT count(*) FROM run_effects WHERE run_id = $1) + (SELECT count(*) FROM run_timers WHERE run_id = $1)
         + (SELECT count(*) FROM run_inbox WHERE run_id = $1))::int AS n`,
    ),
  };
}

/** Runs whose journal does not lead to the head that is stored with them, in the whole database. */
export async function brokenJournals(ctx: AppContext): Promise<string[]> {
  const { rows } = await ctx.db.owner.query<{
    id: string;
    head: string;
    count: number;
    lines: JournalEntry[];
  }>(
    `SELECT r.id, r.journal_head AS head, r.entry_count AS count,
            (SELECT json_agg(j.entry ORDER BY j.seq) FROM run_lines j WHERE j.tenant_id = r.tenant_id AND j.run_id = r.id) AS lines
       FROM agent_executions r`,
  );
  return rows
    .filter(({ head, count, lines }) => {
      const end = extendJournal(noLines, lines ?? []);
      return end.journalHead !== head || end.entryCount !== count;
    })
    .map(({ id }) => id);
}
