import type { Controls } from '@attain/contract/audit';
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
  selectDecidedAlone,
  selectLongOpen,
  selectPosted,
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
    const alone = await decidedAloneSince(tx, since);
    const paid = await paidSince(tx, since);
    const open = (await selectLongOpen(tx, { since, now })).map(
      ({ id, participantName, ...one }): Exception => ({
        ...one,
        control: 'disputes',
        kind: 'open-dispute',
        action: null,
        object: { type: 'dispute', id, name: participantName },
      }),
    );
    const exceptions = [...alone, ...paid.exceptions, ...open];
    const acts = [
      ...(await countApproved(tx, since)).map(({ kind, ...one }) => ({
        ...one,
        control: controlOfKind[kind],
      })),
      ...(await countOpened(tx, since)).map((one) => ({ ...one, control: 'disputes' as const })),
      ...paid.months.map((month) => ({ month, control: 'payments' as const, acts: 1 })),
    ];
    const countsOf = (control: Control, month: string): ControlCounts => {
      const found = exceptions.filter((one) => one.control === control && one.at.startsWith(month));
      const failures = found.filter(({ kind }) => kind === 'self-approved').length;
      return {
        acts: acts
          .filter((one) => one.control === control && one.month === month)
          .reduce((sum, one) => sum + one.acts, 0),
        exceptions: found.length - failures,
        failures,
      };
    };
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
          const counts = countsOf(control, month);
          return { ...counts, state: controlState(counts) };
        }),
      })),
      exceptions: exceptions.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, LISTED),
      total: exceptions.length,
    };
  });
}

async function decidedAloneSince(tx: TenantTx, since: string): Promise<Exception[]> {
  const entries = await readableEntries(tx, await selectDecidedAlone(tx, since));
  return entries.flatMap(({ at, actor, action, object }): Exception[] => {
    const control = controlOfAction(action);
    return control === null
      ? []
      : [
          {
            control,
            kind: 'single-person',
            at,
            person: actor,
            action,
            object: { type: object.type, id: object.id, name: object.name ?? '' },
            reason: null,
          },
        ];
  });
}

/** Payment runs posted since a moment: the months they count in, and what was wrong with them. */
async function paidSince(tx: TenantTx, since: string) {
  const posted = await selectPosted(tx, since);
  const exceptions = posted.flatMap(({ id, periodKey, at, person, isSelfApproved, outdated }) => {
    const one = {
      control: 'payments' as const,
      at,
      person,
      action: null,
      object: { type: 'payment', id, name: periodKey },
      reason: outdated?.reason ?? null,
    };
    return [
      ...(isSelfApproved ? [{ ...one, kind: 'self-approved' as const }] : []),
      ...(outdated === null ? [] : [{ ...one, kind: 'outdated' as const }]),
    ];
  });
  return { months: posted.map(({ at }) => at.slice(0, 7)), exceptions };
}
