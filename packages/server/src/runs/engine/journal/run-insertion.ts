import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { RunStatus } from '@attain/domain/workflows/run-moves';
import type { JournalEnd, StoredLine } from './journal-chain.ts';

/** How the run stands now. */
export interface RunProgress extends JournalEnd {
  readonly status: RunStatus;
  readonly waitingFor: string | null;
  readonly progress: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly result: JsonValue | undefined;
  readonly error: JsonObject | null;
}

/** What a run is and was started with: as it stays. */
export interface GivenRun {
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly environment: string;
  /** Of a deployed agent: its version, and the pointer that chose it. */
  readonly agentVersion: string | null;
  readonly slot: 'stable' | 'canary' | null;
  readonly subject: string | null;
  readonly trigger: string;
  readonly input: JsonValue;
  readonly variables: JsonObject;
  readonly startKey: string | null;
  readonly startedBy: string;
  readonly parent: { readonly runId: string; readonly step: JsonObject } | null;
  /** The instance of its agent that it runs for; null: none. */
  readonly instanceId: string | null;
  /** The `traceparent` of the delivery or request that starts it; null or omitted: none. */
  readonly traceParent?: string | null;
  /** It tries a draft, or belongs to such a run. */
  readonly isDraft: boolean;
}

/** A run as it is stored for the first time. */
export interface FirstStored {
  readonly given: GivenRun;
  readonly standing: RunProgress;
  readonly lines: readonly StoredLine[];
}

/**
 * The statement that stores runs with their journals: of one kind when lines stand one by one, of another when all runs have ended
 * and keep their lines with themselves. Its answer is the `ids` of those whose start key was not used before.
 */
export function insertion(tenantId: string, runs: readonly FirstStored[]) {
  const goingOn = runs.filter((run) => !isWhole(run));
  const values = [tenantId, `[${runs.map(runRow).join(',')}]`, runs.map(wholeOf).join('\n\n')];
  if (goingOn.length === 0) {
    const text = `WITH fresh AS (${runsInserted}), ${endsNoted}, ${instancesMoved} SELECT string_agg(id::text, ' ') AS ids FROM fresh`;
    return { name: 'insert-ended-runs', text, values };
  }
  const places = goingOn.flatMap((run) => run.lines.map((_, at) => [run.given.id, at + 1] as const));
  return {
    name: 'insert-runs',
    text: `WITH fresh AS (${runsInserted}), ${endsNoted}, ${instancesMoved}, lines AS (
       INSERT INTO run_journal (tenant_id, run_id, seq, key, at, entry)
       SELECT $1, l.run, l.seq, l.key, to_timestamp(l.ms / 1000), l.entry::json
         FROM unnest($4::uuid[], $5::int[], $6::text[], $7::float8[], string_to_array($8, E'\\n')) AS l(run, seq, key, ms, entry)
         JOIN fresh f ON f.id = l.run)
     SELECT string_agg(id::text, ' ') AS ids FROM fresh`,
    values: [
      ...values,
      places.map(([run]) => run),
      places.map(([, seq]) => seq),
      ...lineColumns(goingOn.flatMap((run) => run.lines)),
    ],
  };
}

/** The confidence that a result states, from 0 to 1; null: none. */
export function statedConfidence(result: string): string {
  const number = `(${result}->>'confidence')::numeric`;
  return `CASE WHEN jsonb_typeof(${result}->'confidence') = 'number' THEN CASE WHEN ${number} BETWEEN 0 AND 1 THEN ${number} END END`;
}

const runsInserted = `INSERT INTO agent_executions (tenant_id, id, environment, execution_type, parameters, context, workflow_id, workflow_version,
         document_hash, start_key, started_by, parent_run_id, parent_step, status, entry_count, journal_head, journal_size, waiting_for, progress,
         start_time, end_time, duration, result, confidence, error_details, outcome, agent_version, slot, subject, is_draft, instance_id, trace_parent, whole_journal)
       SELECT $1, r.id, r.environment, r.trigger, coalesce(r.input, 'null'), r.variables, r."workflowId", r.version,
         r."documentHash", r."startKey", r."startedBy", r."runId", r.step, r.status, r."entryCount", r."journalHead", r."journalSize", r."waitingFor", r.progress,
         to_timestamp(r."startedAtMs" / 1000), to_timestamp(r."endedAtMs" / 1000), r."endedAtMs" - r."startedAtMs", r.result, ${statedConfidence('r.result')}, r.error,
         CASE WHEN r."endedAtMs" IS NULL THEN NULL ELSE r.status END, r."agentVersion", r.slot, r.subject, r."isDraft", r."instanceId", r."traceParent", nullif(r.whole, '')
       FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (id uuid, environment text, trigger text, input jsonb, variables jsonb, "workflowId" text,
         version int, "documentHash" text, "startKey" text, "startedBy" uuid, "runId" uuid, step jsonb, status text, "entryCount" int, "journalHead" text, "journalSize" int,
         "waitingFor" text, progress int, "startedAtMs" float8, "endedAtMs" float8, result jsonb, error jsonb, "agentVersion" text, slot text, subject text, "isDraft" boolean, "instanceId" uuid, "traceParent" text), unnest(string_to_array($3, E'\\n\\n')))
         AS r(id, environment, trigger, input, variables, "workflowId", version, "documentHash", "startKey", "startedBy", "runId", step, status, "entryCount",
         "journalHead", "journalSize", "waitingFor", progress, "startedAtMs", "endedAtMs", result, error, "agentVersion", slot, subject, "isDraft", "instanceId", "traceParent", whole)
       ON CONFLICT ON CONSTRAINT agent_executions_start_key DO NOTHING RETURNING tenant_id, id, end_time, instance_id, status, confidence`;

/** Runs that have ended wait for the log index. */
const endsNoted =
  'ends AS (INSERT INTO run_ends (tenant_id, run_id) SELECT $1::uuid, id FROM fresh WHERE end_time IS NOT NULL)';

/** Counts runs of agent instances as they begin; `fresh` are those stored now. */
const instancesMoved = `instances AS (${movedInstances('fresh', 'count(*)')})`;

/**
 * The statement part that moves the counters and status of instances by these runs (AGENT-16): `begun` counts those that are new.
 * Those with an end have just ended.
 */
export function movedInstances(runs: string, begun: 'count(*)' | '0'): string {
  return `UPDATE agent_instances i SET open_runs = i.open_runs + n.begun - n.ended,
      status = CASE WHEN i.open_runs + n.begun > n.ended THEN 'running' WHEN n.failed THEN 'failed' ELSE 'idle' END,
      execution_count = i.execution_count + n.ended, success_count = i.success_count + n.completed,
      confidence_sum = i.confidence_sum + n.confidence, confidence_count = i.confidence_count + n.confident,
      last_run = greatest(i.last_run, n.last)
    FROM (SELECT tenant_id, instance_id, ${begun}::int AS begun, count(end_time)::int AS ended, max(end_time) AS last,
        count(*) FILTER (WHERE status = 'completed')::int AS completed, bool_or(status = 'failed') AS failed,
        count(confidence)::int AS confident,
        coalesce(sum(confidence), 0) AS confidence
      FROM ${runs} WHERE instance_id IS NOT NULL
      GROUP BY tenant_id, instance_id) n
    WHERE i.tenant_id = n.tenant_id AND i.id = n.instance_id`;
}

function isWhole({ standing }: FirstStored): boolean {
  return standing.endedAtMs !== null;
}

/** The lines of a run that has ended in one text; nothing of one that goes on. */
function wholeOf(run: FirstStored): string {
  if (!isWhole(run)) return '';
  // of lines that stand one by one the database refuses a key that is there
  if (new Set(run.lines.map(({ key }) => key)).size < run.lines.length)
    throw new Error(`The journal of the run ${run.given.id} has one key twice.`);
  return run.lines.map(({ text }) => text).join('\n');
}

/** What the row of a run is made of, as JSON; what is not there is null. */
function runRow({ given, standing }: FirstStored): string {
  const { id, workflowId, version, documentHash, environment, trigger, input, variables } = given;
  const { startKey, startedBy, parent, agentVersion, slot, subject, isDraft, instanceId, traceParent } =
    given;
  return JSON.stringify({
    id,
    workflowId,
    version,
    documentHash,
    environment,
    trigger,
    input,
    variables,
    startKey,
    startedBy,
    agentVersion,
    slot,
    subject,
    isDraft,
    instanceId,
    traceParent,
    ...parent,
    ...standing,
  });
}

/** Key, moment and text of lines, each in one piece; no text of JSON has a line break. */
export function lineColumns(lines: readonly StoredLine[]): [string[], number[], string] {
  return [
    lines.map(({ key }) => key),
    lines.map(({ atMs }) => atMs),
    lines.map(({ text }) => text).join('\n'),
  ];
}
