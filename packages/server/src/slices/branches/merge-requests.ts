import { isEqual, type VersionContent } from '@attain/domain/versions/content';
import { ancestorsOf, MAIN, mergeBase } from '@attain/domain/versions/history';
import { type MergeChoice, mergeContents } from '@attain/domain/versions/merge';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aCount, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { restoreForm } from '../agents/restore-form.ts';
import { otherHolders } from '../approvals/other-holders.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { recordVersion } from '../versions/record-version.ts';
import {
  contentOfVersion,
  type StoredVersion,
  selectBranch,
  selectEditedAgent,
  selectGraph,
  selectVersion,
} from '../versions/version-rows.ts';
import { draftOf, publishChanges, retire } from '../workflows/publish-changes.ts';
import { endRequest, insertRequest, type RequestRow, selectRequest, selectRequests } from './branch-store.ts';

/** One page of an agent's merge requests, newest first. Throws NOT_FOUND. */
export function listMergeRequests(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    found(await selectEditedAgent(tx, input.id), 'agent');
    const [before = null] = decodeTypedCursor(input.cursor, [aCount]) ?? [];
    const rows = await selectRequests(tx, input.id, {
      before: before === null ? null : Number(before),
      limit: input.limit,
    });
    const page = onePage(rows, input.limit, ({ number }) => [number]);
    return { rows: page.rows.map(summaryOf), nextCursor: page.nextCursor };
  });
}

/** Asks to merge a branch into main. Throws NOT_FOUND, and CONFLICT if the branch has nothing new or is asked for already. */
export function openMergeRequest(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; branch: string; title: string },
) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { id: agentId, branch, title } = input;
    found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
    await sidesOf(tx, agentId, branch);
    const open = (await selectRequests(tx, agentId, { before: null, limit: 1000 })).find(
      (one) => one.branch === branch && one.state === 'open',
    );
    if (open) throw new ApiError('CONFLICT', `Merge request ${open.number} for “${branch}” is open already.`);
    const id = newId();
    await insertRequest(tx, { id, agentId, branch, title, userId: actor.userId });
    tx.record({ action: 'merge-request.opened', object: { type: 'merge-request', id } });
    return requestDetail(tx, actor, id);
  });
}

/** A merge request with the contents to be merged. Throws NOT_FOUND. */
export function readMergeRequest(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => requestDetail(tx, actor, id));
}

/** Notifies everyone else who may merge. Throws NOT_FOUND, and CONFLICT if it is not open. */
export function askForReview(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const request = await openRequest(tx, id);
    const people = await otherHolders(tx, 'publish:workflows', [actor.userId, request.openedById]);
    await notifyPeople(tx, people, {
      title: `Review needed: ${request.title}`,
      message: `${actor.displayName} asks you to review merge request ${request.number}: “${request.branch}” into main.`,
      severity: 'info',
      runId: null,
      effectKey: `merge-request/${id}`,
    });
    tx.record({ action: 'merge-request.review-requested', object: { type: 'merge-request', id } });
    return { asked: people.length };
  });
}

/** Closes a merge request without merging. Throws NOT_FOUND, and CONFLICT if it is not open. */
export function closeMergeRequest(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    await openRequest(tx, id);
    await endRequest(tx, id, { state: 'closed', merged: null });
    tx.record({ action: 'merge-request.closed', object: { type: 'merge-request', id } });
    return requestDetail(tx, actor, id);
  });
}

/** What was read, and which side each conflict is decided for. */
export interface WantedMerge {
  readonly id: string;
  readonly ours: string;
  readonly theirs: string;
  readonly choices: Readonly<Record<string, MergeChoice>>;
}

/**
 * Merges a branch into main as a new version and publishes its workflow. Throws NOT_ALLOWED to the person who opened the
 * request while someone else may merge; CONFLICT if a side moved since, a conflict is open, or main has changes in no
 * version; WORKFLOW_INVALID with every reason.
 */
export function mergeBranch(ctx: AppContext, actor: Actor, wanted: WantedMerge) {
  mustAllow(actor, 'publish:workflows');
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const request = await openRequest(tx, wanted.id);
    const barred = await whyBarred(tx, actor, request);
    if (barred !== null) throw new ApiError('NOT_ALLOWED', barred);
    const { agentId, branch, title } = request;
    const { base, ours, theirs } = await sidesOf(tx, agentId, branch);
    if (ours.hash !== wanted.ours || theirs.hash !== wanted.theirs)
      throw new ApiError(
        'CONFLICT',
        'Main or the branch got a version after you opened this. Review it again.',
      );
    const sides = { ours: contentOfVersion(ours), theirs: contentOfVersion(theirs) };
    const merged = mergeContents(contentOfVersion(base), sides, wanted.choices);
    if (merged.open.length > 0)
      throw new ApiError('CONFLICT', `${merged.open.length} conflicts are not decided.`, {
        problems: merged.open.map((path) => ({ rule: 'VC-6', path, message: 'Choose a side.' })),
      });
    const workflow = await storeContent(tx, actor, { agentId, ours, content: merged.content, note: title });
    const { clock } = ctx;
    const hash = await recordVersion(
      tx,
      { actor, clock },
      {
        agentId,
        branch: MAIN,
        content: merged.content,
        workflow,
        parents: [ours, theirs],
        message: title,
        label: null,
      },
    );
    const own = await selectBranch(tx, agentId, branch);
    if (own?.workflowId) await retire(tx, own.workflowId);
    await endRequest(tx, request.id, { state: 'merged', merged: hash });
    const { version } = found(await selectVersion(tx, agentId, hash), 'version');
    tx.record({
      action: 'agent-version.merged',
      object: { type: 'agent-version', id: agentId, version },
      evidence: [hash],
    });
    return requestDetail(tx, actor, request.id);
  });
}

/** Makes the merged content the form and the published workflow of the agent. */
async function storeContent(
  tx: WriteTx,
  actor: Actor,
  of: { agentId: string; ours: StoredVersion; content: VersionContent; note: string },
): Promise<{ id: string; version: number } | null> {
  const { agentId, ours, content, note } = of;
  const { workflow } = ours.manifest;
  const draft = workflow && found(await draftOf(tx, workflow.id), 'workflow');
  const edited = found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
  const isSaved =
    draft?.documentHash === workflow?.hash &&
    isEqual(edited.form as unknown as JsonValue, ours.manifest.agent as JsonValue);
  if (!isSaved)
    throw new ApiError('CONFLICT', 'Main has changes that are in no version. Create a version first.');
  await restoreForm(tx, actor, { agentId, form: content.agent });
  if (workflow === null || content.workflow === null) return null;
  const { id } = workflow;
  const document = content.workflow;
  const version = await publishChanges(tx, actor, { id, document, note, mustPass: mustPassSuites });
  return { id, version };
}

/** The versions to be merged and the one both come from. Throws NOT_FOUND, and CONFLICT if main has it all. */
async function sidesOf(tx: TenantTx, agentId: string, branch: string) {
  const main = found(await selectBranch(tx, agentId, MAIN), 'branch');
  const other = found(branch === MAIN ? null : await selectBranch(tx, agentId, branch), 'branch');
  const graph = await selectGraph(tx, agentId);
  if (ancestorsOf(graph, main.head).has(other.head))
    throw new ApiError('CONFLICT', `Main has everything of “${branch}”. Commit a change first.`);
  const baseHash = mergeBase(graph, main.head, other.head);
  const version = async (hash: string | null) =>
    found(hash === null ? null : await selectVersion(tx, agentId, hash), 'version');
  return { base: await version(baseHash), ours: await version(main.head), theirs: await version(other.head) };
}

async function openRequest(tx: TenantTx, id: string): Promise<RequestRow> {
  const request = found(await selectRequest(tx, id, 'FOR UPDATE OF m'), 'merge request');
  if (request.state !== 'open')
    throw new ApiError('CONFLICT', `Merge request ${request.number} is ${request.state}.`);
  return request;
}

/** Why the actor can't merge; null: they can. */
async function whyBarred(tx: TenantTx, actor: Actor, request: RequestRow): Promise<string | null> {
  const others = await otherHolders(tx, 'publish:workflows', [request.openedById]);
  if (others.length === 0 || others.includes(actor.userId) || actor.userId !== request.openedById)
    return null;
  return 'You opened this request. Another person who may publish has to merge it.';
}

function summaryOf({ openedById: _, ...row }: RequestRow) {
  return row;
}

async function requestDetail(tx: TenantTx, actor: Actor, id: string) {
  const request = found(await selectRequest(tx, id), 'merge request');
  if (request.state !== 'open') return { ...summaryOf(request), merge: null, barred: null };
  const { base, ours, theirs } = await sidesOf(tx, request.agentId, request.branch);
  const side = (version: StoredVersion) => {
    const { agent, workflow } = contentOfVersion(version);
    const { ...form } = agent;
    const { author, at } = version.record;
    return { hash: version.hash, version: version.version, author, at, content: { agent: form, workflow } };
  };
  return {
    ...summaryOf(request),
    merge: { base: side(base), ours: side(ours), theirs: side(theirs) },
    barred: await whyBarred(tx, actor, request),
  };
}
