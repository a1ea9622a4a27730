import type { AccessGrant } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';

/** Texts of the panels that open from the top bar. */
export const messages = {
  jit: {
    description: 'Ask for a permission for one task. Another person approves it, and it ends automatically.',
    own: 'Your temporary access',
    loadFailed: 'Temporary access could not be loaded',
    states: {
      waiting: { label: 'Waiting', meaning: 'info' },
      active: { label: 'Active', meaning: 'ok' },
      ended: { label: 'Ended', meaning: 'neutral' },
      revoked: { label: 'Ended early', meaning: 'neutral' },
      rejected: { label: 'Rejected', meaning: 'bad' },
      withdrawn: { label: 'Withdrawn', meaning: 'neutral' },
      expired: { label: 'Expired', meaning: 'warn' },
    },
    when: ({ endsAt, askedAt, hours, state }: AccessGrant) => {
      if (endsAt === null) return `${messages.jit.hours(hours)}, requested ${formatMoment(askedAt)}`;
      return `${state === 'active' ? 'Ends' : 'Ended'} ${formatMoment(endsAt)}`;
    },
    capital: (words: string) => words.charAt(0).toUpperCase() + words.slice(1),
    withdraw: 'Withdraw',
    end: 'End now',
    endOf: (state: AccessGrant['state'], words: string) =>
      `${state === 'waiting' ? 'Withdraw' : 'End'}: ${words}`,
    ended: 'Temporary access ended',
    endFailed: 'Temporary access could not be ended',
    permission: 'Permission',
    permissionMissing: 'Choose a permission',
    duration: 'Duration',
    hours: (hours: number) => counted(hours, 'hour'),
    reason: 'Reason',
    reasonHint: 'Shown to the approver and kept in the audit log.',
    reasonMissing: 'Give a reason',
    request: 'Request access',
    requested: 'Access requested',
    requestedText: 'You’ll be notified once it is decided.',
    hasAll: 'You already have every permission that can be requested.',
    close: 'Close',
  },
} as const;
