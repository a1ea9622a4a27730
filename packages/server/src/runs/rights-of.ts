import { hash } from 'node:crypto';
import type { Permission } from '@attain/domain/access/permissions';
import { type Delivery, deliveriesOf, deliveringTypes } from '@attain/domain/workflows/nodes/deliveries';
import { type AskingStep, askingTypes, rightsNeeded } from '@attain/domain/workflows/nodes/rights-needed';
import type { Workflow, WorkflowNode } from '@attain/domain/workflows/workflow';
import type { TenantTx } from '../db/database.ts';
import { joinDeployed } from './deployed-version.ts';

/** How deep workflows that run workflows are followed; further down the step itself refuses. */
const maxLevels = 10;

/** What a run of a workflow would be, were it started now. */
export interface PublishedRun {
  /** What whoever starts it must be allowed to do (WF-35). */
  readonly needs: readonly Permission[];
  /** Where it can deliver values to (WF-61). */
  readonly sendsTo: readonly Delivery[];
  /** Its version that runs: the deployed one, or the newest; null: it has none. */
  readonly version: number | null;
  /** SHA-256 over the versions of all that it runs, itself included; another one was published or deployed where it differs. */
  readonly published: string | null;
}

/** By workflow: what whoever runs its newest published version must be allowed to do, sub-workflows included (WF-35). */
export async function rightsOf(
  tx: TenantTx,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const runs = await publishedRuns(tx, workflowIds);
  return new Map([...runs].map(([id, { needs }]) => [id, needs]));
}

/**
 * By workflow: what a run of it comes to, sub-workflows included. Where its agent is deployed (to the environment, if one is given),
 * that is the version there with what it is pinned to, and its canary besides; otherwise the newest published versions.
 */
export async function publishedRuns(
  tx: TenantTx,
  workflowIds: readonly string[],
  environment?: string,
): Promise<ReadonlyMap<string, PublishedRun>> {
  const found = new Map<string, AskingRow[]>();
  const deployed = await deployedRuns(tx, workflowIds, environment ?? null);
  let wanted = [...new Set(workflowIds)].filter((id) => !deployed.has(id));
  for (let level = 0; level < maxLevels && wanted.length > 0; level += 1) {
    for (const id of wanted) found.set(id, []);
    for (const row of await selectAsking(tx, wanted)) found.get(row.workflowId)?.push(row);
    const next = wanted.flatMap((id) => inside(found.get(id) ?? []));
    wanted = [...new Set(next)].filter((id) => !found.has(id));
  }
  return new Map(
    workflowIds.map((id) => [id, publishedRun(id, deployed.get(id) ?? allSteps(found, id))] as const),
  );
}

function publishedRun(workflowId: string, rows: readonly AskingRow[]): PublishedRun {
  const version = rows.find((row) => row.workflowId === workflowId)?.version ?? null;
  const versions = new Set(rows.map((row) => `${row.documentHash} ${row.workflowId}`));
  return {
    needs: rightsNeeded(rows),
    sendsTo: deliveriesOf(rows),
    version,
    published: version === null ? null : hash('sha256', [...versions].sort().join('\n')),
  };
}

/** Where runs of this version can deliver values to, sub-workflows included (WF-61). */
export async function deliveriesOfVersion(tx: TenantTx, { nodes }: Workflow): Promise<Delivery[]> {
  const subs = nodes.flatMap(({ type, config }) =>
    type === 'sub_workflow' && typeof config.workflow === 'string' ? [config.workflow] : [],
  );
  const inside = subs.length === 0 ? [] : [...(await publishedRuns(tx, subs)).values()];
  return [...deliveriesOf(nodes), ...inside.flatMap(({ sendsTo }) => sendsTo)];
}

/** A step that asks for something, delivers something or runs another workflow; one of no type where a version has none. */
interface AskingRow extends AskingStep, Omit<WorkflowNode, 'position' | 'config'> {
  readonly type: string;
  readonly config: WorkflowNode['config'];
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  /** What a sub-workflow step runs. */
  readonly runs: string | null;
}

/** The settings that say what a step asks for and delivers. */
const readSettings = [
  ...['what', 'database', 'query', 'provider'],
  ...['to', 'channel', 'application', 'url', 'method', 'action', 'assignee', 'queue'],
];

/** Of the workflows whose agents are deployed: the steps of the stable version, then of the canary, each with its pins. */
async function deployedRuns(
  tx: TenantTx,
  workflowIds: readonly string[],
  environment: string | null,
): Promise<ReadonlyMap<string, readonly AskingRow[]>> {
  const result = await tx.client.query<AskingRow & { root: string }>(
    `WITH pointers AS (
       SELECT w.tenant_id, w.workflow_id AS root, p.place, p.hash FROM workflow_definitions w ${joinDeployed('$4')}
       CROSS JOIN LATERAL (VALUES (1, deployed.it->>'agentVersion'), (2, deployed.it->'canary'->>'agentVersion')) AS p(place, hash)
        WHERE w.workflow_id = ANY($1) AND p.hash IS NOT NULL),
     pinned AS (
       SELECT p.tenant_id, p.root, p.place, 0 AS level, a.manifest->'workflow'->>'id' AS id, a.workflow_version AS version
         FROM pointers p JOIN agent_versions a ON a.tenant_id = p.tenant_id AND a.hash = p.hash
       UNION ALL
       SELECT p.tenant_id, p.root, p.place, 1, pin->>'id', (pin->>'version')::int
         FROM pointers p JOIN agent_versions a ON a.tenant_id = p.tenant_id AND a.hash = p.hash
         CROSS JOIN LATERAL jsonb_array_elements(a.manifest->'pins') pin)
     SELECT w.root, ${asking} FROM pinned w
       JOIN workflow_versions v ON v.tenant_id = w.tenant_id AND v.workflow_id = w.id AND v.version = w.version ${steps}
      ORDER BY w.root, w.place, w.level, v.workflow_id, e.place`,
    [workflowIds, [...askingTypes, ...deliveringTypes, 'sub_workflow'], readSettings, environment],
  );
  return Map.groupBy(result.rows, ({ root }) => root);
}

const asking = `v.workflow_id AS "workflowId", v.version, v.document_hash AS "documentHash", coalesce(n->>'type', '') AS type,
            coalesce(n->>'id', '') AS id, coalesce(n->>'title', '') AS title,
            CASE WHEN n->>'type' = 'sub_workflow' THEN n->'config'->>'workflow' END AS runs,
            (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(coalesce(n->'config', '{}'))
              WHERE key = ANY($3)) AS config`;
const steps = `LEFT JOIN LATERAL jsonb_array_elements(v.document->'nodes') WITH ORDINALITY AS e(n, place)
  ON n->>'type' = ANY($2) AND n->>'disabled' IS DISTINCT FROM 'true'`;

async function selectAsking(tx: TenantTx, workflowIds: readonly string[]): Promise<AskingRow[]> {
  const result = await tx.client.query<AskingRow>(
    `SELECT ${asking}
       FROM workflow_definitions w JOIN workflow_versions v ON v.workflow_id = w.workflow_id AND v.version = w.version ${steps}
      WHERE w.workflow_id = ANY($1) ORDER BY v.workflow_id, place`,
    [workflowIds, [...askingTypes, ...deliveringTypes, 'sub_workflow'], readSettings],
  );
  return result.rows;
}

function inside(steps: readonly AskingRow[]): string[] {
  return steps.flatMap(({ runs }) => (runs === null ? [] : [runs]));
}

function allSteps(steps: ReadonlyMap<string, AskingRow[]>, from: string): AskingRow[] {
  const seen = new Set<string>();
  let round = [from];
  while (round.length > 0) {
    for (const id of round) seen.add(id);
    round = round.flatMap((id) => inside(steps.get(id) ?? [])).filter((id) => !seen.has(id));
  }
  return [...seen].flatMap((id) => steps.get(id) ?? []);
}
