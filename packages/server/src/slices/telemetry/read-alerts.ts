import type { Alert } from '@attain/contract/alerts';
import { alertStatuses, mayMove } from '@attain/domain/telemetry/alert';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { resolveNotices } from '../../runs/notify-people.ts';
import { acknowledge, type StoredAlert, selectAlert, selectAlerts } from './alert-store.ts';
import { alertSentence, sourceOf } from './alert-words.ts';
import { selectCurrency } from './trace-store.ts';

/** Alerts, newest first. */
export function listAlerts(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    status?: (typeof alertStatuses)[number] | 'open' | undefined;
  },
) {
  mustAllow(actor, 'read:alerts');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { status } = input;
    const open = alertStatuses.filter((one) => one !== 'resolved');
    const statuses = status === undefined ? null : status === 'open' ? open : [status];
    const rows = await selectAlerts(tx, statuses, { after, limit: input.limit });
    const currency = await selectCurrency(tx);
    const page = onePage(rows, input.limit, (row) => [row.timestamp, row.id]);
    return { ...page, rows: page.rows.map((row) => shownAlert(row, currency)) };
  });
}

/** One alert. Throws NOT_FOUND. */
export function readAlert(ctx: AppContext, actor: Actor, id: string): Promise<Alert> {
  mustAllow(actor, 'read:alerts');
  return ctx.read(actor, async (tx) =>
    shownAlert(found(await selectAlert(tx, id), 'alert'), await selectCurrency(tx)),
  );
}

/** Acknowledges an active alert; its notices are read. Throws NOT_FOUND, and CONFLICT if it is not active. */
export function acknowledgeAlert(ctx: AppContext, actor: Actor, id: string): Promise<Alert> {
  mustAllow(actor, 'edit:alerts');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectAlert(tx, id), 'alert');
    const at = ctx.clock.now().toISOString();
    const moved =
      mayMove(stored.status, 'acknowledged') && (await acknowledge(tx, id, { by: actor.userId, at }));
    if (!moved) throw new ApiError('CONFLICT', 'Only active alerts can be acknowledged. Reload the list.');
    await resolveNotices(tx, `alert/${id}`);
    tx.record({ action: 'alert.acknowledged', object: { type: 'alert', id } });
    return shownAlert(found(await selectAlert(tx, id), 'alert'), await selectCurrency(tx));
  });
}

function shownAlert(stored: StoredAlert, currency: string): Alert {
  const { workflowName: _, budgetName: __, mailState, mailTo, mailError, ...alert } = stored;
  const source = sourceOf(stored);
  return {
    ...alert,
    source,
    description: alertSentence({ ...alert, source }, currency),
    mail: mailState === null ? null : { state: mailState, to: mailTo, error: mailError },
  };
}
