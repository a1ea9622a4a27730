import type { QuotaHistory } from '@attain/contract/records';
import { parseDay } from '@attain/domain/base/day';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { reachOf } from '../participants/visible-participants.ts';
import {
  countQuotas,
  selectQuotaHistory,
  selectQuotaSpans,
  selectQuotas,
  selectQuotasByPeriod,
  selectQuotaYears,
} from './quota-store.ts';

/** Further periods of a year have no column. */
const maxSpans = 100;

const isDay = (text: string) => parseDay(text) !== null;

/**
 * Quotas of participants the actor may see, by participant and span. Throws NOT_ALLOWED, and BAD_INPUT for a foreign
 * cursor.
 */
export function listQuotas(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    participantId?: string | undefined;
    search?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const filters = {
      reach: await reachOf(tx, actor, 'read:quotas'),
      participantId: input.participantId ?? null,
      search: containing(input.search),
    };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, isDay, isDay, anyText, anyText]);
    const rows = await selectQuotas(tx, { ...filters, after, limit: input.limit });
    const place = (row: (typeof rows)[number]) => [
      row.participantName,
      row.participantId,
      row.from,
      row.to,
      row.componentId ?? '',
      row.unit,
    ];
    return { ...onePage(rows, input.limit, place), total: await countQuotas(tx, filters) };
  });
}

/**
 * Quotas of a calendar year by participant and component, of participants the actor may see. Throws NOT_ALLOWED, and
 * BAD_INPUT for a foreign cursor.
 */
export function listQuotasByPeriod(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    year?: number | undefined;
    search?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const filters = {
      reach: await reachOf(tx, actor, 'read:quotas'),
      participantId: null,
      search: containing(input.search),
    };
    const years = await selectQuotaYears(tx, { ...filters, search: null });
    const year = input.year ?? years[0] ?? null;
    if (year === null) return { rows: [], nextCursor: null, year, years, spans: [], hasMoreSpans: false };
    const ofYear = { ...filters, from: `${year}-01-01`, to: `${year}-12-31` };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, anyText, anyText, anyText]);
    const rows = await selectQuotasByPeriod(tx, { ...ofYear, after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [
      ...[row.participantName, row.participantId, row.componentId ?? '', row.unit, row.currency ?? ''],
    ]);
    const spans = await selectQuotaSpans(tx, { ...ofYear, limit: maxSpans });
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...row, total: totalOf(row.cells, ofYear) })),
      ...{ year, years, spans: spans.slice(0, maxSpans), hasMoreSpans: spans.length > maxSpans },
    };
  });
}

/** Where a quota comes from, and its changes by hand, for those who change quotas. NOT_FOUND if there never was one with this key. */
export function readQuotaHistory(
  ctx: AppContext,
  actor: Actor,
  key: Parameters<typeof selectQuotaHistory>[1],
): Promise<QuotaHistory> {
  mustAllow(actor, 'import:records');
  return ctx.read(actor, async (tx) => {
    const { source, isStored, changes } = await selectQuotaHistory(tx, key);
    if (!isStored && changes.length === 0) throw new ApiError('NOT_FOUND', 'Quota not found.');
    return { source, changes };
  });
}

/** The sum of periods by first day that share no day and are within the year; null: some are not. */
function totalOf(
  cells: readonly { from: string; to: string; amount: string }[],
  year: { from: string; to: string },
): string | null {
  const isBeyond = cells.some(({ from, to }) => from < year.from || to > year.to);
  const overlaps = cells.some(({ from }, at) => from <= (cells[at - 1]?.to ?? ''));
  return isBeyond || overlaps ? null : plain(sum(cells.map(({ amount }) => decimal(amount))));
}
