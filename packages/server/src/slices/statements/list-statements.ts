import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { readerOf } from '../calculations/publications.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { visibleRun } from '../payouts/visible-run.ts';
import { selectAcknowledged } from './acknowledgement-store.ts';
import { payProgress } from './pay-status.ts';
import { selectStatements } from './statements-store.ts';

/**
 * Statements the actor may read, newest period first: the newest version of each plan and period, or those of one run.
 * Throws NOT_FOUND for runs of other workspaces, and BAD_INPUT for a foreign cursor.
 */
export function listStatements(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    participantId?: string | undefined;
    runId?: string | undefined;
    search?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const permission = 'read:statements' as const;
    const reach = await reachOf(tx, actor, permission);
    const run = input.runId ? await visibleRun(tx, { actor, permission, runId: input.runId }) : null;
    const rows = await selectStatements(tx, {
      reach,
      reader: readerOf(actor, permission),
      participantId: input.participantId ?? null,
      run: run && { asked: run.run.id, linesOf: run.linesOf },
      search: containing(input.search),
      after: decodeTypedCursor(input.cursor, [isDay, anId, anyText, anyText]),
      limit: input.limit,
    });
    const page = onePage(rows, input.limit, (row) => [
      row.period.to,
      row.runId,
      row.participantName,
      row.participantId,
    ]);
    const progress = await payProgress(tx, page.rows);
    const acknowledged = await selectAcknowledged(tx, page.rows);
    const shown = page.rows.map((row, at) => ({
      ...row,
      ...(progress[at] ?? unknownProgress),
      acknowledgedAt: acknowledged[at] ?? null,
      runId: run?.run.id ?? row.runId,
      total: moneyText(decimal(row.total), row.currency),
    }));
    return { rows: shown, nextCursor: page.nextCursor };
  });
}

const unknownProgress = { version: null, calculatedAt: null, status: 'calculated', earlier: null } as const;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
