import { permissions } from '@attain/domain/access/permissions';
import { maxAccessHours } from '@attain/domain/access/temporary-access';
import { z } from 'zod';
import { endpoint, Moment, Words } from './base.ts';

/** Where temporary access is: waiting for a decision, in use, or over. */
const accessStates = ['waiting', 'active', 'ended', 'revoked', 'rejected', 'withdrawn', 'expired'] as const;

/** A permission that someone asked for, for some hours. */
export const AccessGrant = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  permission: z.enum(permissions),
  hours: z.int(),
  reason: z.string(),
  state: z.enum(accessStates),
  askedAt: Moment,
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
  approvalId: z.uuid().describe('The request in the approvals inbox'),
  mine: z.boolean(),
});
export type AccessGrant = z.infer<typeof AccessGrant>;

/** Just-in-time access: a missing permission for some hours, once someone else approves it. */
export const accessGrants = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/access-grants',
      summary: 'Temporary access: my own, or everyone’s with permission to view people; the newest 100',
      tags: ['People'],
    })
    .meta({ access: 'read:workspace' })
    .input(z.object({ whose: z.enum(['mine', 'all']).default('mine') }))
    .output(z.object({ rows: z.array(AccessGrant) })),
  request: endpoint
    .route({
      method: 'POST',
      path: '/access-grants',
      summary: 'Ask for a permission for some hours',
      tags: ['People'],
      successStatus: 201,
    })
    .meta({ access: 'signed-in' })
    .input(
      z.object({
        permission: z.enum(permissions),
        hours: z.int().min(1).max(maxAccessHours),
        reason: Words.pipe(z.string().min(1, 'Give a reason').max(1000)),
      }),
    )
    .output(AccessGrant),
  end: endpoint
    .route({
      method: 'POST',
      path: '/access-grants/{id}/end',
      summary: 'Withdraw a request, give access back, or revoke it',
      tags: ['People'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ id: z.uuid() }))
    .output(AccessGrant),
};
