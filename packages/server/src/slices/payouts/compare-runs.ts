import type { Run } from '@attain/contract/calculations';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { findRun } from '../calculations/find-run.ts';
import { selectDelta, selectDifferences, selectVersionBefore } from './differences-store.ts';
import { visibleRun } from './visible-run.ts';

/**
 * Line-by-line differences between a run and its previous version, or the given run (PAY-18). For an `unchanged` run,
 * the run with the same result is used. The deltas sum to `totalDelta`, which is also the difference of the totals.
 * Throws CONFLICT for runs without results, and BAD_INPUT for runs of another plan, period or currency.
 */
export function compareRuns(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    against?: string | undefined;
    /** Only this payee, if visible; null or left out: all that are. */
    participantId?: string | null;
    limit: number;
    cursor?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const place = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const { run, linesOf, visible } = await visibleRun(tx, {
      actor,
      permission: 'read:payouts',
      runId: input.id,
    });
    mustHaveResults(run);
    const earlier = await earlierRun(tx, run, input.against);
    if (!earlier)
      return {
        ...onePage([], 1, () => []),
        total: 0,
        against: null,
        totalDelta: moneyText(decimal('0'), run.currency),
      };
    const pair = {
      before: earlier.sameAs ?? earlier.id,
      after: linesOf,
      visible: onlyOne(visible, input.participantId ?? null),
    };
    const sums = await selectDelta(tx, pair);
    if (!sums.adds) throw new Error(`The differences of ${run.id} and ${earlier.id} do not add up.`);
    const rows = await selectDifferences(tx, { ...pair, place, limit: input.limit });
    const money = (amount: string) => moneyText(decimal(amount), run.currency);
    return {
      ...onePage(rows, input.limit, (row) => [row.participantId, row.componentId]),
      total: sums.count,
      against: { id: earlier.id, version: await versionOf(tx, earlier), total: money(sums.before) },
      totalDelta: money(sums.delta),
    };
  });
}

/** One of those who are visible; null as a list: everyone is. */
function onlyOne(visible: string[] | null, participantId: string | null): string[] | null {
  if (participantId === null) return visible;
  return visible === null || visible.includes(participantId) ? [participantId] : [];
}

async function earlierRun(tx: TenantTx, run: Run, against: string | undefined): Promise<Run | null> {
  const id = against ?? run.sameAs ?? (await selectVersionBefore(tx, run.id));
  if (id === null) return null;
  const earlier = await findRun(tx, id);
  mustHaveResults(earlier);
  if (earlier.planId !== run.planId || earlier.period.key !== run.period.key) {
    throw new ApiError(
      'BAD_INPUT',
      'These calculations have different plans or periods. Compare two of the same plan and period.',
    );
  }
  if (earlier.currency !== run.currency) {
    throw new ApiError(
      'BAD_INPUT',
      `One calculation is in ${earlier.currency}, the other in ${run.currency}, so they can’t be compared.`,
    );
  }
  return earlier;
}

function mustHaveResults(run: Run): void {
  if (run.status === 'completed' || run.status === 'unchanged') return;
  throw new ApiError('CONFLICT', `This calculation is ${run.status} and has no results to compare.`);
}

/** An unchanged run has the version of the run it is the same as. */
async function versionOf(tx: TenantTx, run: Run): Promise<number> {
  const stored = run.sameAs === null ? run : await findRun(tx, run.sameAs);
  return stored.version ?? 0;
}
