import type { Statement } from '@attain/contract/payouts';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { loadStatement, type StatementName } from './load-statement.ts';

/** One participant's statement for a screen. NOT_FOUND outside the actor's reach. */
export function readStatement(ctx: AppContext, actor: Actor, name: StatementName): Promise<Statement> {
  return ctx.read(actor, async (tx) => (await loadStatement(tx, { ...name, actor })).statement);
}
