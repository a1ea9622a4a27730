import type { Controls } from '@attain/contract/audit';
import { scopeOf } from '@attain/domain/access/permissions';
import { mayReadKind } from '@attain/domain/approvals/approval-kinds';
import {
  type Control,
  type ControlCounts,
  controlOfAction,
  controlOfKind,
  controlState,
  controls,
  monthsUntil,
} from '@attain/domain/controls/controls';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectCheckpoints, selectHead } from './audit-store.ts';
import {
  countApproved,
  countOpened,
  countTasks,
  selectApprovedAlone,
  selectDecidedAlone,
  selectLongOpen,
  selectPosted,
  selectSignedOff,
  selectWaiting,
} from './controls-store.ts';
import { readableEntries } from './list-entries.ts';
import { readLog } from './read-log.ts';

type Exception = Controls['exceptions'][number];

const MONTHS = 6;
const LISTED = 100;

/** What the controls counted in the last six months, and every exception, newest first (CTRL-1 … CTRL-5). */
export function readControls(ctx: AppContext, actor: Actor): Promise<Controls> {
  mustAllow(actor, 'read:audit');
  const now = ctx.clock.now().toISOString();
  const months = monthsUntil(now.slice(0, 7), MONTHS);
  const since = `${months[0]}-01T00:00:00Z`;
  return readLog(ctx, actor, async (tx) => {
    const found = [
      await requestsSince(tx, actor, since),
      await loggedSince(tx, since),
      await paidSince(tx, actor, since),
      await signedSince(tx, since),
      await disputedSince(tx, actor, { since, now }),
    ];
    const tasks = await countTasks(tx, since);
    const acts = [
      ...found.flatMap((one) => one.acts),
      ...tasks.map((one) => ({ ...one, control: 'tasks' as const })),
    ];
    const exceptions = found.flatMap((one) => one.exceptions);
    const [signed] = await selectCheckpoints(tx, { upTo: null, limit: 1 });
    return {
      months: [...months],
      log: {
        entries: (await selectHead(tx))?.size ?? 0,
        signed: signed === undefined ? null : { entries: signed.size, at: signed.at },
      },
      waiting: await selectWaiting(tx, now),
      controls: controls.map((control) => ({
        control,
        months: months.map((month) => {
          const counts = countsIn({ acts, exceptions }, control, month);
          return { ...counts, state: controlState(counts) };
        }),
      })),
      exceptions: exceptions.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, LISTED),
      total: exceptions.length,
    };
  });
}

/** What one source counted since a moment, and what it found wrong. */
interface Found {
  readonly acts: readonly {
    readonly month: string;
    readonly control: Control | null;
    readonly acts: number;
  }[];
  readonly exceptions: readonly Exception[];
}

function countsIn({ acts, exceptions }: Found, control: Control, month: string): ControlCounts {
  const found = exceptions.filter((one) => one.control === control && one.at.startsWith(month));
  const failures = found.filter(({ kind }) => kind === 'self-approved').length;
  return {
    acts: acts
      .filter((one) => one.control === control && one.month === month)
      .reduce((sum, one) => sum + one.acts, 0),
    exceptions: found.length - failures,
    failures,
  };
}

/** An act of its month, for counts of rows. */
const oneAct = (control: Control, at: string) => ({ control, month: at.slice(0, 7), acts: 1 });

async function requestsSince(tx: TenantTx, actor: Actor, since: string): Promise<Found> {
  const acts = (await countApproved(tx, since)).map(({ kind, ...one }) => ({
    ...one,
    control: controlOfKind[kind],
  }));
  const alone = await selectApprovedAlone(tx, since);
  const exceptions = alone.flatMap(({ id, kind, at, person, summary }): Exception[] => {
    const control = controlOfKind[kind];
    const name = mayReadKind(actor.roles, kind) ? summary : '';
    const object = { type: 'approval', id, name };
    return control === null
      ? []
      : [{ control, kind: 'single-person', at, person, action: null, object, reason: null }];
  });
  return { acts, exceptions };
}

/** Acts that one person did without a request. */
async function loggedSince(tx: TenantTx, since: string): Promise<Found> {
  const entries = await readableEntries(tx, await selectDecidedAlone(tx, since));
  const exceptions = entries.flatMap(({ at, actor, action, object }): Exception[] => {
    const control = controlOfAction(action);
    const about = { type: object.type, id: object.id, name: object.name ?? '' };
    return control === null
      ? []
      : [{ control, kind: 'single-person', at, person: actor, action, object: about, reason: null }];
  });
  // tasks are counted as such
  const others = exceptions.filter(({ control }) => control !== 'tasks');
  return { acts: others.map(({ control, at }) => oneAct(control, at)), exceptions };
}

/** Payment runs posted since a moment: the months they count in, and what was wrong with them. */
async function paidSince(tx: TenantTx, actor: Actor, since: string): Promise<Found> {
  const posted = await selectPosted(tx, since);
  const readsReasons = scopeOf(actor.roles, 'read:payments') === 'tenant';
  const exceptions = posted.flatMap(({ id, periodKey, at, person, isSelfApproved, outdated }) => {
    const one = {
      control: 'payments' as const,
      at,
      person,
      action: null,
      object: { type: 'payment', id, name: periodKey },
      reason: readsReasons ? (outdated?.reason ?? null) : null,
    };
    return [
      ...(isSelfApproved ? [{ ...one, kind: 'self-approved' as const }] : []),
      ...(outdated === null ? [] : [{ ...one, kind: 'outdated' as const }]),
    ];
  });
  return { acts: posted.map(({ at }) => oneAct('payments', at)), exceptions };
}

async function signedSince(tx: TenantTx, since: string): Promise<Found> {
  const signed = await selectSignedOff(tx, since);
  const control = 'parallel-runs' as const;
  return {
    acts: signed.map(({ at }) => oneAct(control, at)),
    exceptions: signed
      .filter(({ isAlone }) => isAlone)
      .map(({ id, month, at, person }) => ({
        control,
        kind: 'single-person' as const,
        at,
        person,
        action: 'parallel-run.signed-off',
        object: { type: 'parallel-run', id, name: month },
        reason: null,
      })),
  };
}

/** Disputes; who has one and why only for those who read them. */
async function disputedSince(
  tx: TenantTx,
  actor: Actor,
  { since, now }: { since: string; now: string },
): Promise<Found> {
  const acts = (await countOpened(tx, since)).map((one) => ({ ...one, control: 'disputes' as const }));
  const mayRead = scopeOf(actor.roles, 'read:disputes') === 'tenant';
  const exceptions = (await selectLongOpen(tx, { since, now })).map(
    ({ id, at, participantName, person, reason }): Exception => ({
      control: 'disputes',
      kind: 'open-dispute',
      at,
      person: mayRead ? person : '',
      action: null,
      object: { type: 'dispute', id, name: mayRead ? participantName : '' },
      reason: mayRead ? reason : null,
    }),
  );
  return { acts, exceptions };
}
