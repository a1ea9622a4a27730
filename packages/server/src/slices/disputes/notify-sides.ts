import type { Dispute } from '@attain/contract/disputes';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { selectSides } from './dispute-store.ts';

/** Something that happened to a dispute; `key` tells it from others of the same kind. */
type DisputeEvent = {
  readonly key: string;
  /** Who did it, who is not notified. */
  readonly by: string;
} & (
  | { readonly kind: 'opened' | 'assigned' | 'returned' | 'resolved' | 'withdrawn' }
  | { readonly kind: 'written'; readonly to: 'reviewer' | 'payee' }
);

/** Notifies the side of a dispute that has to know or to answer. */
export async function notifySides(tx: TenantTx, dispute: Dispute, event: DisputeEvent): Promise<void> {
  const sides = await selectSides(tx, dispute.id);
  const side = event.kind === 'written' ? event.to : notifiedSide[event.kind];
  await notifyPeople(
    tx,
    sides[side].filter((userId) => userId !== event.by),
    {
      ...textOf(dispute, event.kind),
      mail: { subject: 'A dispute needs you', message: 'Open Attain to see it.' },
      severity: event.kind === 'resolved' || event.kind === 'withdrawn' ? 'info' : 'warning',
      runId: null,
      about: { of: 'dispute', id: dispute.id },
      effectKey: `dispute/${dispute.id}/${event.kind}/${event.key}`,
    },
  );
}

const notifiedSide = {
  opened: 'reviewer',
  assigned: 'reviewer',
  returned: 'reviewer',
  resolved: 'payee',
  withdrawn: 'reviewer',
} as const;

/** What follows for the payee. */
const corrected: Record<NonNullable<Dispute['consequence']>, string> = {
  records: 'Pay changes once the records are corrected and calculated again.',
  adjustment: 'The next payments pay the adjustment.',
  plan: 'Pay changes once the plan is changed and calculated again.',
  none: '',
};

function textOf(dispute: Dispute, kind: DisputeEvent['kind']): { title: string; message: string } {
  const pay = `${dispute.participantName}, ${dispute.componentName ?? dispute.planName}, ${dispute.periodKey}`;
  const paid = moneyInWords(dispute.paid, dispute.currency);
  switch (kind) {
    case 'opened':
      return {
        title: `Dispute to review: ${pay}`,
        message:
          dispute.expected === null
            ? `Calculated: ${paid}.`
            : `Calculated: ${paid}. Expected: ${moneyInWords(dispute.expected, dispute.currency)}.`,
      };
    case 'assigned':
      return { title: `Dispute assigned to you: ${pay}`, message: `Calculated: ${paid}.` };
    case 'returned':
      return {
        title: `Dispute to decide again: ${pay}`,
        message: 'Its adjustment was rejected or withdrawn.',
      };
    case 'written':
      return { title: `New message on a dispute: ${pay}`, message: 'Your answer is needed.' };
    case 'withdrawn':
      return { title: `Dispute withdrawn: ${pay}`, message: `Opened by ${dispute.openedBy}.` };
    case 'resolved':
      return {
        title: `Dispute ${dispute.outcome === 'upheld' ? 'upheld' : 'dismissed'}: ${pay}`,
        message: [dispute.resolution?.reason ?? '', dispute.consequence && corrected[dispute.consequence]]
          .filter(Boolean)
          .join('\n'),
      };
  }
}
