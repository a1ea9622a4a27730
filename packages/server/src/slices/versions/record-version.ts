import {
  type AgentManifest,
  manifestFormat,
  type VersionRecord,
  versionFormat,
  versionHash,
} from '@attain/domain/proofs/versions-file';
import { changesBetween } from '@attain/domain/versions/compare';
import type { VersionContent } from '@attain/domain/versions/content';
import { MAIN } from '@attain/domain/versions/history';
import { type Bump, bumpOf, compareLabels, nextLabel } from '@attain/domain/versions/numbering';
import { canonicalWorkflow } from '@attain/domain/workflows/parse-workflow';
import { hashOf } from '../../audit/canonical.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { TenantTx } from '../../db/database.ts';
import { retag } from './tag-versions.ts';
import { referencesOf } from './version-references.ts';
import {
  contentOfVersion,
  type EditedAgent,
  insertAgentVersion,
  moveBranch,
  type StoredVersion,
  selectAgentOf,
  selectBranch,
  selectEditedAgent,
  selectLabels,
  selectVersion,
} from './version-rows.ts';

/** A version to be recorded. */
export interface NewVersion {
  readonly agentId: string;
  readonly branch: string;
  readonly content: VersionContent;
  /** The published workflow; on branches its id alone. */
  readonly workflow: { readonly id: string; readonly version: number | null } | null;
  /** The branch's version before, first; null: the first of all. */
  readonly parents: readonly StoredVersion[];
  readonly message: string;
  /** Three numbers with dots; null: by what changed, from `lowest` on. */
  readonly label: string | null;
  readonly lowest?: string;
}

/** What turns the parent into the content, and the label that follows from it. */
export function proposalOf(
  content: VersionContent,
  parent: StoredVersion | undefined,
): { readonly changes: readonly string[]; readonly bump: Bump; readonly label: string | null } {
  if (parent === undefined) return { changes: ['First version'], bump: 'minor', label: null };
  const before = contentOfVersion(parent);
  const found = changesBetween(before, content);
  const moved = found.filter(({ kind }) => kind === 'moved').length;
  const words = found.filter(({ kind }) => kind !== 'moved').map((change) => change.words);
  const bump = bumpOf(before, content, found);
  return {
    changes: moved === 0 ? words : [...words, `${moved} moved on the canvas`],
    bump,
    label: nextLabel(parent.version, bump),
  };
}

/**
 * Stores a version and moves its branch there. Throws CONFLICT if nothing changed since the version before, or the label
 * is in use or not higher.
 */
export async function recordVersion(
  tx: TenantTx,
  { actor, clock }: { readonly actor: Actor; readonly clock: Clock },
  wanted: NewVersion,
): Promise<string> {
  const { agentId, branch, content, parents, message } = wanted;
  const manifest = await manifestOf(tx, wanted);
  const manifestHash = versionHash(nodeDigest, manifest);
  const [parent] = parents;
  if (parents.length === 1 && parent?.record.manifest === manifestHash)
    throw new ApiError('CONFLICT', `There are no changes since version ${parent.version}.`);
  const proposal = proposalOf(content, parent);
  const version = await freeLabel(tx, wanted, proposal.label);
  const record: VersionRecord = {
    format: versionFormat,
    agentId,
    branch,
    version,
    manifest: manifestHash,
    parents: parents.map(({ hash }) => hash),
    message,
    author: actor.displayName,
    at: clock.now().toISOString(),
  };
  const hash = versionHash(nodeDigest, record);
  const workflowVersion = wanted.workflow?.version ?? null;
  await insertAgentVersion(tx, {
    agentId,
    hash,
    branch,
    version,
    parents: record.parents.slice(),
    message,
    manifestHash,
    record,
    manifest,
    workflowVersion,
    document: workflowVersion === null ? content.workflow : null,
    changes: parents.length > 0 && proposal.changes.length === 0 ? ['References changed'] : proposal.changes,
    createdBy: actor.userId,
  });
  await moveBranch(tx, { agentId, name: branch, head: hash, userId: actor.userId });
  await retag(tx, agentId);
  return hash;
}

async function freeLabel(tx: TenantTx, wanted: NewVersion, proposed: string | null): Promise<string> {
  const { agentId, branch, label, lowest = '1.0.0', parents } = wanted;
  const used = await selectLabels(tx, agentId, branch);
  const [parent] = parents;
  if (label === null) {
    const next = proposed ?? lowest;
    let free = compareLabels(lowest, next) > 0 ? lowest : next;
    while (used.includes(free)) free = nextLabel(free, 'patch');
    return free;
  }
  if (used.includes(label))
    throw new ApiError('CONFLICT', `Version ${label} exists already. Choose a higher number.`);
  if (parent !== undefined && compareLabels(label, parent.version) <= 0)
    throw new ApiError(
      'CONFLICT',
      `Version ${label} is not above ${parent.version}. Choose a higher number.`,
    );
  return label;
}

async function manifestOf(tx: TenantTx, { content, workflow }: NewVersion): Promise<AgentManifest> {
  const document = content.workflow;
  const reference =
    workflow !== null && document !== null
      ? { id: workflow.id, hash: hashOf(canonicalWorkflow(document)) }
      : null;
  const { pins, contracts, connections, nodes } = await referencesOf(tx, document);
  return {
    format: manifestFormat,
    agent: content.agent,
    workflow: reference,
    pins,
    contracts,
    connections,
    nodes,
  };
}

/** What main would become now. */
export function mainContent({ form, workflow }: EditedAgent): VersionContent {
  return { agent: form, workflow: workflow?.document ?? null };
}

/** The newest version of main; null: there is none. */
export async function headOfMain(tx: TenantTx, agentId: string): Promise<StoredVersion | null> {
  const branch = await selectBranch(tx, agentId, MAIN);
  return branch === null ? null : selectVersion(tx, agentId, branch.head);
}

/**
 * Records the agent's form and published workflow as the next version of main. Throws as `recordVersion`; null without
 * such an agent.
 */
export async function recordMain(
  tx: TenantTx,
  who: { readonly actor: Actor; readonly clock: Clock },
  of: { readonly agentId: string; readonly message: string; readonly label?: string | null },
): Promise<string | null> {
  const edited = await selectEditedAgent(tx, of.agentId, 'FOR UPDATE OF a');
  if (edited === null) return null;
  const head = await headOfMain(tx, of.agentId);
  const { workflow } = edited;
  return recordVersion(tx, who, {
    agentId: of.agentId,
    branch: MAIN,
    content: mainContent(edited),
    workflow: workflow && { id: workflow.id, version: workflow.version },
    parents: head === null ? [] : [head],
    message: of.message,
    label: of.label ?? null,
    lowest: edited.label,
  });
}

/** Records a version of the agent whose workflow was just published; empty if no agent runs it. For the evidence of the act. */
export async function recordPublished(
  tx: TenantTx,
  who: { readonly actor: Actor; readonly clock: Clock },
  of: { readonly workflowId: string; readonly note: string },
): Promise<string[]> {
  const agentId = await selectAgentOf(tx, of.workflowId);
  const hash = agentId === null ? null : await recordMain(tx, who, { agentId, message: of.note });
  return hash === null ? [] : [hash];
}

/** Records the first version of an agent whose workflow is published already. For the evidence of the act. */
export async function recordFirst(
  tx: TenantTx,
  who: { readonly actor: Actor; readonly clock: Clock },
  agentId: string,
): Promise<string[]> {
  const edited = await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a');
  if (!edited?.workflow || (await selectBranch(tx, agentId, MAIN)) !== null) return [];
  const hash = await recordMain(tx, who, { agentId, message: '' });
  return hash === null ? [] : [hash];
}
