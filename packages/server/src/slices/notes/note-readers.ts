import { noteSubjects } from '@attain/domain/access/notes';
import { scopeOf } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { hasClose } from '../closes/read-close.ts';
import { participantName } from '../participants/read-participant.ts';
import { type Days, reaches, reachOf } from '../participants/visible-participants.ts';
import { paidPeriod } from '../payments/visible-payments.ts';
import { planName } from '../plans/read-plan.ts';
import { partsOfDeal } from '../records/read-deal.ts';
import type { Subject } from './notes-store.ts';

/** What decides who reads the notes on an object. */
export interface NotedObject extends Subject {
  /** In a sentence. */
  readonly label: string;
  /** The payees it is about, who never read its notes; none: it is about the whole workspace. */
  readonly people: readonly string[];
  /** The days of the rows that leaders must reach. */
  readonly days: Days;
}

/** The object, if the reader may read its notes. NOT_FOUND otherwise, whatever the reason. */
export async function readableObject(
  tx: TenantTx,
  actor: Actor,
  wanted: Subject & { today: string },
): Promise<NotedObject> {
  const object = await findObject(tx, wanted);
  return found(object !== null && (await readsNotes(tx, actor, object)) ? object : null, 'page for notes');
}

/**
 * Whether someone reads the notes on an object (ACCESS-47): they read the object, for the whole workspace unless it is about payees
 * within their reach, and it is not about their own pay.
 */
export async function readsNotes(
  tx: TenantTx,
  reader: Actor,
  { subject, people, days }: NotedObject,
): Promise<boolean> {
  const needs = noteSubjects[subject];
  const scope = scopeOf(reader.roles, needs);
  if (scope === null) return false;
  if (reader.participantId !== null && people.includes(reader.participantId)) return false;
  if (scope === 'tenant') return true;
  const reach = await reachOf(tx, reader, needs);
  return people.some((id) => reaches(reach, id, days));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function findObject(
  tx: TenantTx,
  { subject, subjectId: id, today }: Subject & { today: string },
): Promise<NotedObject | null> {
  const about = (label: string, people: readonly string[] = [], day = today): NotedObject => ({
    subject,
    subjectId: id,
    label,
    people,
    days: { from: day, to: day },
  });
  switch (subject) {
    case 'payee': {
      const name = await participantName(tx, { id, today });
      return name === null ? null : about(name, [id]);
    }
    case 'deal': {
      const deal = await partsOfDeal(tx, id);
      return deal === null ? null : about(`deal ${id}`, deal.people, deal.day);
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
