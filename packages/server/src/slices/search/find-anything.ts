import type { SearchHit, SearchKind } from '@attain/contract/search';
import { type Permission, scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { containing } from '../../base/sql-text.ts';
import { listAgents } from '../agents/read-agents.ts';
import { listParticipants } from '../participants/list-participants.ts';
import { listPlans } from '../plans/list-plans.ts';
import { listDeals } from '../records/list-deals.ts';
import { listStatements } from '../statements/list-statements.ts';
import { listRuns } from '../workflow-runs/read-runs.ts';
import { listWorkflows } from '../workflows/list-workflows.ts';
import { selectCalculatedPeriods, selectNewestCalculations, selectPaymentRunsOf } from './search-store.ts';

/** The search text and the user. */
interface Asked {
  readonly actor: Actor;
  readonly search: string;
  readonly limit: number;
}
type Found = Omit<SearchHit, 'kind' | 'runId'> & { readonly runId?: string };
interface FoundPage {
  readonly rows: readonly Found[];
  readonly more: boolean;
}
type Search = readonly [
  kind: SearchKind,
  needs: Permission,
  find: (ctx: AppContext, asked: Asked) => Promise<FoundPage>,
];

/** The hits of a page of a list. */
function hitsOf<Row>(
  page: { readonly rows: readonly Row[]; readonly nextCursor: string | null },
  hit: (row: Row) => Found,
): FoundPage {
  return { rows: page.rows.map(hit), more: page.nextCursor !== null };
}

/** The hits among rows of which one more was read than is shown. */
function firstOf<Row>(rows: readonly Row[], limit: number, hit: (row: Row) => Found): FoundPage {
  return { rows: rows.slice(0, limit).map(hit), more: rows.length > limit };
}

const patternOf = ({ search, limit }: Asked) => ({ pattern: containing(search) ?? '', limit });

const searches: readonly Search[] = [
  [
    'person',
    'read:participants',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listParticipants(ctx, actor, { search, limit, sort: 'name' }), (one) => ({
        id: one.id,
        label: one.name,
        detail: words(one.id, one.title),
      })),
  ],
  [
    'plan',
    'read:plans',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listPlans(ctx, actor, { search, limit }), ({ id, name, status }) => ({
        id,
        label: name,
        detail: status,
      })),
  ],
  [
    'deal',
    'read:deals',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listDeals(ctx, actor, { search, limit, sort: '-date' }), (deal) => ({
        id: deal.id,
        label: deal.id,
        detail: words(deal.customer, deal.participantName, deal.date),
      })),
  ],
  [
    'statement',
    'read:statements',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listStatements(ctx, actor, { search, limit }), (one) => ({
        id: one.participantId,
        runId: one.runId,
        label: `${one.participantName}, ${one.period.key}`,
        detail: one.planName,
      })),
  ],
  [
    'period',
    'read:calculations',
    async (ctx, asked) => {
      const periods = await ctx.read(asked.actor, (tx) => selectCalculatedPeriods(tx, patternOf(asked)));
      return firstOf(periods, asked.limit, ({ key, plans }) => ({
        id: key,
        label: key,
        detail: plans === 1 ? '1 plan calculated' : `${plans} plans calculated`,
      }));
    },
  ],
  [
    'calculation',
    'read:calculations',
    async (ctx, asked) => {
      const runs = await ctx.read(asked.actor, (tx) => selectNewestCalculations(tx, patternOf(asked)));
      return firstOf(runs, asked.limit, ({ id, planName, period, status }) => ({
        id,
        label: `${planName}, ${period}`,
        detail: capitalized(status),
      }));
    },
  ],
  [
    'payment-run',
    'read:payments',
    async (ctx, asked) => {
      const postedOnly = scopeOf(asked.actor.roles, 'read:payments') !== 'tenant';
      const query = { ...patternOf(asked), postedOnly };
      const runs = await ctx.read(asked.actor, (tx) => selectPaymentRunsOf(tx, query));
      return firstOf(runs, asked.limit, ({ id, period, status }) => ({
        id,
        label: `Payments for ${period}`,
        detail: capitalized(status),
      }));
    },
  ],
  [
    'agent',
    'read:agents',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listAgents(ctx, actor, { search, limit }), ({ id, name, category }) => ({
        id,
        label: name,
        detail: category,
      })),
  ],
  [
    'workflow',
    'read:workflows',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listWorkflows(ctx, actor, { search, limit }), ({ id, name, description }) => ({
        id,
        label: name,
        detail: description ?? '',
      })),
  ],
  [
    'workflow-run',
    'read:workflow-runs',
    async (ctx, { actor, search, limit }) =>
      hitsOf(await listRuns(ctx, actor, { search, limit }), (run) => ({
        id: run.id,
        label: `Run of ${run.workflowName}`,
        detail: words(capitalized(run.status), run.createdAt.slice(0, 10)),
      })),
  ],
];

/** Everything the actor may read that contains the text, by kind; and the kinds of which there is more. */
export async function findAnything(ctx: AppContext, actor: Actor, input: { query: string; limit: number }) {
  const asked: Asked = { actor, search: input.query, limit: input.limit };
  const hits: SearchHit[] = [];
  const more: SearchKind[] = [];
  for (const [kind, needs, find] of searches) {
    if (scopeOf(actor.roles, needs) === null) continue;
    const found = await find(ctx, asked);
    if (found.more) more.push(kind);
    hits.push(...found.rows.map((one) => ({ runId: null, ...one, kind })));
  }
  return { hits, more };
}

function words(...some: readonly (string | null)[]): string {
  return some.filter(Boolean).join(' · ');
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
