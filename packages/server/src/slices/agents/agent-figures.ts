import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { selectAgentFigures } from './agent-store.ts';

const days = 30;

/** Runs and cost of each agent in the last 30 days. Costs are only shown to people who read costs. */
export function readAgentFigures(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:agents');
  const mayReadCosts = scopeOf(actor.roles, 'read:costs') !== null;
  const since = new Date(ctx.clock.now().getTime() - days * 86_400_000);
  return ctx.read(actor, async (tx) => {
    const { currency, rows } = await selectAgentFigures(tx, since);
    return {
      days,
      currency,
      rows: rows.map((row) => ({
        ...row,
        environments: row.environments.filter((one) => one === 'dev' || one === 'staging' || one === 'prod'),
        cost: mayReadCosts ? row.cost : null,
        unpriced: mayReadCosts ? row.unpriced : 0,
      })),
    };
  });
}
