import { plain, sum } from '@attain/domain/base/decimal';
import { judgeRule } from '@attain/domain/telemetry/alert';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import type { TenantTx } from '../../db/database.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Look } from '../../runs/look.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { sendMail } from '../connections/send-mail.ts';
import { spentShare } from '../costs/budgets.ts';
import { converterFor } from '../records/cost-conversions.ts';
import { addressed } from '../workflow-runs/notices/send-notices.ts';
import {
  alertsAreDue,
  type DueMail,
  insertAlert,
  lockRule,
  measureRuns,
  noteMet,
  resolveAlert,
  type StoredRule,
  selectAlert,
  selectRuleAlerts,
  storeMail,
  sumRunCosts,
  takeDueMails,
  takeDueRules,
} from './alert-store.ts';
import { alertSentence, sourceOf } from './alert-words.ts';
import { selectCurrency } from './trace-store.ts';

export const alertsLook: Look = { isDue: alertsAreDue, act: raiseAlerts };

/** Judges every rule once a minute, and sends the mails that are due. */
async function raiseAlerts(ctx: AppContext): Promise<void> {
  for (const { tenantId, id } of await takeDueRules(ctx.db.owner)) {
    try {
      await judge(ctx, tenantId, id);
    } catch (error) {
      if (isLostDatabase(error)) throw error;
      ctx.log.error({ err: error, tenantId, rule: id }, 'an alert rule could not be judged');
    }
  }
  await Promise.all((await takeDueMails(ctx.db.owner)).map((mail) => send(ctx, mail)));
}

/** Judges a rule now: raises its alert, resolves it, or leaves it. Many processes may ask at once. */
export async function judge(ctx: AppContext, tenantId: string, ruleId: string): Promise<void> {
  const now = ctx.clock.now();
  const first = await ctx.db.within(tenantId, async (tx) => {
    const rule = await lockRule(tx, ruleId);
    if (rule === null || !rule.isActive) return null;
    const judged = await judgeNow(tx, rule, now);
    if (judged.isMet) await noteMet(tx, ruleId, now.toISOString());
    return { by: rule.updatedBy, act: judged.act };
  });
  if (first === null || first.act === null) return;
  const actor = systemActor(tenantId, first.by, 'alerts');
  await unlessNothing(
    ctx.write(actor, async (tx) => {
      // behind the lock, so that one process acts
      const rule = await lockRule(tx, ruleId);
      const judged = rule && (await judgeNow(tx, rule, now));
      if (!rule || judged?.act !== first.act) throw new NothingToDo();
      const { openId, value } = judged;
      if (first.act === 'resolve' && openId !== null) {
        await resolveAlert(tx, openId, now.toISOString());
        await resolveNotices(tx, `alert/${openId}`);
        tx.record({ action: 'alert.resolved', object: { type: 'alert', id: openId } });
        return;
      }
      const id = newId();
      await insertAlert(tx, { id, rule, value: value ?? 0, raisedAt: now.toISOString() });
      await notify(tx, rule, { id, value: value ?? 0 });
      tx.record({ action: 'alert.raised', object: { type: 'alert', id }, evidence: [] });
    }),
  );
}

async function judgeNow(tx: TenantTx, rule: StoredRule, now: Date) {
  const measured = await measure(tx, rule, now);
  const { openId, lastRaisedAt } = await selectRuleAlerts(tx, rule.id);
  const judged = judgeRule(
    { ...rule, threshold: Number(rule.threshold) },
    {
      ...measured,
      hasOpenAlert: openId !== null,
      lastMetMs: rule.lastMetAt === null ? null : Date.parse(rule.lastMetAt),
      lastRaisedMs: lastRaisedAt === null ? null : Date.parse(lastRaisedAt),
      nowMs: now.getTime(),
    },
  );
  return { ...judged, ...measured, openId };
}

async function measure(tx: TenantTx, rule: StoredRule, now: Date) {
  const { measure } = rule;
  if (measure === 'budget')
    return { value: await spentShare(tx, rule.budgetId, now.toISOString().slice(0, 10)), runs: 0 };
  if (measure !== 'cost') return measureRuns(tx, { ...rule, measure, now });
  const { runs } = await measureRuns(tx, { ...rule, measure: 'few-runs', now });
  const costs = await sumRunCosts(tx, { ...rule, now });
  const converter = await converterFor(tx, costs, await selectCurrency(tx));
  return { value: Number(plain(sum(costs.flatMap((cost) => converter.of(cost) ?? [])))), runs };
}

async function notify(tx: TenantTx, rule: StoredRule, alert: { id: string; value: number }): Promise<void> {
  const { people } = await addressed(tx, rule.notify);
  const said = { ...rule, source: sourceOf(rule), value: String(alert.value) };
  await notifyPeople(
    tx,
    people.map(({ userId }) => userId),
    {
      title: rule.name,
      message: alertSentence(said, await selectCurrency(tx)),
      severity: rule.severity === 'critical' || rule.severity === 'high' ? 'error' : 'warning',
      runId: null,
      about: { of: 'alert', id: alert.id },
      effectKey: `alert/${alert.id}`,
    },
  );
}

const mailTimeoutMs = 45_000;
/** Seconds before each further attempt. */
const pauses = [10, 60, 300, 1800];

async function send(ctx: AppContext, mail: DueMail): Promise<void> {
  const { tenantId, id } = mail;
  const said = await ctx.db.within(tenantId, async (tx) => {
    const alert = await selectAlert(tx, id);
    if (alert === null) return null;
    const source = sourceOf(alert);
    return { alert, text: alertSentence({ ...alert, source }, await selectCurrency(tx)) };
  });
  if (said === null) return;
  let outcome: Parameters<typeof storeMail>[2];
  try {
    await sendMail(ctx, {
      tenantId,
      name: null,
      to: mail.to,
      subject: `[${said.alert.severity}] ${said.alert.title}`,
      text: said.text,
      attachments: [],
      // the same for each attempt: a mailbox knows a mail that comes twice
      key: `alert/${id}`,
      signal: AbortSignal.timeout(mailTimeoutMs),
    });
    outcome = { state: 'sent', error: null, pauseSeconds: 0 };
  } catch (error) {
    if (!(error instanceof EffectFailed)) throw error;
    const pauseSeconds = pauses[mail.tries - 1];
    const again = error.retryable && pauseSeconds !== undefined;
    outcome = { state: again ? 'pending' : 'failed', error: error.message, pauseSeconds: pauseSeconds ?? 0 };
  }
  await ctx.db.within(tenantId, (tx) => storeMail(tx, id, outcome));
}
