import type { AgentManifest } from '@attain/domain/proofs/versions-file';
import { versionHash } from '@attain/domain/proofs/versions-file';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { contractOf } from '@attain/domain/workflows/prepare-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';

type References = Pick<AgentManifest, 'pins' | 'contracts' | 'connections' | 'nodes'>;

/** What a workflow refers to, each by its hash: sub-workflows, data contracts, connections and types of nodes. */
export async function referencesOf(tx: TenantTx, workflow: Workflow | null): Promise<References> {
  const nodes = workflow?.nodes ?? [];
  const contracts = nodes.flatMap((node) => contractOf(node) ?? []);
  return {
    pins: await selectPins(tx, workflow),
    contracts: await selectContracts(tx, contracts),
    connections: await selectConnections(tx, nodes.flatMap(connectionsOf)),
    nodes: typesOf(nodes.map(({ type }) => type)),
  };
}

/** Sub-workflows in their newest published versions, at any depth. */
async function selectPins(tx: TenantTx, workflow: Workflow | null): Promise<References['pins']> {
  const result = await tx.client.query<References['pins'][number]>(
    `WITH RECURSIVE pinned AS (
       SELECT v.workflow_id, v.version, v.document_hash, v.document FROM workflow_versions v
         JOIN workflow_definitions w ON w.workflow_id = v.workflow_id AND w.version = v.version WHERE v.workflow_id = ANY($1)
       UNION
       SELECT v.workflow_id, v.version, v.document_hash, v.document FROM pinned p
         CROSS JOIN LATERAL jsonb_array_elements(p.document->'nodes') n
         JOIN workflow_definitions w ON w.workflow_id = n->'config'->>'workflow' AND n->>'type' = 'sub_workflow'
         JOIN workflow_versions v ON v.workflow_id = w.workflow_id AND v.version = w.version)
     SELECT workflow_id AS id, version, document_hash AS hash FROM pinned ORDER BY workflow_id`,
    [subWorkflows(workflow)],
  );
  return result.rows;
}

function subWorkflows(workflow: Workflow | null): string[] {
  return (workflow?.nodes ?? []).flatMap(({ type, config }) =>
    type === 'sub_workflow' && typeof config.workflow === 'string' ? [config.workflow] : [],
  );
}

async function selectContracts(tx: TenantTx, names: readonly string[]): Promise<References['contracts']> {
  const result = await tx.client.query<References['contracts'][number]>(
    `SELECT contract_id AS id, version, schema_hash AS hash FROM data_contract_versions
      WHERE contract_id || '@' || version = ANY($1) ORDER BY contract_id, version`,
    [[...new Set(names)]],
  );
  return result.rows;
}

interface ConnectionRow {
  readonly id: string;
  readonly kind: string;
  readonly settings: object;
}

async function selectConnections(tx: TenantTx, ids: readonly string[]): Promise<References['connections']> {
  const result = await tx.client.query<ConnectionRow>(
    `SELECT a.application_id AS id, a.type AS kind,
            jsonb_build_object('address', a.base_url, 'authMethod', a.auth_method, 'config', a.config)
              || CASE WHEN d.id IS NULL THEN '{}' ELSE
                jsonb_build_object('accessLevel', d.access_level, 'allowedOperations', d.allowed_operations) END AS settings
       FROM application_registry a LEFT JOIN database_registry d ON d.tenant_id = a.tenant_id AND d.database_id = a.application_id
      WHERE a.application_id = ANY($1) ORDER BY a.application_id`,
    [[...new Set(ids)]],
  );
  return result.rows.map(({ id, kind, settings }) => ({ id, kind, hash: versionHash(nodeDigest, settings) }));
}

/** The connections that the settings of a node name. */
function connectionsOf({ type, config }: Workflow['nodes'][number]): string[] {
  const fields = Object.entries(nodeType(type)?.config.properties ?? {});
  return fields.flatMap(([name, { format = '' }]) => {
    const value = config[name];
    return /^(connection\/|database$)/.test(format) && typeof value === 'string' && value !== ''
      ? [value]
      : [];
  });
}

function typesOf(types: readonly string[]): References['nodes'] {
  return [...new Set(types)].sort().flatMap((id) => {
    const found = nodeType(id);
    if (found === undefined) return [];
    const { version, inputs, outputs, config, sideEffect, idempotency, working } = found;
    const definition = { type: id, version, inputs, outputs, config, sideEffect, idempotency, working };
    const json = JSON.parse(JSON.stringify(definition)) as object;
    return [{ id, version: version, hash: versionHash(nodeDigest, json) }];
  });
}
