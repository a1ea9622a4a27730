import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  actOnConnector,
  listConnectors,
  listExecutions,
  listTaken,
  removeConnector,
  saveConnector,
  takeAgain,
} from '../slices/connectors/connectors.ts';
import { cancelImport } from '../slices/imports/cancel-import.ts';
import { checkImport } from '../slices/imports/check-import.ts';
import { commitImport } from '../slices/imports/commit-import.ts';
import {
  listImportChanges,
  listImportProblems,
  listImportSkips,
} from '../slices/imports/list-import-problems.ts';
import { listImports } from '../slices/imports/list-imports.ts';
import { listAliases, nameImportPeople, removeAlias } from '../slices/imports/people/name-people.ts';
import { listProfiles, readProfile, removeProfile } from '../slices/imports/profiles/profiles.ts';
import { readImport } from '../slices/imports/read-import.ts';
import { stateTotals } from '../slices/imports/state-totals.ts';
import { undoImport } from '../slices/imports/undo/undo-import.ts';

/** Imports and what they remember, bound to their use-cases; part of `bindContract`. */
export function bindImports(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { imports, importProfiles, participantAliases, connectors } = os;
  return {
    imports: {
      list: imports.list.handler(({ context, input }) => listImports(ctx, context.actor, input)),
      get: imports.get.handler(({ context, input }) => readImport(ctx, context.actor, input.id)),
      check: imports.check.handler(({ context, input }) => checkImport(ctx, context.actor, input)),
      problems: imports.problems.handler(({ context, input }) =>
        listImportProblems(ctx, context.actor, input),
      ),
      changes: imports.changes.handler(({ context, input }) => listImportChanges(ctx, context.actor, input)),
      skips: imports.skips.handler(({ context, input }) => listImportSkips(ctx, context.actor, input)),
      namePeople: imports.namePeople.handler(({ context, input }) =>
        nameImportPeople(ctx, context.actor, input),
      ),
      stateTotals: imports.stateTotals.handler(({ context, input }) =>
        stateTotals(ctx, context.actor, input),
      ),
      commit: imports.commit.handler(({ context, input }) => commitImport(ctx, context.actor, input.id)),
      undo: imports.undo.handler(({ context, input }) => undoImport(ctx, context.actor, input.id)),
      cancel: imports.cancel.handler(({ context, input }) => cancelImport(ctx, context.actor, input.id)),
    },
    importProfiles: {
      list: importProfiles.list.handler(({ context, input }) => listProfiles(ctx, context.actor, input)),
      get: importProfiles.get.handler(({ context, input }) => readProfile(ctx, context.actor, input.id)),
      remove: importProfiles.remove.handler(({ context, input }) =>
        removeProfile(ctx, context.actor, input.id),
      ),
    },
    connectors: {
      list: connectors.list.handler(({ context, input }) => listConnectors(ctx, context.actor, input)),
      save: connectors.save.handler(({ context, input }) => saveConnector(ctx, context.actor, input)),
      act: connectors.act.handler(({ context, input }) => actOnConnector(ctx, context.actor, input)),
      remove: connectors.remove.handler(({ context, input }) =>
        removeConnector(ctx, context.actor, input.id),
      ),
      executions: connectors.executions.handler(({ context, input }) =>
        listExecutions(ctx, context.actor, input),
      ),
      files: connectors.files.handler(({ context, input }) => listTaken(ctx, context.actor, input)),
      takeAgain: connectors.takeAgain.handler(({ context, input }) => takeAgain(ctx, context.actor, input)),
    },
    participantAliases: {
      list: participantAliases.list.handler(({ context, input }) => listAliases(ctx, context.actor, input)),
      remove: participantAliases.remove.handler(({ context, input }) =>
        removeAlias(ctx, context.actor, input.id),
      ),
    },
  };
}
