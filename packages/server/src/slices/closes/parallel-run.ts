import type { ParallelRow, ParallelRun } from '@attain/contract/closes';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { monthOf } from '@attain/domain/closes/close-steps';
import {
  type Comparison,
  compareParallel,
  type ParallelState,
  parallelStates,
  type Signer,
  statesPlan,
} from '@attain/domain/closes/parallel-run';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { onePageOf } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { otherHolders } from '../approvals/other-holders.ts';
import { isAmong } from '../approvals/request-approval.ts';
import type { Days } from './closes-store.ts';
import { isCurrent } from './current-run.ts';
import {
  insertSignOff,
  selectComparedLines,
  selectImporters,
  selectSignOffs,
  selectStated,
} from './parallel-store.ts';
import { closingIn, newestMonth } from './read-close.ts';

/**
 * The parallel run of a close (CLOSE-9 to CLOSE-12), by default of the newest month that is over; null if no month has a close.
 * NOT_FOUND for a month without one.
 */
export function readParallelRun(
  ctx: AppContext,
  actor: Actor,
  wanted: string | undefined,
): Promise<ParallelRun | null> {
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const month = wanted ?? (await newestMonth(tx, today));
    return month === null ? null : runOf(tx, actor, await comparedIn(tx, actor, { month, today }));
  });
}

/** What is compared, largest differences first. NOT_FOUND for a month without a close, BAD_INPUT for a foreign cursor. */
export function listParallelRows(
  ctx: AppContext,
  actor: Actor,
  {
    month,
    state,
    limit,
    cursor,
  }: { month: string; state?: ParallelState | undefined; limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { all, names } = await comparedIn(tx, actor, { month, today: ctx.today(actor) });
    const asked = state === undefined ? all : all.filter((one) => one.state === state);
    const { rows, nextCursor } = onePageOf(asked, { limit, cursor });
    return { rows: rows.map((one) => shownRow(one, names)), nextCursor, total: asked.length };
  });
}

/**
 * Accepts a comparison as it was read (CLOSE-12). CONFLICT if it changed since, is signed off already, or has a calculation that
 * is missing or out of date; BAD_INPUT if pay differs and no note says why that is accepted; NOT_ALLOWED to those who imported the
 * pay while someone else could sign.
 */
export function signParallelRun(
  ctx: AppContext,
  actor: Actor,
  { month, hash, note }: { month: string; hash: string; note: string },
): Promise<ParallelRun> {
  return ctx.write(actor, async (tx) => {
    const comparison = await comparedIn(tx, actor, { month, today: ctx.today(actor) });
    const run = await runOf(tx, actor, comparison);
    const { compared } = run;
    if (compared === 0)
      throw new ApiError('CONFLICT', 'There is no pay to compare. Import parallel pay first.');
    if (run.hash !== hash)
      throw new ApiError('CONFLICT', 'The comparison changed since you read it. Review it again.');
    if (run.signedOff !== null) throw new ApiError('CONFLICT', 'This comparison is already signed off.');
    if (run.notCalculated.length > 0)
      throw new ApiError('CONFLICT', `Calculate ${run.notCalculated.join(', ')} first.`);
    if (run.counts.equal < compared && note === '') {
      const message = 'Pay differs. Say why the differences are accepted.';
      throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'CLOSE-12', path: 'note', message }] });
    }
    if (run.signer === 'another')
      throw new ApiError('NOT_ALLOWED', 'You imported this pay, so another person must sign it off.');
    const isOwnImport = run.signer === 'alone';
    const signedAt = ctx.clock.now().toISOString();
    const counts = { compared, equal: run.counts.equal };
    const id = newId();
    await insertSignOff(tx, {
      ...counts,
      id,
      month,
      comparisonHash: hash,
      note,
      signedBy: actor.userId,
      isOwnImport,
      signedAt,
    });
    await notifySigned(tx, actor, { id, month, ...counts });
    tx.record({
      action: 'parallel-run.signed-off',
      object: { type: 'parallel-run', id },
      after: hash,
      reason: { code: isOwnImport ? 'single-person' : month, text: note },
    });
    return { ...run, ...(await signOffsOf(tx, comparison)) };
  });
}

/** Whether the actor imported some of the pay, under any account, and whether someone else could sign then (CLOSE-13). */
async function signerOf(tx: TenantTx, actor: Actor, month: string): Promise<Signer> {
  const importers = await selectImporters(tx, monthOf(month));
  if (!(await isAmong(tx, actor.userId, importers))) return 'any';
  return (await otherHolders(tx, signs, importers)).length === 0 ? 'alone' : 'another';
}

/** Held by those who may sign off. */
const signs = 'publish:calculations';

async function notifySigned(
  tx: TenantTx,
  actor: Actor,
  { id, month, equal, compared }: { id: string; month: string; equal: number; compared: number },
): Promise<void> {
  const message = `${actor.displayName} signed it off: ${equal} of ${compared} amounts equal to the cent.`;
  await notifyPeople(tx, await otherHolders(tx, signs, [actor.userId]), {
    title: `Parallel run of ${month} signed off`,
    message,
    mail: { message },
    severity: 'info',
    runId: null,
    about: { of: 'parallel-run', month },
    effectKey: `parallel-run ${id}`,
  });
}

/** What is compared, and of which period. */
type Compared = Comparison & Pick<ParallelRow, 'period'>;

const daysKey = ({ from, to }: Days) => `${from} ${to}`;

async function comparedIn(tx: TenantTx, actor: Actor, { month, today }: { month: string; today: string }) {
  const { closing, months } = await closingIn(tx, actor, { month, today });
  const periods = Map.groupBy(await selectStated(tx, monthOf(month)), daysKey);
  const stated = [...periods.values()].flat();
  const concerned = closing.filter(({ plan, period }) =>
    periods.get(daysKey(period))?.some((row) => statesPlan(row, plan.name)),
  );
  const ready = concerned.flatMap(({ run, ...of }) => (isCurrent(run) ? [{ ...of, run }] : []));
  const lines = await selectComparedLines(
    tx,
    ready.map(({ run }) => run.sameAs ?? run.id),
  );
  const linesOf = Map.groupBy(lines, ({ runId }) => runId);
  const calculated = ready.map(({ plan, period, run }) => ({
    days: daysKey(period),
    lines: (linesOf.get(run.sameAs ?? run.id) ?? []).map((line) => ({
      ...line,
      runId: run.id,
      planId: plan.id,
      planName: plan.name,
      currency: plan.document.currency,
    })),
  }));
  const all = [...periods].flatMap(([days, rows]): Compared[] => {
    const period =
      closing.find((one) => daysKey(one.period) === days)?.period.key ?? days.replace(' ', ' – ');
    const own = calculated.filter((one) => one.days === days).flatMap((one) => one.lines);
    return compareParallel(rows, own).map((one) => ({ ...one, period }));
  });
  const names = new Map([...lines, ...stated].map((one) => [one.participantId, one.participantName]));
  const notCalculated = concerned
    .filter(({ run }) => !isCurrent(run))
    .map(({ plan, period }) => `${plan.name} ${period.key}`);
  return { month, months, all, names, notCalculated, hash: hashOf(all.map(({ lines: _, ...one }) => one)) };
}

type ComparedMonth = Awaited<ReturnType<typeof comparedIn>>;

async function runOf(tx: TenantTx, actor: Actor, of: ComparedMonth): Promise<ParallelRun> {
  const { month, months, all, notCalculated, hash } = of;
  return {
    month,
    months: [...months],
    compared: all.length,
    counts: countStates(all),
    totals: totalsOf(all),
    notCalculated,
    hash,
    signer: await signerOf(tx, actor, month),
    ...(await signOffsOf(tx, of)),
  };
}

/** The sign-off that holds, and the newest of each month. */
async function signOffsOf(
  tx: TenantTx,
  { month, hash }: Pick<ComparedMonth, 'month' | 'hash'>,
): Promise<Pick<ParallelRun, 'signedOff' | 'signOffs'>> {
  const signOffs = await selectSignOffs(tx);
  const shown = signOffs.map(({ hash: _, by, at, ...one }) => ({
    ...one,
    by: by ?? '',
    at: new Date(at).toISOString(),
  }));
  const current = signOffs.findIndex((one) => one.month === month && one.hash === hash);
  return {
    signedOff: shown[current] ?? null,
    signOffs: shown
      .filter((one, at) => shown.findIndex((other) => other.month === one.month) === at)
      .sort((a, b) => (a.month < b.month ? 1 : -1)),
  };
}

function shownRow({ lines, ...one }: Compared, names: ReadonlyMap<string, string>): ParallelRow {
  const onlyOne = (key: 'runId' | 'planId' | 'componentId') => {
    const [first, ...others] = new Set(lines.map((line) => line[key]));
    return others.length === 0 ? (first ?? null) : null;
  };
  return {
    ...one,
    participantName: names.get(one.participantId) ?? one.participantId,
    runId: onlyOne('runId'),
    planId: onlyOne('planId'),
    componentId: onlyOne('componentId'),
  };
}

function countStates(all: readonly Comparison[]): Record<ParallelState, number> {
  return Object.fromEntries(
    parallelStates.map((state) => [state, all.filter((one) => one.state === state).length]),
  ) as Record<ParallelState, number>;
}

function totalsOf(all: readonly Comparison[]): ParallelRun['totals'] {
  return [...Map.groupBy(all, ({ currency }) => currency)]
    .map(([currency, of]) => ({
      currency,
      stated: plain(sum(of.map(({ stated }) => decimal(stated ?? '0')))),
      calculated: plain(sum(of.map(({ calculated }) => decimal(calculated ?? '0')))),
      difference: plain(sum(of.map(({ difference }) => decimal(difference)))),
    }))
    .sort((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
}
