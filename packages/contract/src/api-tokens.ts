import { permissions } from '@attain/domain/access/permissions';
import { z } from 'zod';
import { endpoint, Moment, Words } from './base.ts';

const Scopes = z.array(z.enum(permissions)).min(1, 'Choose at least one permission').max(permissions.length);

/** A key by which a program acts for a member, with some of the member's permissions. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(permissions)),
  createdAt: Moment,
  expiresAt: Moment,
  lastUsedAt: Moment.nullable().describe('To the minute'),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A token to create. */
export const NewToken = z.object({
  name: Words.pipe(z.string().min(1, 'Enter a name').max(100)),
  scopes: Scopes,
  days: z.int().min(1).max(365).describe('Until it expires'),
});

/** The tokens of the signed-in person. Programs send one as `Authorization: Bearer attain_pat_…`. */
export const apiTokens = {
  list: endpoint
    .route({ method: 'GET', path: '/auth/tokens', summary: 'My API tokens', tags: ['API tokens'] })
    .meta({ access: 'signed-in' })
    .output(z.object({ rows: z.array(ApiToken) })),
  create: endpoint
    .route({
      method: 'POST',
      path: '/auth/tokens',
      summary: 'Create an API token; the answer shows it once',
      tags: ['API tokens'],
      successStatus: 201,
    })
    .meta({ access: 'signed-in', isSensitive: true })
    .input(NewToken)
    .output(ApiToken.extend({ token: z.string() })),
  revoke: endpoint
    .route({
      method: 'POST',
      path: '/auth/tokens/{id}/revoke',
      summary: 'Revoke an API token',
      tags: ['API tokens'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ revoked: z.literal(true) })),
};
