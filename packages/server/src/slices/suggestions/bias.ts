import type { Bias } from '@attain/contract/bias';
import { scopeOf } from '@attain/domain/access/permissions';
import { findBias, RECENT_DAYS, wilsonInterval } from '@attain/domain/suggestions/bias';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { countVotes, countVotesByAnalyser } from './feedback-store.ts';

const DAY = 86_400_000;

/** Patterns in the votes of the workspace; who reads usage figures also gets the interval and the votes by analyser. */
export function readBias(ctx: AppContext, actor: Actor): Promise<Bias> {
  mustAllow(actor, 'use:assistant');
  return ctx.read(actor, async (tx) => {
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - RECENT_DAYS * DAY).toISOString();
    const { all, recent } = await countVotes(tx, since);
    const mayRead = scopeOf(actor.roles, 'read:bias') !== null;
    return {
      votes: all.votes,
      rejectionRate: all.votes === 0 ? null : all.rejected / all.votes,
      patterns: findBias({ all, recent }),
      analysedAt: now.toISOString(),
      details: mayRead ? { interval: wilsonInterval(all), byAnalyser: await countVotesByAnalyser(tx) } : null,
    };
  });
}
