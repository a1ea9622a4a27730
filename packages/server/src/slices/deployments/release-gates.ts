import type { ReleaseGateResult } from '@attain/contract/releases';
import { type ApprovalGate, approvalGates, judgeGates } from '@attain/domain/deployments/release-gates';
import { scanWorkflow } from '@attain/domain/deployments/scan-workflow';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { lockBindings, selectDeployable, selectDocument } from './binding-store.ts';
import {
  type GateRequest,
  hasWebhook,
  type StoredRelease,
  selectCaseResources,
  selectGateRequests,
  selectSuiteResults,
} from './release-store.ts';

/** The subject of a gate’s request: `payer/1.4.0-rc.1/qa-approval`. */
export function gateSubject(
  { agentId, version, candidate }: Pick<StoredRelease, 'agentId' | 'version' | 'candidate'>,
  gate: ApprovalGate,
): string {
  return `${agentId}/${version}-rc.${candidate}/${gate}`;
}

/** The latest request of each approval gate of a release. */
export async function gateRequests(
  tx: TenantTx,
  release: StoredRelease,
): Promise<ReadonlyMap<ApprovalGate, GateRequest>> {
  const rows = await selectGateRequests(
    tx,
    approvalGates.map((gate) => gateSubject(release, gate)),
  );
  return new Map(
    approvalGates.flatMap((gate) => {
      const row = rows.find(({ subjectId }) => subjectId === gateSubject(release, gate));
      return row === undefined ? [] : [[gate, row] as const];
    }),
  );
}

/** How the six gates of a release stand, by stored results (REL-13, REL-15). */
export async function gatesOf(
  ctx: AppContext,
  tx: TenantTx,
  release: StoredRelease,
): Promise<readonly ReleaseGateResult[]> {
  const version = found(await selectDeployable(tx, release.agentId, release.hash), 'version of this release');
  const workflow = (await selectDocument(tx, version)) ?? EMPTY_WORKFLOW;
  const { workflowId, documentHash } = version;
  const production = await productionDocument(tx, release.agentId);
  const automated = judgeGates({
    suites: await selectSuiteResults(tx, workflowId ?? '', documentHash ?? ''),
    cases: await selectCaseResources(tx, workflowId ?? '', { now: documentHash ?? '', before: production }),
    findings: scanWorkflow(workflow, { hasWebhook: await hasWebhook(tx, workflowId ?? '') }),
  });
  const requests = await gateRequests(tx, release);
  const now = ctx.clock.now().toISOString();
  return [
    ...automated.map((one) => ({ ...one, approvalId: null })),
    ...approvalGates.map((gate) => {
      const request = requests.get(gate);
      return { gate, approvalId: request?.id ?? null, ...approvalStanding(request, now) };
    }),
  ];
}

function approvalStanding(
  request: GateRequest | undefined,
  now: string,
): Pick<ReleaseGateResult, 'status' | 'text'> {
  if (request === undefined) return { status: 'failed', text: 'Nobody was asked. Create another candidate.' };
  const { status, expiresAt, names } = request;
  if (status === 'approved') return { status: 'passed', text: `Approved by ${names.join(', ')}.` };
  if (status === 'open' && expiresAt > now) return { status: 'open', text: 'Waits for approval.' };
  if (status === 'rejected') return { status: 'failed', text: 'Rejected. Create another candidate.' };
  return { status: 'failed', text: 'Nobody decided in time. Create another candidate.' };
}

/** The hash of the workflow that an agent runs in production; null: none runs there. */
async function productionDocument(tx: TenantTx, agentId: string): Promise<string | null> {
  const { rows } = await tx.client.query<{ hash: string }>(
    `SELECT document_hash AS hash FROM agent_workflow_bindings
      WHERE agent_id = $1 AND environment = 'prod' AND slot = 'stable' AND is_active`,
    [agentId],
  );
  return rows[0]?.hash ?? null;
}

/** The version that an agent runs in an environment, held until the transaction ends; null: none. */
export async function runningVersion(
  tx: TenantTx,
  agentId: string,
  environment: 'staging' | 'prod',
): Promise<string | null> {
  const stable = (await lockBindings(tx, agentId, environment)).find(({ slot }) => slot === 'stable');
  return stable?.agentVersion ?? null;
}
