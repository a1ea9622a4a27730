import type { SearchHit, SearchKind } from '@attain/contract/search';
import { type Permission, scopeOf } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { House } from '../../house.ts';
import { selectAgents } from '../agents/agent-store.ts';
import { selectParticipants } from '../participants/participants-store.ts';
import { reachOf, visibleParticipants } from '../participants/visible-participants.ts';
import { selectPlans } from '../plans/plan-store.ts';
import { selectDeals } from '../records/deal-store.ts';
import { selectStatements } from '../statements/statements-store.ts';
import { selectRuns } from '../workflow-runs/run-rows.ts';
import { onlyStartedBy } from '../workflow-runs/visible-run.ts';
import { selectWorkflows } from '../workflows/workflow-store.ts';
import { selectCalculatedPeriods, selectNewestCalculations, selectPaymentRunsOf } from './search-store.ts';

/** What is looked for, by whom; each search returns up to one hit more than `limit`. */
interface Asked {
  readonly actor: Actor;
  readonly today: string;
  readonly pattern: string;
  readonly limit: number;
}
type Found = Omit<SearchHit, 'kind' | 'runId'> & { readonly runId?: string };
type Search = readonly [
  kind: SearchKind,
  needs: Permission,
  find: (tx: TenantTx, asked: Asked) => Promise<Found[]>,
];

const searches: readonly Search[] = [
  [
    'person',
    'read:participants',
    async (tx, { actor, today, pattern, limit }) => {
      const visible = await visibleParticipants(tx, actor, 'read:participants', { from: today, to: today });
      const people = await selectParticipants(tx, {
        ...{ today, visible, search: pattern, sort: 'name', after: null, limit },
      });
      return people.map((one) => ({ id: one.id, label: one.name, detail: words(one.id, one.title) }));
    },
  ],
  [
    'plan',
    'read:plans',
    async (tx, { today, pattern, limit }) => {
      const plans = await selectPlans(tx, { today, search: pattern, after: null, limit });
      return plans.map(({ id, name, status }) => ({ id, label: name, detail: status }));
    },
  ],
  [
    'deal',
    'read:deals',
    async (tx, { actor, pattern, limit }) => {
      const reach = await reachOf(tx, actor, 'read:deals');
      const deals = await selectDeals(tx, {
        ...{ reach, search: pattern, participantId: null, kind: null, from: null, to: null },
        ...{ sort: '-date', after: null, limit },
      });
      return deals.map((deal) => ({
        id: deal.id,
        label: deal.id,
        detail: words(deal.customer, deal.participantName, deal.date),
      }));
    },
  ],
  [
    'statement',
    'read:statements',
    async (tx, { actor, pattern, limit }) => {
      const reach = await reachOf(tx, actor, 'read:statements');
      const statements = await selectStatements(tx, {
        ...{ reach, participantId: null, run: null, search: pattern, after: null, limit },
      });
      return statements.map((one) => ({
        id: one.participantId,
        runId: one.runId,
        label: `${one.participantName}, ${one.period.key}`,
        detail: one.planName,
      }));
    },
  ],
  [
    'period',
    'read:calculations',
    async (tx, asked) =>
      (await selectCalculatedPeriods(tx, asked)).map(({ key, plans }) => ({
        id: key,
        label: key,
        detail: plans === 1 ? '1 plan calculated' : `${plans} plans calculated`,
      })),
  ],
  [
    'calculation',
    'read:calculations',
    async (tx, asked) =>
      (await selectNewestCalculations(tx, asked)).map(({ id, planName, period, status }) => ({
        ...{ id, label: `${planName}, ${period}`, detail: capitalized(status) },
      })),
  ],
  [
    'payment-run',
    'read:payments',
    async (tx, asked) => {
      const postedOnly = scopeOf(asked.actor.roles, 'read:payments') !== 'tenant';
      const runs = await selectPaymentRunsOf(tx, { ...asked, postedOnly });
      return runs.map(({ id, period, status }) => ({
        ...{ id, label: `Payments for ${period}`, detail: capitalized(status) },
      }));
    },
  ],
  [
    'agent',
    'read:agents',
    async (tx, { actor, pattern, limit }) => {
      const page = { after: null, limit, userId: actor.userId };
      const agents = await selectAgents(tx, { search: pattern, isActive: null }, page);
      return agents.map(({ id, name, category }) => ({ id, label: name, detail: category }));
    },
  ],
  [
    'workflow',
    'read:workflows',
    async (tx, { pattern, limit }) => {
      const workflows = await selectWorkflows(tx, { search: pattern, uses: null, after: null, limit });
      return workflows.map(({ id, name, description }) => ({ id, label: name, detail: description ?? '' }));
    },
  ],
  [
    'workflow-run',
    'read:workflow-runs',
    async (tx, { actor, pattern, limit }) => {
      const filter = { workflowId: null, statuses: null, search: pattern, untried: false };
      const runs = await selectRuns(
        tx,
        { ...filter, startedBy: onlyStartedBy(actor) },
        { after: null, limit },
      );
      return runs.map((run) => ({
        id: run.id,
        label: `Run of ${run.workflowName}`,
        detail: words(capitalized(run.status), run.createdAt.slice(0, 10)),
      }));
    },
  ],
];

/** Everything the actor may read that contains the text, by kind; and the kinds of which there is more. */
export function findAnything(house: House, actor: Actor, input: { query: string; limit: number }) {
  return house.read(actor, async (tx) => {
    const pattern = containing(input.query) ?? '';
    const asked: Asked = { actor, today: house.clock.today(), pattern, limit: input.limit };
    const hits: SearchHit[] = [];
    const more: SearchKind[] = [];
    for (const [kind, needs, find] of searches) {
      if (scopeOf(actor.roles, needs) === null) continue;
      const found = await find(tx, asked);
      if (found.length > input.limit) more.push(kind);
      hits.push(...found.slice(0, input.limit).map((one) => ({ runId: null, ...one, kind })));
    }
    return { hits, more };
  });
}

function words(...some: readonly (string | null)[]): string {
  return some.filter(Boolean).join(' · ');
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
