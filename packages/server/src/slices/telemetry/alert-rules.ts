import type { AlertRule } from '@attain/contract/alerts';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { valueHash } from '../../db/write.ts';
import { recipientsIn } from '../connections/send-mail.ts';
import { spentShare } from '../costs/budgets.ts';
import { addressed } from '../workflow-runs/notices/send-notices.ts';
import {
  deleteRule,
  insertRule,
  lockRule,
  type RuleValues,
  resolveAlert,
  type StoredRule,
  selectRuleAlerts,
  selectRules,
  updateRule,
} from './alert-store.ts';
import { selectNames } from './measure-store.ts';

/** The alert rules of the workspace by name. */
export function listAlertRules(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:alerts');
  return ctx.read(actor, async (tx) => ({ rows: (await selectRules(tx)).map(shownRule) }));
}

/** Creates a rule. Throws BAD_INPUT for unknown workflows and recipients, and CONFLICT for a used name. */
export function createAlertRule(ctx: AppContext, actor: Actor, given: RuleValues): Promise<AlertRule> {
  mustAllow(actor, 'edit:alerts');
  const values = fitting(given);
  return ctx.write(actor, async (tx) => {
    await check(tx, actor, values, ctx.clock.today());
    const id = newId();
    await unlessTaken('alert_rules_name', insertRule(tx, id, values, actor.userId), nameTaken);
    tx.record({
      action: 'alert-rule.created',
      object: { type: 'alert-rule', id },
      evidence: [valueHash(values)],
    });
    return shownRule(found(await lockRule(tx, id), 'alert rule'));
  });
}

/** Changes a rule. Throws NOT_FOUND, BAD_INPUT, and CONFLICT if it was changed since it was read or the name is used. */
export function saveAlertRule(
  ctx: AppContext,
  actor: Actor,
  { id, revision, ...given }: RuleValues & { id: string; revision: number },
): Promise<AlertRule> {
  mustAllow(actor, 'edit:alerts');
  const values = fitting(given);
  return ctx.write(actor, async (tx) => {
    const stored = found(await lockRule(tx, id), 'alert rule');
    if (stored.revision !== revision)
      throw new ApiError('CONFLICT', 'Another user changed this rule after you opened it. Open it again.');
    await check(tx, actor, values, ctx.clock.today());
    const of = { by: actor.userId, revision, now: ctx.clock.now().toISOString() };
    await unlessTaken('alert_rules_name', updateRule(tx, id, values, of), nameTaken);
    tx.record({
      action: 'alert-rule.saved',
      object: { type: 'alert-rule', id },
      evidence: [valueHash(values)],
    });
    return shownRule(found(await lockRule(tx, id), 'alert rule'));
  });
}

/** Deletes a rule; its open alert is resolved. Throws NOT_FOUND. */
export function removeAlertRule(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:alerts');
  return ctx.write(actor, async (tx) => {
    found(await lockRule(tx, id), 'alert rule');
    const { openId } = await selectRuleAlerts(tx, id);
    if (openId !== null) await resolveAlert(tx, openId, ctx.clock.now().toISOString());
    await deleteRule(tx, id);
    tx.record({ action: 'alert-rule.removed', object: { type: 'alert-rule', id } });
    return { removed: true as const };
  });
}

function shownRule({ updatedBy: _, lastMetAt: __, ...rule }: StoredRule): AlertRule {
  return rule;
}

/** Without the fields of other measures: a rule about runs names no budget, whose name only readers of costs may see. */
function fitting(values: RuleValues): RuleValues {
  return values.measure === 'budget' ? { ...values, workflowId: null } : { ...values, budgetId: null };
}

async function check(tx: TenantTx, actor: Actor, values: RuleValues, today: string): Promise<void> {
  const { workflowId, notify, mailTo, measure, budgetId } = values;
  if (measure === 'budget') {
    mustAllow(actor, 'read:costs');
    if ((await spentShare(tx, budgetId, today)) === null)
      throw wrong('/budgetId', 'Choose a budget of this workspace.');
  }
  if (workflowId !== null && (await selectNames(tx, [workflowId])).length === 0)
    throw wrong('/workflowId', 'Choose a workflow of this workspace.');
  const { unknown } = await addressed(tx, notify);
  if (unknown.length > 0) throw wrong('/notify', `No user or role is called “${unknown[0]}”.`);
  if (mailTo === '') return;
  try {
    recipientsIn(mailTo);
  } catch (error) {
    throw wrong('/mailTo', error instanceof Error ? error.message : String(error));
  }
}

function wrong(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'TEL-8', path, message }] });
}

const nameTaken = () => new ApiError('CONFLICT', 'Another rule has this name. Enter another one.');
