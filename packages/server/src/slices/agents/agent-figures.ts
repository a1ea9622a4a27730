import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { addedCosts } from '../records/cost-conversions.ts';
import { selectAgentFigures, sumAgentCosts } from './agent-store.ts';

const days = 30;

/** Runs and cost of each agent in the last 30 days. Costs are only shown to people who read costs. */
export function readAgentFigures(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:agents');
  const mayReadCosts = scopeOf(actor.roles, 'read:costs') !== null;
  const since = new Date(ctx.clock.now().getTime() - days * 86_400_000);
  return ctx.read(actor, async (tx) => {
    const { currency, rows } = await selectAgentFigures(tx, since);
    const stored = mayReadCosts ? await sumAgentCosts(tx, since) : [];
    const costs = await addedCosts(tx, stored, { into: currency, by: ({ agentId }) => agentId });
    const unpriced = (id: string) =>
      stored.reduce((count, one) => count + (one.agentId === id && one.currency === null ? one.calls : 0), 0);
    return {
      days,
      currency,
      rows: rows.map((row) => {
        const { cost, others } = costs.of(row.id);
        return {
          ...row,
          environments: row.environments.filter(
            (one) => one === 'dev' || one === 'staging' || one === 'prod',
          ),
          cost: mayReadCosts ? (cost ?? '0') : null,
          others,
          unpriced: unpriced(row.id),
        };
      }),
      ...costs.conversions,
    };
  });
}
