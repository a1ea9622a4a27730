import { setImmediate } from 'node:timers/promises';
import type { PolicyTest } from '@attain/contract/policies';
import { noLimits } from '@attain/domain/policies/policy-limits';
import type { PolicyRequest } from '@attain/domain/policies/request';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  decided,
  type GoverningPolicy,
  type PolicyDecision,
  type PolicySet,
  type ReadyPolicy,
  readySet,
  selectGoverning,
} from '../../runs/policies/policy-sets.ts';
import { mustBeSavable, type PolicyContent } from './check-policy.ts';
import { selectPastRequests, selectPolicy } from './policy-store.ts';

/** Requests that a test decides again; the latest ones. */
const maxRequests = 5_000;
/** Decisions between two pauses, so that other requests are answered. */
const chunk = 100;
const maxChanges = 100;
const tested = 'the tested policy';

interface PastRequest {
  readonly request: PolicyRequest;
  readonly person: string;
  readonly count: number;
  readonly lastAt: string;
}

/**
 * Decides the requests of the last days again, without and with a policy, and tells which would be decided otherwise (GOV-13).
 * Stores nothing. Throws BAD_INPUT with every problem of the policy, NOT_FOUND.
 */
export async function testPolicy(
  ctx: AppContext,
  actor: Actor,
  input: PolicyContent & { readonly days: number },
): Promise<PolicyTest> {
  mustAllow(actor, 'edit:policies');
  await ctx.policies.flush();
  const since = new Date(ctx.clock.now().getTime() - input.days * 86_400_000);
  const { policies, requests } = await ctx.read(actor, async (tx) => ({
    policies: await policiesOf(tx, ctx.clock, input),
    requests: await selectPastRequests(tx, since, maxRequests + 1),
  }));
  const past = requests.slice(0, maxRequests);
  const result = await turns.run(actor.tenantId, () => changesAmong(past, policies));
  return {
    days: input.days,
    requests: past.length,
    decisions: past.reduce((sum, { count }) => sum + count, 0),
    isComplete: requests.length <= maxRequests,
    ...result,
  };
}

/** One test at a time, because a set of policies is kept under its name. */
const turns = fairTurns({ atOnce: 1, atOnceEach: 1 });

async function changesAmong(past: readonly PastRequest[], policies: Compared) {
  const set = readySet('test', [...policies.before, policies.tested]);
  const judge = judgeOf(set, policies);
  const changes: PolicyTest['changes'] = [];
  const counts = { denied: 0, allowed: 0, obligations: 0 };
  for (const [at, one] of past.entries()) {
    if (at % chunk === chunk - 1) await setImmediate();
    const change = judge(one.request);
    if (change === null) continue;
    counts[change.kind === 'denied' || change.kind === 'allowed' ? change.kind : 'obligations'] += one.count;
    if (changes.length < maxChanges) changes.push(shown(one, change));
  }
  return { ...counts, changes };
}

/** The active policies, and the one that is tested. */
interface Compared {
  readonly before: readonly GoverningPolicy[];
  readonly tested: GoverningPolicy;
  /** The active policy that the tested one would take the place of. */
  readonly replaced: string | undefined;
}

async function policiesOf(tx: TenantTx, clock: Clock, content: PolicyContent): Promise<Compared> {
  const stored = content.id === undefined ? null : found(await selectPolicy(tx, content.id), 'policy');
  const { document } = await mustBeSavable(tx, clock, content);
  const active = await selectGoverning(tx);
  const isItself = ({ id, document: now, appliesTo, limits }: GoverningPolicy) =>
    id === content.id &&
    now === document &&
    samePlaces(appliesTo, content.appliesTo) &&
    limits.environment === (content.limits ?? noLimits).environment;
  return {
    // an active policy as it is: the test shows what it changes
    before: active.filter((one) => !isItself(one)),
    tested: {
      id: tested,
      name: stored?.name ?? 'This policy',
      description: '',
      document,
      appliesTo: content.appliesTo,
      enforced: stored?.enforce ?? true,
      logged: false,
      notifies: false,
      limits: content.limits ?? noLimits,
    },
    replaced: content.id,
  };
}

const samePlaces = (some: PolicyContent['appliesTo'], others: PolicyContent['appliesTo']) => {
  const keys = (targets: PolicyContent['appliesTo']) => targets.map(({ kind, id }) => `${kind}/${id}`).sort();
  return keys(some).join('\n') === keys(others).join('\n');
};

interface Change {
  readonly kind: 'denied' | 'allowed' | 'obligation-added' | 'obligation-removed';
  readonly by: string;
}

/** What one evaluation of all policies says about both sides. */
function judgeOf(set: PolicySet, { before, replaced }: Compared) {
  const pick = (keep: (policy: ReadyPolicy) => boolean) =>
    new Map([...set.policies].filter(([, policy]) => keep(policy)));
  const ids = new Set(before.map(({ id }) => id));
  const without = pick(({ id }) => ids.has(id));
  const withIt = pick(({ id }) => id === tested || (ids.has(id) && id !== replaced));
  return (request: PolicyRequest): Change | null => {
    const holding = set.holding(request);
    return changeOf(decided(without, holding), decided(withIt, holding));
  };
}

function changeOf(was: PolicyDecision, is: PolicyDecision): Change | null {
  const isDenied = is.verdict === 'deny';
  if (isDenied !== (was.verdict === 'deny'))
    return isDenied
      ? { kind: 'denied', by: is.denying[0]?.name ?? '' }
      : { kind: 'allowed', by: was.denying[0]?.name ?? '' };
  if (isDenied) return null;
  const texts = ({ obligations }: PolicyDecision) =>
    obligations.map(({ obligation }) => JSON.stringify(obligation)).sort();
  const [old, now] = [texts(was), texts(is)];
  if (old.join() === now.join()) return null;
  const added = is.obligations.find(({ obligation }) => !old.includes(JSON.stringify(obligation)));
  if (added !== undefined) return { kind: 'obligation-added', by: added.policy.name };
  return { kind: 'obligation-removed', by: was.obligations[0]?.policy.name ?? '' };
}

function shown(
  { request, person, count, lastAt }: PastRequest,
  { kind, by }: Change,
): PolicyTest['changes'][number] {
  const { action, resource, facts } = request;
  const { environment } = facts;
  return { kind, by, action, resource: resource.name, environment, person, count, lastAt };
}
