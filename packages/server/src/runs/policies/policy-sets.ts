import { BlockList, isIP } from 'node:net';
import type { Obligation } from '@attain/domain/policies/obligations';
import type { GovernedAction, PolicyLimits, PolicyTarget } from '@attain/domain/policies/policy';
import { hasEnded, holdsAt } from '@attain/domain/policies/policy-limits';
import type { PolicyRequest, Verdict } from '@attain/domain/policies/request';
import type { TenantTx } from '../../db/database.ts';
import { type CedarPolicy, checkDocument, holdingPolicies, prepareSet } from './cedar.ts';

/** A policy that is evaluated. */
export interface GoverningPolicy {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly document: string;
  readonly appliesTo: readonly PolicyTarget[];
  readonly enforced: boolean;
  readonly logged: boolean;
  readonly notifies: boolean;
  readonly limits: PolicyLimits;
}

/** When something is asked, and by which client. */
export interface Circumstances {
  readonly at: Date;
  /** Of the client; blank: unknown; null: Attain itself asks. */
  readonly address: string | null;
}

/** A policy whose document was read. */
export interface ReadyPolicy extends GoverningPolicy {
  readonly actions: readonly GovernedAction[];
  /** Null: it denies. */
  readonly obligation: Obligation | null;
  /** Whether its hours, addresses and last day include these circumstances (GOV-16). */
  isInForce(when: Circumstances): boolean;
}

/** What follows from the policies that hold for a request. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  /** Enforced policies that deny, of the highest priority first. */
  readonly denying: readonly ReadyPolicy[];
  /** Policies that would deny if they were enforced. */
  readonly observing: readonly ReadyPolicy[];
  readonly obligations: readonly { readonly policy: ReadyPolicy; readonly obligation: Obligation }[];
  /** Ids of all that hold, sorted. */
  readonly holds: readonly string[];
  /** False: each policy that holds has its log turned off. */
  readonly logged: boolean;
}

/** The active policies of a workspace, ready to decide. */
export interface PolicySet {
  readonly policies: ReadonlyMap<string, ReadyPolicy>;
  readonly actions: ReadonlySet<GovernedAction>;
  /** Without circumstances each policy is in force. */
  decide(request: PolicyRequest, when?: Circumstances): PolicyDecision;
  /** The policies that hold, and those that could not be evaluated, by id. */
  holding(request: PolicyRequest): { readonly holds: readonly string[]; readonly failed: readonly string[] };
}

/** Decisions kept per workspace; the oldest go first. */
const maxKept = 5_000;

/** Makes a set ready under a name; a set of the same name stops working. */
export function readySet(name: string, governing: readonly GoverningPolicy[]): PolicySet {
  const policies = new Map<string, ReadyPolicy>();
  const documents = new Map<string, CedarPolicy>();
  for (const policy of governing) {
    const checked = checkDocument(policy.document);
    // it was checked when it was saved; a newer schema may reject it
    if (!checked.ok) throw new Error(`The policy ${policy.id} is not valid: ${checked.problems[0]?.message}`);
    const { actions, obligation, policy: document } = checked.value;
    policies.set(policy.id, { ...policy, actions, obligation, isInForce: forceOf(policy.limits) });
    documents.set(policy.id, within(document, policy));
  }
  if (policies.size > 0) prepareSet(name, documents);
  const isLimited = governing.some(({ limits }) => limits.hours || limits.addresses || limits.expiresOn);
  const holding = (request: PolicyRequest) =>
    policies.size === 0 ? { holds: [], failed: [] } : holdingPolicies(name, request);
  const kept = new Map<string, { held: ReturnType<typeof holding>; decision: PolicyDecision }>();
  return {
    policies,
    actions: new Set([...policies.values()].flatMap(({ actions }) => actions)),
    holding,
    decide: (request, when) => {
      // built with one order of fields, so equal requests have equal texts
      const key = JSON.stringify(request);
      let known = kept.get(key);
      if (known === undefined) {
        const held = holding(request);
        known = { held, decision: policies.size === 0 ? nothingHolds : decided(policies, held) };
        if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
        kept.set(key, known);
      }
      const { decision, held } = known;
      if (when === undefined || !isLimited) return decision;
      const isInForce = (id: string) => policies.get(id)?.isInForce(when) === true;
      const holds = held.holds.filter(isInForce);
      const failed = held.failed.filter(isInForce);
      const isWhole = holds.length === held.holds.length && failed.length === held.failed.length;
      return isWhole ? decision : decided(policies, { holds, failed });
    },
  };
}

const nothingHolds: PolicyDecision = {
  verdict: 'allow',
  denying: [],
  observing: [],
  obligations: [],
  holds: [],
  logged: true,
};

/** Deny overrides; a policy that denies and can’t be evaluated denies (GOV-5). */
export function decided(
  policies: ReadonlyMap<string, ReadyPolicy>,
  { holds, failed }: { readonly holds: readonly string[]; readonly failed: readonly string[] },
): PolicyDecision {
  const all = [...policies.values()].filter(
    ({ id, obligation }) => holds.includes(id) || (obligation === null && failed.includes(id)),
  );
  const denying = all.filter(({ obligation, enforced }) => obligation === null && enforced);
  const observing = all.filter(({ obligation, enforced }) => obligation === null && !enforced);
  const obligations = all.flatMap((policy) =>
    policy.obligation !== null && policy.enforced ? [{ policy, obligation: policy.obligation }] : [],
  );
  return {
    verdict: denying.length > 0 ? 'deny' : observing.length > 0 ? 'observe' : 'allow',
    denying,
    observing,
    obligations,
    holds: all.map(({ id }) => id).sort(),
    logged: all.length === 0 || all.some(({ logged }) => logged),
  };
}

/** Whether limits include circumstances; an unknown address is in no network. */
function forceOf({ hours, addresses, expiresOn }: PolicyLimits): ReadyPolicy['isInForce'] {
  const list = addresses === null ? null : blockListOf(addresses.networks);
  return ({ at, address }) => {
    if (hasEnded(expiresOn, at.toISOString().slice(0, 10))) return false;
    if (hours !== null && !holdsAt(hours, at.getTime())) return false;
    if (addresses === null || list === null) return true;
    if (address === null) return false;
    const family = isIP(address);
    const isListed = family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    return isListed === addresses.within;
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** The policy where it applies only: one more condition, in Cedar’s JSON format. */
function within(policy: CedarPolicy, { appliesTo, limits }: GoverningPolicy): CedarPolicy {
  const { environment } = limits;
  const bodies: object[] = [];
  const [first, ...others] = appliesTo.some(({ kind }) => kind === 'workspace')
    ? []
    : appliesTo.map(targetExpression);
  if (first !== undefined)
    bodies.push(others.reduce<object>((left, right) => ({ '||': { left, right } }), first));
  if (environment !== '') bodies.push(targetExpression({ kind: 'environment', id: environment }));
  const added = bodies.map((body) => ({ kind: 'when' as const, body }));
  return { ...policy, conditions: [...added, ...policy.conditions] };
}

function targetExpression({ kind, id }: PolicyTarget): object {
  const equal = (left: object, right: unknown) => ({ '==': { left, right: { Value: right } } });
  const fact = (attr: string) => ({ '.': { left: { Var: 'context' }, attr } });
  if (kind === 'environment') return equal(fact('environment'), id);
  if (kind === 'agent') return equal(fact('agent'), id);
  return equal({ Var: 'resource' }, { __entity: { type: 'Connection', id } });
}

/** The actions that policies govern which do not decide yet: their requests are recorded, so that a draft can be tested (GOV-13). */
export async function selectWatched(tx: TenantTx): Promise<GovernedAction[]> {
  const { rows } = await tx.client.query<{ action: GovernedAction }>(
    'SELECT DISTINCT unnest(permissions) AS action FROM authorization_policies WHERE NOT is_active ORDER BY 1',
  );
  return rows.map(({ action }) => action);
}

/** The limits of a stored policy. */
export const limitsText = (table: string) =>
  `jsonb_build_object('environment', ${table}.environment, 'hours', ${table}.time_restrictions, 'addresses', ${table}.ip_restrictions,
    'expiresOn', to_char((${table}.expires_at - interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD'))`;

/** The active policies, by priority. */
export async function selectGoverning(tx: TenantTx): Promise<GoverningPolicy[]> {
  const { rows } = await tx.client.query<GoverningPolicy>(
    `SELECT p.policy_id AS id, p.name, p.description, p.document, p.enforced, p.logged, p.notifies, ${limitsText('p')} AS limits,
            jsonb_agg(jsonb_build_object('kind', b.target_type, 'id', b.target_id)) AS "appliesTo"
       FROM authorization_policies p JOIN policy_bindings b ON b.policy_id = p.policy_id AND b.is_active
      WHERE p.is_active
      GROUP BY p.tenant_id, p.id ORDER BY max(b.priority) DESC, p.policy_id`,
  );
  return rows;
}
