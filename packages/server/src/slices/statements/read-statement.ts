import type { Statement } from '@attain/contract/payouts';
import type { Actor } from '../../base/actor.ts';
import type { House } from '../../house.ts';
import { loadStatement, type StatementName } from './load-statement.ts';

/** One participant's statement for a screen. NOT_FOUND outside the actor's reach. */
export function readStatement(house: House, actor: Actor, name: StatementName): Promise<Statement> {
  return house.read(actor, async (tx) => (await loadStatement(tx, { ...name, actor })).statement);
}
