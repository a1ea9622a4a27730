import type { Problem } from '@attain/domain/base/result';
import {
  type GovernedAction,
  governedActions,
  type PolicyLimits,
  type PolicyRule,
  type PolicyTarget,
} from '@attain/domain/policies/policy';
import { hasEnded, limitProblems, noLimits } from '@attain/domain/policies/policy-limits';
import { actionWords, environmentWords } from '@attain/domain/policies/policy-words';
import { probesOf } from '@attain/domain/policies/probes';
import { cedarOf, ruleProblems } from '@attain/domain/policies/to-cedar';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { TenantTx } from '../../db/database.ts';
import { type CheckedDocument, checkDocument } from '../../runs/policies/cedar.ts';
import { type GoverningPolicy, readySet, selectGoverning } from '../../runs/policies/policy-sets.ts';
import { selectPolicy } from './policy-store.ts';

/** What a policy is made of, as it is edited. */
export interface PolicyContent {
  readonly id?: string | undefined;
  readonly appliesTo: readonly PolicyTarget[];
  readonly rule: PolicyRule | null;
  readonly document: string;
  readonly limits?: PolicyLimits | undefined;
  /** It is to decide from now on, so its last day must not have passed. */
  readonly activates?: boolean;
}

interface Checked {
  readonly document: string;
  readonly checked: CheckedDocument | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Checks a policy without storing it. Throws NOT_FOUND for the id of none. */
export function checkPolicy(ctx: AppContext, actor: Actor, content: PolicyContent) {
  mustAllow(actor, 'edit:policies');
  return ctx.read(actor, async (tx) => {
    if (content.id !== undefined) found(await selectPolicy(tx, content.id), 'policy');
    const { document, problems, warnings } = await checkedContent(tx, ctx.clock, content);
    return { document, problems: [...problems], warnings: [...warnings] };
  });
}

/** The document that can be saved. Throws BAD_INPUT with every problem. */
export async function mustBeSavable(
  tx: TenantTx,
  clock: Clock,
  content: PolicyContent,
): Promise<{ readonly document: string; readonly checked: CheckedDocument }> {
  const { document, checked, problems } = await checkedContent(tx, clock, content);
  if (checked !== null && problems.length === 0) return { document, checked };
  throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The policy can’t be saved.', { problems });
}

async function checkedContent(tx: TenantTx, clock: Clock, content: PolicyContent): Promise<Checked> {
  const { rule, appliesTo, limits = noLimits, activates = false } = content;
  const faults = rule === null ? [] : ruleProblems(rule);
  if (faults.length > 0) return { document: '', checked: null, problems: faults, warnings: [] };
  const document = rule === null ? content.document : cedarOf(rule);
  const answer = checkDocument(document);
  if (!answer.ok) return { document, checked: null, problems: answer.problems, warnings: [] };
  const checked = answer.value;
  const unknown = await unknownTargets(tx, appliesTo, checked.actions);
  const today = clock.today();
  const others = (await selectGoverning(tx)).filter(
    ({ id, limits: { expiresOn } }) => id !== content.id && !hasEnded(expiresOn, today),
  );
  const stored = content.id === undefined ? null : await selectPolicy(tx, content.id);
  const isNewDay = limits.expiresOn !== (stored?.limits.expiresOn ?? null);
  const limited = limitProblems(limits, checked, activates || isNewDay ? today : null);
  const candidate = { ...plain, id: 'this policy', document, appliesTo, limits };
  const { problems, warnings } = effectsOf(tx.tenantId, { candidate, checked, others });
  return { document, checked, problems: [...unknown, ...limited, ...problems], warnings };
}

const plain = { name: '', description: '', enforced: true, logged: false, notifies: false };

/** Targets have to exist, and connections only matter to calls. */
async function unknownTargets(
  tx: TenantTx,
  targets: readonly PolicyTarget[],
  actions: readonly GovernedAction[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [at, { kind, id }] of targets.entries()) {
    const add = (message: string) => problems.push({ rule: 'GOV-2', path: `appliesTo.${at}`, message });
    if (kind === 'environment' && !Object.hasOwn(environmentWords, id))
      add('Choose Development, Staging or Production.');
    if (kind === 'connection' && !actions.includes('call'))
      add('Only calls use connections. Choose agents or environments.');
    if (kind !== 'agent' && kind !== 'connection') continue;
    const [table, column] =
      kind === 'agent' ? ['agent_registry', 'agent_id'] : ['application_registry', 'application_id'];
    const { rowCount } = await tx.client.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id]);
    if (rowCount === 0) add(`There is no ${kind} “${id}” in this workspace.`);
  }
  return problems;
}

interface Tried {
  readonly candidate: GoverningPolicy;
  readonly checked: CheckedDocument;
  readonly others: readonly GoverningPolicy[];
}

/** What the policy does to every kind of request, together with the active ones: lock-outs, and policies without effect (GOV-4). */
function effectsOf(tenantId: string, { candidate, checked, others }: Tried) {
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const denying = others.filter(
    (one) => one.enforced && one.document.includes('forbid') && one.document !== candidate.document,
  );
  let holds = false;
  for (const action of governedActions.filter((one) => checked.actions.includes(one))) {
    const probes = probesOf([candidate, ...denying].map(searched), action);
    if (probes === null) {
      warnings.push(
        'The policies mention too many values to try all of them. Lock-outs were not looked for.',
      );
      continue;
    }
    const set = readySet(`${tenantId}/check`, [candidate, ...denying]);
    const tried = probes.map((request) => ({ request, decision: set.decide(request) }));
    holds ||= tried.some(({ decision }) => decision.holds.includes(candidate.id));
    if (checked.obligation !== null) continue;
    if (tried.every(({ decision }) => decision.verdict === 'deny')) {
      const message = `This policy denies everyone, administrators included: ${actionWords[action]}. Except a role, or add a condition.`;
      problems.push({ rule: 'GOV-4', path: 'document', message });
      continue;
    }
    for (const [environment, words] of Object.entries(environmentWords)) {
      const here = tried.filter(({ request }) => request.facts.environment === environment);
      const isOurs = here.some(({ decision }) => decision.denying.some(({ id }) => id === candidate.id));
      if (isOurs && here.every(({ decision }) => decision.verdict === 'deny'))
        warnings.push(`It denies everyone in ${words}: ${actionWords[action]}.`);
    }
  }
  if (!holds && warnings.length === 0) warnings.push('It never applies: no request fulfills its conditions.');
  return { problems, warnings };
}

/** The document with the ids it is bound to, so that probes know them. */
function searched({ document, appliesTo }: GoverningPolicy): string {
  const bound = appliesTo.map(({ kind, id }) =>
    kind === 'agent' ? `context.agent "${id}"` : kind === 'connection' ? `resource == "${id}"` : '',
  );
  return [document, ...bound].join('\n');
}
