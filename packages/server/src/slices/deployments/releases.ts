import type { DeploymentDetail } from '@attain/contract/deployments';
import type { Release } from '@attain/contract/releases';
import type { Strategy } from '@attain/domain/deployments/deployment';
import { approvalGates, candidateName, gateWords } from '@attain/domain/deployments/release-gates';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { approvalHash } from '../../runs/policies/policy-guard.ts';
import { closeRequest, hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { type Deployable, selectDeployable } from './binding-store.ts';
import { mustRun, storeOrder } from './order-deployment.ts';
import { gateSubject, gatesOf, runningVersion } from './release-gates.ts';
import {
  insertRelease,
  type StoredRelease,
  selectAgentName,
  selectOpenRelease,
  selectRelease,
  selectReleases,
  updateRelease,
} from './release-store.ts';

export const releaseKind = 'release-gate';

/** One page of an agent’s releases, newest first. Throws NOT_FOUND. */
export function listReleases(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
): Promise<{ rows: Release[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    found(await selectAgentName(tx, input.id), 'agent');
    const stored = await selectReleases(tx, input.id, { after, limit: input.limit });
    const rows: Release[] = [];
    for (const one of stored) rows.push(await shownRelease(ctx, tx, one));
    return onePage(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
  });
}

/** A release with its gates. Throws NOT_FOUND. */
export function readRelease(ctx: AppContext, actor: Actor, id: string): Promise<Release> {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, (tx) => releaseDetail(ctx, tx, id));
}

async function releaseDetail(ctx: AppContext, tx: TenantTx, id: string): Promise<Release> {
  return shownRelease(ctx, tx, found(await selectRelease(tx, id), 'release'));
}

/** Gates of an open candidate are judged now; of an ended one they stay as they were. */
async function shownRelease(ctx: AppContext, tx: TenantTx, stored: StoredRelease): Promise<Release> {
  const { hash, candidate, createdBy: _, author, gates: kept, environments, ...shown } = stored;
  const gates =
    stored.status === 'open'
      ? await gatesOf(ctx, tx, stored)
      : (kept ?? []).map((one) => ({ ...one, approvalId: null }));
  return {
    ...shown,
    hash,
    name: candidateName(stored.version, candidate),
    createdBy: author,
    environments: environments as Release['environments'],
    gates: [...gates],
    barred: barredWords(stored, gates),
  };
}

/** Why a release can’t be promoted; null: it can be. */
function barredWords(
  { status, environments }: StoredRelease,
  gates: readonly { readonly status: string }[],
): string | null {
  if (status !== 'open') return status === 'released' ? 'It is released.' : 'It is closed.';
  if (!environments.includes('staging')) return 'It doesn’t run in Staging yet.';
  const left = gates.filter((gate) => gate.status !== 'passed').length;
  return left === 0 ? null : left === 1 ? '1 gate has not passed.' : `${left} gates have not passed.`;
}

/**
 * Makes a version the candidate for production: asks for three approvals, and deploys it to staging unless it runs there (REL-12).
 * Throws NOT_FOUND; CONFLICT for a version that can’t run or runs in production; and as the order of a deployment.
 */
export async function createRelease(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; hash: string; notes: string },
): Promise<Release> {
  mustAllow(actor, 'deploy:agents');
  const { id: agentId, hash, notes } = input;
  const { release, deployment } = await ctx.write(actor, async (tx) => {
    const version = found(await selectDeployable(tx, agentId, hash), 'version of this agent');
    mustRun(version);
    if ((await runningVersion(tx, agentId, 'prod')) === hash)
      throw new ApiError('CONFLICT', `Version ${version.version} runs in Production already.`);
    await supersede(tx, agentId);
    const id = newId();
    await insertRelease(tx, {
      id,
      agentId,
      notes,
      agentVersion: hash,
      version: version.version,
      createdBy: actor.userId,
    });
    const stored = found(await selectRelease(tx, id), 'release');
    await askForGates(ctx, tx, { stored, version, askedBy: actor.userId });
    const replaces = await runningVersion(tx, agentId, 'staging');
    const isThere = replaces === hash;
    const order = { agentId, hash, replaces, environment: 'staging', stickyBy: [], reason: notes } as const;
    const made = isThere
      ? null
      : await storeOrder(ctx, tx, {
          actor,
          order: { ...order, strategy: 'auto-rollback' },
          retryOf: null,
          releaseId: id,
        });
    tx.record({
      action: 'release.created',
      object: { type: 'release', id, version: candidateName(stored.version, stored.candidate) },
      evidence: [hash],
      ...(made === null ? {} : { reason: { code: 'staging', text: `deployment ${made.id}` } }),
    });
    return { release: await releaseDetail(ctx, tx, id), deployment: made?.id ?? null };
  });
  if (deployment !== null) await ctx.jobs.order('deployment', { tenantId: actor.tenantId, id: deployment });
  return release;
}

/** Closes the open candidate of an agent: a newer one takes its place. */
async function supersede(tx: WriteTx, agentId: string): Promise<void> {
  const open = await selectOpenRelease(tx, agentId);
  if (open === null) return;
  await closeGates(tx, found(await selectRelease(tx, open.id), 'release'), 'void');
  await updateRelease(tx, open.id, { status: 'closed' });
}

async function closeGates(tx: TenantTx, stored: StoredRelease, status: 'void' | 'withdrawn'): Promise<void> {
  for (const gate of approvalGates)
    await closeRequest(tx, { kind: releaseKind, subjectId: gateSubject(stored, gate), status });
}

async function askForGates(
  ctx: AppContext,
  tx: TenantTx,
  of: { readonly stored: StoredRelease; readonly version: Deployable; readonly askedBy: string },
): Promise<void> {
  const { stored, version, askedBy } = of;
  const name = candidateName(stored.version, stored.candidate);
  const isAlone = !(await hasOtherDecider(tx, releaseKind, [askedBy, version.author]));
  for (const gate of approvalGates)
    await requestApproval(tx, ctx.clock, {
      kind: releaseKind,
      subject: { type: 'release', id: gateSubject(stored, gate) },
      askedBy,
      excluded: [version.author],
      hash: approvalHash(version.documentHash ?? '', version.agentId, 'prod'),
      summary: `${gateWords[gate]} of ${version.agentName} ${name}`,
      facts: {
        figures: [
          textFact('Agent', version.agentName),
          textFact('Candidate', name),
          textFact('Gate', gateWords[gate]),
          textFact('Risk', version.riskLevel),
        ],
        against: null,
        warnings: [],
      },
      reason: stored.notes === '' ? null : stored.notes,
      isAlone,
    });
}

/**
 * Orders the deployment of a candidate to production (REL-16). Throws NOT_FOUND; GATE_FAILED with every gate that has not passed;
 * CONFLICT for one that has ended or does not run in staging; and as the order of a deployment.
 */
export async function promoteRelease(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    strategy: Strategy;
    stickyBy: readonly string[];
    replaces: string | null;
    reason: string;
  },
): Promise<DeploymentDetail> {
  mustAllow(actor, 'deploy:agents');
  const { id, ...asked } = input;
  const deployment = await ctx.write(actor, async (tx) => {
    const stored = found(await selectRelease(tx, id, 'FOR UPDATE OF r'), 'release');
    const { agentId, hash, version, candidate } = stored;
    await mustPassGates(ctx, tx, stored);
    const order = { ...asked, agentId, hash, environment: 'prod' } as const;
    const made = await storeOrder(ctx, tx, { actor, order, retryOf: null, releaseId: id });
    tx.record({
      action: 'release.promoted',
      object: { type: 'release', id, version: candidateName(version, candidate) },
      evidence: [hash],
      reason: { code: made.strategy, text: `deployment ${made.id}` },
    });
    return made;
  });
  await ctx.jobs.order('deployment', { tenantId: actor.tenantId, id: deployment.id });
  return deployment;
}

/** Throws CONFLICT or GATE_FAILED unless a release may go to production; keeps how its gates stood. */
export async function mustPassGates(ctx: AppContext, tx: WriteTx, stored: StoredRelease): Promise<void> {
  if (stored.status !== 'open' || !stored.environments.includes('staging'))
    throw new ApiError('CONFLICT', barredWords(stored, []) ?? '');
  const gates = await gatesOf(ctx, tx, stored);
  const problems = gates
    .filter(({ status }) => status !== 'passed')
    .map(({ gate, text }) => ({ rule: 'REL-16', path: `/${gate}`, message: `${gateWords[gate]}: ${text}` }));
  if (problems.length > 0)
    throw new ApiError('GATE_FAILED', 'Gates of this release have not passed.', { problems });
  await updateRelease(tx, stored.id, { gates: gates.map(({ approvalId: _, ...one }) => one) });
}

/** Closes a candidate that is not wanted any more. Throws NOT_FOUND, and CONFLICT for one that has ended. */
export function closeRelease(ctx: AppContext, actor: Actor, id: string): Promise<Release> {
  mustAllow(actor, 'deploy:agents');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectRelease(tx, id, 'FOR UPDATE OF r'), 'release');
    if (stored.status !== 'open') throw new ApiError('CONFLICT', barredWords(stored, []) ?? '');
    await closeGates(tx, stored, 'withdrawn');
    const gates = await gatesOf(ctx, tx, stored);
    await updateRelease(tx, id, {
      status: 'closed',
      gates: gates.map(({ approvalId: _, ...one }) => one),
    });
    tx.record({
      action: 'release.closed',
      object: { type: 'release', id, version: candidateName(stored.version, stored.candidate) },
    });
    return releaseDetail(ctx, tx, id);
  });
}
