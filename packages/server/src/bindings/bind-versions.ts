import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  commitBranch,
  createBranch,
  listBranches,
  readBranch,
  saveBranchForm,
} from '../slices/branches/branches.ts';
import { createVersion, proposeVersion, revertVersion } from '../slices/branches/create-version.ts';
import {
  askForReview,
  closeMergeRequest,
  listMergeRequests,
  mergeBranch,
  openMergeRequest,
  readMergeRequest,
} from '../slices/branches/merge-requests.ts';
import { exportVersions } from '../slices/versions/export-versions.ts';
import { moveVersion } from '../slices/versions/move-version.ts';
import { compareVersions, listVersions, readVersion } from '../slices/versions/read-versions.ts';
import { tagVersions } from '../slices/versions/tag-versions.ts';

/** Versions of agents, bound to their use-cases; part of `bindContract`. */
export function bindVersions(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const of = os.agentVersions;
  const { agentBranches: branches, mergeRequests: requests } = os;
  return {
    agentVersions: {
      list: of.list.handler(({ context, input }) => listVersions(ctx, context.actor, input)),
      get: of.get.handler(({ context, input }) => readVersion(ctx, context.actor, input)),
      propose: of.propose.handler(({ context, input }) => proposeVersion(ctx, context.actor, input.id)),
      create: of.create.handler(({ context, input }) => createVersion(ctx, context.actor, input)),
      revert: of.revert.handler(({ context, input }) => revertVersion(ctx, context.actor, input)),
      move: of.move.handler(({ context, input }) => moveVersion(ctx, context.actor, input)),
      tag: of.tag.handler(({ context, input }) => tagVersions(ctx, context.actor, input.id)),
      compare: of.compare.handler(({ context, input }) => compareVersions(ctx, context.actor, input)),
      export: of.export.handler(({ context, input }) => exportVersions(ctx, context.actor, input)),
    },
    agentBranches: {
      list: branches.list.handler(({ context, input }) => listBranches(ctx, context.actor, input.id)),
      get: branches.get.handler(({ context, input }) => readBranch(ctx, context.actor, input)),
      create: branches.create.handler(({ context, input }) => createBranch(ctx, context.actor, input)),
      saveForm: branches.saveForm.handler(({ context, input }) => saveBranchForm(ctx, context.actor, input)),
      commit: branches.commit.handler(({ context, input }) => commitBranch(ctx, context.actor, input)),
    },
    mergeRequests: {
      list: requests.list.handler(({ context, input }) => listMergeRequests(ctx, context.actor, input)),
      open: requests.open.handler(({ context, input }) => openMergeRequest(ctx, context.actor, input)),
      get: requests.get.handler(({ context, input }) => readMergeRequest(ctx, context.actor, input.id)),
      review: requests.review.handler(({ context, input }) => askForReview(ctx, context.actor, input.id)),
      merge: requests.merge.handler(({ context, input }) => mergeBranch(ctx, context.actor, input)),
      close: requests.close.handler(({ context, input }) => closeMergeRequest(ctx, context.actor, input.id)),
    },
  };
}
