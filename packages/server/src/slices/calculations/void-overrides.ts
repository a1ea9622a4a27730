import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { type ChangedOverride, selectChangedOverrides, voidAdjustment } from './changed-overrides-store.ts';

/**
 * Voids the overrides of lines that a new version of a calculation has changed, and tells their authors; a posted override stays, and its
 * author is told. Part of the act that completes the calculation.
 */
export async function voidOverrides(tx: TenantTx, run: { id: string; earlierId: string }): Promise<void> {
  for (const one of await selectChangedOverrides(tx, run)) {
    if (!one.isPosted) {
      await voidAdjustment(tx, one.id);
      await closeRequest(tx, { kind: 'adjustment', subjectId: one.id, status: 'void' });
    }
    await notifyPeople(tx, [one.createdBy], {
      title: one.isPosted
        ? `A line with a posted override changed: ${one.participantName}`
        : `Your override no longer applies: ${one.participantName}`,
      message: changeWords(one),
      severity: 'warning',
      runId: null,
      about: {
        of: 'line',
        runId: one.after === null ? one.calculationId : run.id,
        participantId: one.participantId,
        componentId: one.componentId,
      },
      effectKey: `override/${one.id}/${run.id}`,
    });
  }
}

function changeWords({ componentName, currency, before, after, isPosted }: ChangedOverride): string {
  const now = after === null ? 'nothing' : moneyInWords(after, currency);
  const was = before === null ? 'nothing' : moneyInWords(before, currency);
  const change =
    now === was
      ? `${componentName} is calculated from other figures.`
      : `${componentName} paid ${was} and now pays ${now}.`;
  return isPosted
    ? `${change} The override is paid in addition. Override the line again if that is wrong.`
    : `${change} Override the line again if it still has to pay another amount.`;
}
