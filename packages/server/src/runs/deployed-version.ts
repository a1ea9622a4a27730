import { createHash } from 'node:crypto';
import { isInCanary } from '@attain/domain/deployments/deployment';
import type { JsonValue } from '@attain/domain/workflows/json-value';

/** A version of an agent as a run is pinned to it. */
export interface PinnedVersion {
  readonly version: number;
  readonly documentHash: string;
  /** Hash of the agent's version; null: it was never deployed. */
  readonly agentVersion: string | null;
}

/** A canary beside the stable version. */
export interface Canary extends PinnedVersion {
  readonly percent: number;
  readonly salt: string;
  readonly stickyBy: readonly string[];
}

/** What runs where a workflow's agent is deployed. */
export interface Deployed extends PinnedVersion {
  readonly agentId: string;
  readonly environment: string;
  readonly canary: Canary | null;
}

/**
 * Joins as `deployed.it` what a start runs of the workflow `w`, as JSON: null where its agent is deployed nowhere. Without a chosen
 * environment (the parameter, or `NULL`) it is the agent's own if something is deployed there, else the last of the pipeline.
 */
export function joinDeployed(environment = 'NULL'): string {
  return `LEFT JOIN LATERAL (
    SELECT jsonb_build_object('agentId', a.agent_id, 'environment', b.environment, 'version', b.workflow_version,
             'documentHash', b.document_hash, 'agentVersion', b.agent_version,
             'canary', CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('version', c.workflow_version,
               'documentHash', c.document_hash, 'agentVersion', c.agent_version, 'percent', c.percent, 'salt', c.salt,
               'stickyBy', to_jsonb(c.sticky_by)) END) AS it
      FROM agent_registry a
      JOIN agent_workflow_bindings b ON b.tenant_id = a.tenant_id AND b.agent_id = a.agent_id AND b.slot = 'stable'
       AND b.is_active AND b.workflow_id = a.workflow_id
      LEFT JOIN agent_workflow_bindings c ON c.tenant_id = b.tenant_id AND c.agent_id = b.agent_id
       AND c.environment = b.environment AND c.slot = 'canary' AND c.is_active AND c.workflow_id = a.workflow_id
     WHERE a.tenant_id = w.tenant_id AND a.workflow_id = w.workflow_id
       AND (${environment}::text IS NULL OR b.environment = ${environment})
     ORDER BY b.environment = a.environment DESC, array_position(ARRAY['prod', 'staging', 'dev'], b.environment) LIMIT 1) deployed ON true`;
}

/** Which of the two a subject gets, and how it is told apart; the subject itself is not kept. */
export function versionFor(
  deployed: Deployed,
  given: { readonly input: JsonValue; readonly key: string },
): PinnedVersion & { readonly slot: 'stable' | 'canary'; readonly subject: string | null } {
  const { canary } = deployed;
  if (canary === null) return { ...deployed, slot: 'stable', subject: null };
  const digest = createHash('sha256')
    .update(`${canary.salt}\n${deployed.agentId}\n${subjectOf(canary, given)}`)
    .digest('hex');
  const isIn = isInCanary(digest, canary.percent);
  return { ...(isIn ? canary : deployed), slot: isIn ? 'canary' : 'stable', subject: digest };
}

/** The inputs that tell subjects apart, as long as the start has one of them; else what asked for the run. */
function subjectOf({ stickyBy }: Canary, { input, key }: { input: JsonValue; key: string }): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return key;
  const named = stickyBy.map((field) => (input as Record<string, JsonValue>)[field] ?? null);
  return named.some((value) => value !== null) ? JSON.stringify(named) : key;
}
