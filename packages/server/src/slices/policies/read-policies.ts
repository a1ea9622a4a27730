import type { Policy, PolicyDetail } from '@attain/contract/policies';
import { type PolicyStatus, type PolicyType, priorityOf } from '@attain/domain/policies/policy';
import { conditionsInWords, effectInWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { openRequestAbout } from '../approvals/request-approval.ts';
import {
  countHits,
  countPolicies,
  type StoredPolicy,
  selectPolicies,
  selectPolicy,
  selectPolicyVersions,
  selectViolations,
} from './policy-store.ts';

const hitDays = 30;

interface PolicyFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
  readonly type?: PolicyType | undefined;
  readonly status?: PolicyStatus | undefined;
}

/** Policies by name, with how often they held in the last 30 days. */
export async function listPolicies(ctx: AppContext, actor: Actor, input: PolicyFilter) {
  mustAllow(actor, 'read:policies');
  await ctx.policies.flush();
  return ctx.read(actor, async (tx) => {
    const filter = { search: containing(input.search), type: input.type, status: input.status };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectPolicies(tx, filter, { after, limit: input.limit });
    const hits = await countHits(tx, since(ctx));
    const page = onePage(rows, input.limit, (row) => [row.name, row.id]);
    return {
      rows: page.rows.map((row) => policyOf(row, hits)),
      nextCursor: page.nextCursor,
      total: await countPolicies(tx, filter),
    };
  });
}

/** Throws NOT_FOUND. */
export async function readPolicy(ctx: AppContext, actor: Actor, id: string): Promise<PolicyDetail> {
  mustAllow(actor, 'read:policies');
  await ctx.policies.flush();
  return ctx.read(actor, (tx) => policyDetail(ctx, tx, id));
}

/** Denials, newest first. */
export async function listViolations(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; policy?: string | undefined },
) {
  mustAllow(actor, 'read:policies');
  await ctx.policies.flush();
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectViolations(tx, { policy: input.policy }, { after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.at, row.id]);
  });
}

/** A policy in its wire format. Throws NOT_FOUND. */
export async function policyDetail(ctx: AppContext, tx: TenantTx, id: string): Promise<PolicyDetail> {
  const stored = found(await selectPolicy(tx, id), 'policy');
  const hits = await countHits(tx, since(ctx));
  return {
    ...policyOf(stored, hits),
    rule: stored.rule === null ? null : (structuredClone(stored.rule) as PolicyDetail['rule']),
    document: stored.document,
    version: stored.version,
    versions: await selectPolicyVersions(tx, id),
    revision: stored.revision,
    approvalId: await openRequestAbout(tx, { kind: 'policy-activation', subjectId: id }),
  };
}

function policyOf(stored: StoredPolicy, counted: Awaited<ReturnType<typeof countHits>>): Policy {
  const { id, name, type, status, description, rule, document, enforce, log, notify } = stored;
  const { hits, denials } = counted.get(id) ?? { hits: 0, denials: 0 };
  return {
    id,
    name,
    type,
    status,
    priority: priorityOf(stored.priority),
    description,
    appliesTo: stored.appliesTo.map((target) => ({ ...target })),
    conditions: rule === null ? document : conditionsInWords(rule),
    actions: rule === null ? actionOf(document) : effectInWords(rule),
    lastModified: stored.lastModified,
    resourceType: stored.resourceType,
    resourceId: stored.resourceId,
    limits: structuredClone(stored.limits) as Policy['limits'],
    enforce,
    log,
    notify,
    hits,
    denials,
  };
}

/** What a written document does. */
function actionOf(document: string): string {
  const [, obligation] = /@obligation\("([^"]*)"\)/.exec(document) ?? [];
  return obligation === undefined ? 'Deny.' : `Allow, with the obligation ${obligation}.`;
}

function since(ctx: AppContext): Date {
  return new Date(ctx.clock.now().getTime() - hitDays * 86_400_000);
}
