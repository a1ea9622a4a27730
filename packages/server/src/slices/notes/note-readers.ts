import { noteSubjects } from '@attain/domain/access/notes';
import { scopeOf, teamsHolding } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { hasClose } from '../closes/read-close.ts';
import { participantName } from '../participants/read-participant.ts';
import { leadersOf } from '../participants/visible-participants.ts';
import { paidPeriod } from '../payments/visible-payments.ts';
import { planName } from '../plans/read-plan.ts';
import { partsOfDeal } from '../records/read-deal.ts';
import type { Subject } from './notes-store.ts';

/** What decides who reads the notes on an object. */
export interface NotedObject extends Subject {
  /** In a sentence. */
  readonly label: string;
  /** The payees whose pay it is about, who never read its notes. */
  readonly paid: readonly string[];
  /** Who leads one of its people on its day; null: it is about the whole workspace. */
  readonly leaders: ReadonlySet<string> | null;
}

/** The object, if the reader may read its notes. NOT_FOUND otherwise, whatever the reason. */
export async function readableObject(
  tx: TenantTx,
  actor: Actor,
  wanted: Subject & { today: string },
): Promise<NotedObject> {
  const object = await findObject(tx, wanted);
  return found(object !== null && readsNotes(actor, object) ? object : null, 'page for notes');
}

/**
 * Whether someone reads the notes on an object (ACCESS-47): they read the object, for the whole workspace unless it is about payees
 * within their reach, and it is not about their own pay.
 */
export function readsNotes(
  { roles, participantId }: Pick<Actor, 'roles' | 'participantId'>,
  { subject, paid, leaders }: NotedObject,
): boolean {
  const needs = noteSubjects[subject];
  const scope = scopeOf(roles, needs);
  if (scope === null) return false;
  if (participantId !== null && paid.includes(participantId)) return false;
  if (scope === 'tenant') return true;
  const { ownTeam, teamsOf } = teamsHolding(roles, needs);
  const led = ownTeam && participantId !== null ? [participantId, ...teamsOf] : teamsOf;
  return led.some((id) => leaders?.has(id));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function findObject(
  tx: TenantTx,
  { subject, subjectId: id, today }: Subject & { today: string },
): Promise<NotedObject | null> {
  const about = (label: string): NotedObject => ({ subject, subjectId: id, label, paid: [], leaders: null });
  switch (subject) {
    case 'payee': {
      const name = await participantName(tx, { id, today });
      if (name === null) return null;
      return { ...about(name), paid: [id], leaders: await leadersOf(tx, [id], today) };
    }
    case 'deal': {
      const deal = await partsOfDeal(tx, id);
      if (deal === null) return null;
      const leaders = await leadersOf(tx, deal.people, deal.day);
      return { ...about(`deal ${id}`), paid: deal.credited, leaders };
    }
    case 'plan': {
      const name = uuid.test(id) ? await planName(tx, { id, today }) : null;
      return name === null ? null : about(name);
    }
    case 'payment-run': {
      const period = uuid.test(id) ? await paidPeriod(tx, id) : null;
      return period === null ? null : about(`the payments of ${period}`);
    }
    case 'close':
      return (await hasClose(tx, { month: id, today })) ? about(`the close of ${id}`) : null;
  }
}
