import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { calculateImported, readImportedPeriods } from '../slices/closes/calculate-import.ts';
import { clearException, listExceptions } from '../slices/closes/exceptions.ts';
import { calculateClose, publishClose } from '../slices/closes/move-close.ts';
import { listParallelRows, readParallelRun, signParallelRun } from '../slices/closes/parallel-run.ts';
import { readClose, readNewestClose } from '../slices/closes/read-close.ts';
import { listReviews, signStatements } from '../slices/statements/sign-offs.ts';

/** The monthly close with its sign-offs, bound to its use-cases; part of `bindContract`. */
export function bindCloses(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    closes: {
      newest: os.closes.newest.handler(({ context }) => readNewestClose(ctx, context.actor)),
      get: os.closes.get.handler(({ context, input }) => readClose(ctx, context.actor, input.month)),
      calculate: os.closes.calculate.handler(({ context, input }) =>
        calculateClose(ctx, context.actor, input.month),
      ),
      imported: os.closes.imported.handler(({ context, input }) =>
        readImportedPeriods(ctx, context.actor, input.importId),
      ),
      calculateImported: os.closes.calculateImported.handler(({ context, input }) =>
        calculateImported(ctx, context.actor, input.importId),
      ),
      exceptions: os.closes.exceptions.handler(({ context, input }) =>
        listExceptions(ctx, context.actor, input),
      ),
      clear: os.closes.clear.handler(({ context, input }) => clearException(ctx, context.actor, input)),
      parallel: os.closes.parallel.handler(({ context, input }) =>
        readParallelRun(ctx, context.actor, input.month),
      ),
      parallelRows: os.closes.parallelRows.handler(({ context, input }) =>
        listParallelRows(ctx, context.actor, input),
      ),
      signParallel: os.closes.signParallel.handler(({ context, input }) =>
        signParallelRun(ctx, context.actor, input),
      ),
      publish: os.closes.publish.handler(({ context, input }) => publishClose(ctx, context.actor, input)),
    },
    signOffs: {
      list: os.signOffs.list.handler(({ context, input }) => listReviews(ctx, context.actor, input)),
      sign: os.signOffs.sign.handler(({ context, input }) => signStatements(ctx, context.actor, input)),
    },
  };
}
