import { z } from 'zod';
import { ApiToken, NewToken } from './api-tokens.ts';
import { endpoint, Words } from './base.ts';
import { Person, RoleGrants } from './people.ts';

const ById = z.object({ id: z.uuid() });
const tags = ['Service accounts'];

/** A token of a service account, and who created it. */
export const ServiceToken = ApiToken.extend({ createdBy: z.string() });
export type ServiceToken = z.infer<typeof ServiceToken>;

/** Accounts for programs: no password, no sign-in, only tokens. They are members like people, and never approve anything. */
export const serviceAccounts = {
  create: endpoint
    .route({
      method: 'POST',
      path: '/service-accounts',
      summary: 'Create an account for a program; privileged roles wait for another administrator',
      tags,
      successStatus: 201,
    })
    .meta({ access: 'manage:people', isSensitive: true })
    .input(
      z.object({
        displayName: Words.pipe(z.string().min(1, 'Enter a name').max(200)),
        roles: RoleGrants,
      }),
    )
    .output(Person),
  tokens: endpoint
    .route({
      method: 'GET',
      path: '/service-accounts/{id}/tokens',
      summary: 'Tokens of a service account that were not revoked',
      tags,
    })
    .meta({ access: 'read:people' })
    .input(ById)
    .output(z.object({ rows: z.array(ServiceToken), mayHave: z.array(ApiToken.shape.scopes.element) })),
  createToken: endpoint
    .route({
      method: 'POST',
      path: '/service-accounts/{id}/tokens',
      summary: 'Create a token of a service account; the answer shows it once',
      tags,
      successStatus: 201,
    })
    .meta({ access: 'manage:people', isSensitive: true })
    .input(NewToken.extend(ById.shape))
    .output(ServiceToken.extend({ token: z.string() })),
  revokeToken: endpoint
    .route({
      method: 'POST',
      path: '/service-accounts/{id}/tokens/{tokenId}/revoke',
      summary: 'Revoke a token of a service account',
      tags,
    })
    .meta({ access: 'manage:people' })
    .input(ById.extend({ tokenId: z.uuid() }))
    .output(z.object({ revoked: z.literal(true) })),
};
