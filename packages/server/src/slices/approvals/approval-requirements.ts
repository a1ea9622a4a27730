import type { ApprovalRequirements } from '@attain/contract/approvals';
import { decidingRoles } from '@attain/domain/approvals/approval-kinds';
import { type ImportLimits, importLimitProblems } from '@attain/domain/approvals/import-limits';
import {
  type ApprovalRequirement,
  adjustableKinds,
  kindsWithAmount,
  requirementProblems,
} from '@attain/domain/approvals/required-approvals';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { selectAllAccounts } from './approval-store.ts';
import { countPeople, decidersOf } from './request-approval.ts';
import {
  replaceRequirements,
  selectCurrency,
  selectImportLimits,
  selectRequirements,
  updateImportLimits,
} from './requirement-store.ts';

/** How many approvals each kind requires, and how many people could give them. */
export function readRequirements(ctx: AppContext, actor: Actor): Promise<ApprovalRequirements> {
  mustAllow(actor, 'read:tasks');
  return ctx.read(actor, requirements);
}

/** Replaces the rules for requests made from now on. Refuses BAD_INPUT with every problem (APR-10). */
export function saveRequirements(
  ctx: AppContext,
  actor: Actor,
  { rules, importLimits }: { rules: readonly ApprovalRequirement[]; importLimits?: ImportLimits | undefined },
): Promise<ApprovalRequirements> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    await tx.client.query('SELECT 1 FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [tx.tenantId]);
    const before = await requirements(tx);
    const deciders: number[] = [];
    for (const rule of rules) deciders.push(await countDeciders(tx, rule));
    const problems = [
      ...requirementProblems(rules, deciders),
      ...(importLimits === undefined ? [] : importLimitProblems(importLimits)),
    ];
    if (problems[0]) throw new ApiError('BAD_INPUT', problems[0].message, { problems });
    await replaceRequirements(tx, rules);
    if (importLimits !== undefined) await updateImportLimits(tx, importLimits);
    const after = await requirements(tx);
    tx.record({
      action: 'workspace.approval-rules-saved',
      object: { type: 'approval-rules', id: tx.tenantId },
      before: valueHash([before.rules, before.importLimits]),
      after: valueHash([after.rules, after.importLimits]),
      reason: { code: `${rules.length}-rules`, text: codeOf(after) },
    });
    return after;
  });
}

/** The limits of imports, and all accounts of the people to count together (APR-13). */
export async function limitsOfImports(
  tx: TenantTx,
  people: readonly string[],
): Promise<{ readonly limits: ImportLimits; readonly accounts: readonly string[] }> {
  return { limits: await selectImportLimits(tx), accounts: await selectAllAccounts(tx, people) };
}

async function requirements(tx: TenantTx): Promise<ApprovalRequirements> {
  const kinds: ApprovalRequirements['kinds'] = [];
  for (const kind of adjustableKinds)
    kinds.push({
      kind,
      hasAmount: kindsWithAmount.includes(kind),
      deciders: await countDeciders(tx, { kind, roles: [] }),
      roles: [...decidingRoles(kind)],
    });
  const rules = (await selectRequirements(tx)) as ApprovalRequirements['rules'];
  const importLimits = await selectImportLimits(tx);
  return { currency: await selectCurrency(tx), kinds, rules, importLimits };
}

async function countDeciders(
  tx: TenantTx,
  { kind, roles }: Pick<ApprovalRequirement, 'kind' | 'roles'>,
): Promise<number> {
  return countPeople(await decidersOf(tx, kind, roles));
}

/** `payment-run:1,payment-run:2@50000`, and `imports>500` where imports over 500 records wait. */
function codeOf({ rules, importLimits }: Pick<ApprovalRequirements, 'rules' | 'importLimits'>): string {
  const limits = [importLimits.rows, importLimits.amount].filter((one) => one !== null);
  const parts = rules.map(({ kind, fromAmount, required, roles }) => {
    const from = Number(fromAmount) === 0 ? '' : `@${fromAmount}`;
    return `${kind}:${required}${from}${roles.length === 0 ? '' : `(${roles.join('+')})`}`;
  });
  return [...parts, ...limits.map((limit) => `imports>${limit}`)].join(',') || 'none';
}
