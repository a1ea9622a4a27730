import type { Bias } from '@attain/contract/bias';
import { scopeOf } from '@attain/domain/access/permissions';
import { findBias, RECENT_DAYS, wilsonInterval } from '@attain/domain/suggestions/bias';
import { personas } from '@attain/domain/suggestions/configurations/configuration';
import { defaultPersona } from '@attain/domain/suggestions/configurations/personas';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  countVotes,
  countVotesByAnalyser,
  countVotesByRoles,
  selectReliance,
  type VoteCounts,
} from './feedback-store.ts';

const DAY = 86_400_000;
/** Decisions this old and younger are looked at. */
const RELIANCE_DAYS = 90;

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
      details: mayRead ? await details(tx, all, now) : null,
    };
  });
}

async function details(tx: TenantTx, all: VoteCounts, now: Date) {
  const since = new Date(now.getTime() - RELIANCE_DAYS * DAY).toISOString();
  return {
    interval: wilsonInterval(all),
    byAnalyser: await countVotesByAnalyser(tx),
    byPersona: await votesByPersona(tx),
    reliance: { days: RELIANCE_DAYS, ...(await selectReliance(tx, since)) },
  };
}

/** Votes by the persona that each person works with now: the chosen one, else that of the roles. */
async function votesByPersona(tx: TenantTx) {
  const counted = new Map(personas.map((persona) => [persona, { votes: 0, rejected: 0 }]));
  for (const { roles, chosen, votes, rejected } of await countVotesByRoles(tx)) {
    const persona = personas.find((one) => one === chosen) ?? defaultPersona(roles ?? []);
    const sum = counted.get(persona);
    if (sum === undefined) throw new Error(`There is no persona “${persona}”.`);
    sum.votes += votes;
    sum.rejected += rejected;
  }
  return [...counted].map(([persona, sum]) => ({ persona, ...sum }));
}
