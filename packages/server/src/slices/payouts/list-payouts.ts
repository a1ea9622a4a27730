import { decimal, isDecimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { type LineOrder, selectLines, selectUnits } from './payouts-store.ts';
import { mustBeRecordedPay } from './recorded-payouts.ts';
import { runTotals } from './run-totals.ts';
import { visibleRun } from './visible-run.ts';

export interface PayoutQuery {
  readonly runId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
  readonly componentId?: string | undefined;
  readonly sort: 'participant' | 'amount' | '-amount' | 'attainment' | '-attainment';
}

/**
 * Lines of a run that the actor may see. `amountTotal` is the sum of the filtered lines; `components` has the total of
 * each component under the same search, including those the component filter hides. Throws NOT_FOUND for runs of other
 * workspaces, BAD_INPUT for a foreign cursor, and NOT_AS_RECORDED for changed lines unless the caller checks that
 * itself (`checked` false).
 */
export function listPayouts(ctx: AppContext, actor: Actor, input: PayoutQuery, checked = true) {
  return ctx.read(actor, async (tx) => {
    const { run, linesOf, visible } = await visibleRun(tx, {
      actor,
      permission: 'read:payouts',
      runId: input.runId,
    });
    const order = orderOf(input.sort);
    const after = decodeTypedCursor(input.cursor, [order.key === 'participant' ? anyText : isFigure, isSeq]);
    const filter = { runId: linesOf, visible, search: containing(input.search) };
    const componentId = input.componentId ?? null;
    const lines = await selectLines(tx, { ...filter, componentId, order, after, limit: input.limit });
    const payees = [...new Set(lines.map(({ participantId }) => participantId))];
    if (checked) await mustBeRecordedPay(tx, linesOf, payees);
    const totals = await runTotals(tx, actor, filter);
    const chosen = totals.filter(({ id }) => componentId === null || id === componentId);
    const page = onePage(lines, input.limit, (line) => [line.key, line.seq]);
    const units = await selectUnits(tx, linesOf);
    return {
      rows: page.rows.map(({ key: _key, seq: _seq, ...line }) => ({
        ...line,
        unit: units.get(line.componentId) ?? 'Count',
        runId: run.id,
      })),
      nextCursor: page.nextCursor,
      total: chosen.reduce((count, { lines }) => count + lines, 0),
      amountTotal: moneyText(sum(chosen.map(({ total }) => decimal(total))), run.currency),
      components: totals.map(({ id, name, total }) => ({ id, name, total })),
    };
  });
}

function orderOf(sort: PayoutQuery['sort']): LineOrder {
  const descending = sort.startsWith('-');
  return { key: (descending ? sort.slice(1) : sort) as LineOrder['key'], descending };
}

const isFigure = (text: string) => isDecimal(text) || /^-?Infinity$/.test(text);
const isSeq = (text: string) => /^\d{1,9}$/.test(text);
