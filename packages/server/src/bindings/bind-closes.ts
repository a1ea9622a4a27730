import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { calculateClose, publishClose } from '../slices/closes/move-close.ts';
import { readClose, readNewestClose } from '../slices/closes/read-close.ts';

/** The monthly close, bound to its use-cases; part of `bindContract`. */
export function bindCloses(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    closes: {
      newest: os.closes.newest.handler(({ context }) => readNewestClose(ctx, context.actor)),
      get: os.closes.get.handler(({ context, input }) => readClose(ctx, context.actor, input.month)),
      calculate: os.closes.calculate.handler(({ context, input }) =>
        calculateClose(ctx, context.actor, input.month),
      ),
      publish: os.closes.publish.handler(({ context, input }) => publishClose(ctx, context.actor, input)),
    },
  };
}
