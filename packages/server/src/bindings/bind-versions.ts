import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { createVersion, proposeVersion, revertVersion } from '../slices/branches/create-version.ts';
import { exportVersions } from '../slices/versions/export-versions.ts';
import { moveVersion } from '../slices/versions/move-version.ts';
import { compareVersions, listVersions, readVersion } from '../slices/versions/read-versions.ts';
import { tagVersions } from '../slices/versions/tag-versions.ts';

/** Versions of agents, bound to their use-cases; part of `bindContract`. */
export function bindVersions(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const of = os.agentVersions;
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
  };
}
