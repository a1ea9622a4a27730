import { scopeOf } from '@attain/domain/access/permissions';
import { parseDay } from '@attain/domain/base/day';
import { openPipelines, winRate } from '@attain/domain/forecasts/pipeline';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { idsWithin, mustSee, reaches, reachOf } from '../participants/visible-participants.ts';
import {
  countOpportunities,
  type OpportunityFilters,
  selectOpenAmounts,
  selectOpenOf,
  selectOpportunities,
  selectOpportunity,
  selectStageTotals,
} from './opportunity-store.ts';

interface OpportunityFilterInput {
  search?: string | undefined;
  status?: 'open' | 'won' | 'lost' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Rows without an expected close sort behind all days. */
const UNDATED = 'infinity';
const isDay = (text: string) => text === UNDATED || parseDay(text) !== null;

/** Opportunities of participants the actor may see, by expected close. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listOpportunities(
  ctx: AppContext,
  actor: Actor,
  input: OpportunityFilterInput & { limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const filters = await filtersOf(tx, { ctx, actor }, input);
    const after = decodeTypedCursor(input.cursor, [isDay, anyText]);
    const rows = await selectOpportunities(tx, { ...filters, after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.expectedOn ?? UNDATED, row.id]);
    return { ...page, total: await countOpportunities(tx, filters) };
  });
}

/** What is open and expected to close on the days, with the win rate of all that was decided (FC-7). Throws NOT_ALLOWED. */
export function readPipeline(ctx: AppContext, actor: Actor, input: Omit<OpportunityFilterInput, 'status'>) {
  return ctx.read(actor, async (tx) => {
    const filters = await filtersOf(tx, { ctx, actor }, input);
    const rate = winRate(await selectStageTotals(tx, { ...filters, search: null, from: null, to: null }));
    const totals = await selectStageTotals(tx, filters);
    const stored = await countOpportunities(tx, { ...filters, search: null, from: null, to: null });
    return {
      stored,
      winRate: rate,
      open: openPipelines(totals, rate).map((one) => ({ ...one, stages: [...one.stages] })),
    };
  });
}

/** The open opportunities of one participant with the largest amounts, and how many there are. Throws NOT_ALLOWED and NOT_FOUND. */
export async function openOpportunities(
  tx: TenantTx,
  actor: Actor,
  of: { participantId: string; period: { from: string; to: string }; limit: number },
) {
  mustSee(idsWithin(await reachOf(tx, actor, 'read:deals'), of.period), of.participantId);
  return selectOpenOf(tx, of);
}

/** An opportunity among those that the actor sees; null: none, or the actor sees no deals. */
export async function visibleOpportunity(tx: TenantTx, actor: Actor, of: { id: string; today: string }) {
  if (scopeOf(actor.roles, 'read:deals') === null) return null;
  return selectOpportunity(tx, { ...of, reach: await reachOf(tx, actor, 'read:deals') });
}

/**
 * What each of these people may still win in a period, in a currency (ATT-11); null: the actor sees no deals, or a rate is
 * missing.
 */
export async function openAmounts(
  tx: TenantTx,
  actor: Actor,
  of: { ids: readonly string[]; today: string; period: { from: string; to: string }; currency: string },
): Promise<(id: string) => string | null> {
  if (scopeOf(actor.roles, 'read:deals') === null) return () => null;
  const reach = await reachOf(tx, actor, 'read:deals');
  const { from, to } = of.period;
  const amounts = await selectOpenAmounts(tx, { ...of, reach, from, to });
  return (id) => {
    const amount = amounts.get(id);
    if (amount !== undefined) return amount;
    return reaches(reach, id, { from: of.today, to: of.today }) ? '0' : null;
  };
}

async function filtersOf(
  tx: TenantTx,
  { ctx, actor }: { ctx: AppContext; actor: Actor },
  input: OpportunityFilterInput,
): Promise<OpportunityFilters> {
  return {
    reach: await reachOf(tx, actor, 'read:deals'),
    today: ctx.today(actor),
    search: containing(input.search),
    status: input.status ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
  };
}
