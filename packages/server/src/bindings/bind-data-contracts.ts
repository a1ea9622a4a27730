import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { checkValue, exportContract, importSchemas } from '../slices/data-contracts/exchange-contract.ts';
import {
  deprecateContract,
  publishContract,
  removeContract,
} from '../slices/data-contracts/move-contract.ts';
import { listContracts, readContract } from '../slices/data-contracts/read-contracts.ts';
import { createContract, saveContract } from '../slices/data-contracts/save-contract.ts';
import { inferContract } from '../slices/workflow-runs/infer-contract.ts';

/** Data contracts, bound to their use-cases; part of `bindContract`. */
export function bindDataContracts(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const of = os.dataContracts;
  return {
    dataContracts: {
      list: of.list.handler(({ context, input }) => listContracts(ctx, context.actor, input)),
      get: of.get.handler(({ context, input }) => readContract(ctx, context.actor, input.id)),
      create: of.create.handler(({ context, input }) => createContract(ctx, context.actor, input)),
      save: of.save.handler(({ context, input }) => saveContract(ctx, context.actor, input)),
      publish: of.publish.handler(({ context, input }) => publishContract(ctx, context.actor, input)),
      deprecate: of.deprecate.handler(({ context, input }) => deprecateContract(ctx, context.actor, input)),
      remove: of.remove.handler(({ context, input }) => removeContract(ctx, context.actor, input.id)),
      check: of.check.handler(({ context, input }) => checkValue(ctx, context.actor, input)),
      export: of.export.handler(({ context, input }) => exportContract(ctx, context.actor, input)),
      import: of.import.handler(({ context, input }) => importSchemas(context.actor, input)),
      infer: of.infer.handler(({ context, input }) => inferContract(ctx, context.actor, input)),
    },
  };
}
