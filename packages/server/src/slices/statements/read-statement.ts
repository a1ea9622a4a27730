import type { ComparedStatement } from '@attain/contract/payouts';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { loadStatement, type StatementName } from './load-statement.ts';
import { previousPay } from './previous-period.ts';

/** One participant's statement for a screen, compared with the period before. NOT_FOUND outside the actor's reach. */
export function readStatement(
  ctx: AppContext,
  actor: Actor,
  name: StatementName,
): Promise<ComparedStatement> {
  return ctx.read(actor, async (tx) => {
    const { statement } = await loadStatement(tx, { ...name, actor });
    return { ...statement, previous: await previousPay(tx, actor, statement) };
  });
}
