import { authMethods, connectionKinds } from '@attain/domain/connections/connection-kinds';
import { z } from 'zod';
import { endpoint, JsonRecord, Moment, PageInput, pageOf } from '../base.ts';
import { Environment } from '../workflows.ts';

/** What a workspace is connected to. Its secret is not part of it, and is never read back. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(connectionKinds),
  provider: z.string().describe('Whose product it is, in free words'),
  environment: Environment,
  address: z.string(),
  authMethod: z.enum(authMethods),
  config: JsonRecord.describe('By its kind; see domain/connections/connection-kinds.ts'),
  secret: z
    .object({
      lastSetAt: Moment,
      lastUsedAt: Moment.nullable(),
      keyVersion: z.number().int().describe('Counts the secrets it has had'),
    })
    .nullable()
    .describe('Null: it has none'),
  revision: z.number().int().describe('Counts saves'),
  updatedAt: Moment,
});
export type Connection = z.infer<typeof Connection>;

const connectionId = z.object({ id: z.string().min(1).max(200) });

const said = {
  name: z.string().trim().min(1, 'Give the connection a name.').max(100),
  description: z.string().max(1000).default(''),
  provider: z.string().max(100).default(''),
  environment: Environment.default('dev'),
  address: z.string().min(1).max(500),
  authMethod: z.enum(authMethods),
  config: JsonRecord.default({}),
  secret: z
    .string()
    .min(6, 'A secret has at least 6 characters.')
    .max(8000)
    .nullable()
    .optional()
    .describe('Write-only. Left out: it stays; null: it is taken away'),
};

/** Connections to databases, providers and applications, with their secrets in the vault. */
export const connections = {
  list: endpoint
    .route({ method: 'GET', path: '/connections', summary: 'Connections', tags: ['Connections'] })
    .meta({ access: 'read:connections' })
    .input(
      PageInput.extend({ kind: z.enum(connectionKinds).optional(), search: z.string().max(200).optional() }),
    )
    .output(pageOf(Connection)),
  get: endpoint
    .route({ method: 'GET', path: '/connections/{id}', summary: 'One connection', tags: ['Connections'] })
    .meta({ access: 'read:connections' })
    .input(connectionId)
    .output(Connection),
  create: endpoint
    .route({
      method: 'POST',
      path: '/connections',
      summary: 'New connection, with its secret',
      tags: ['Connections'],
      successStatus: 201,
    })
    .meta({ access: 'edit:connections' })
    .input(z.object({ kind: z.enum(connectionKinds), ...said }))
    .output(Connection),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/connections/{id}',
      summary: 'Change a connection; what says where its secret goes is changed together with the secret',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections' })
    .input(connectionId.extend({ revision: z.number().int().min(0).max(1_000_000_000), ...said }))
    .output(Connection),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/remove',
      summary: 'Remove a connection and destroy its secret',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections' })
    .input(connectionId)
    .output(z.object({ removed: z.literal(true) })),
  test: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/test',
      summary: 'Reach the other side once, with the secret, and say how it went',
      tags: ['Connections'],
    })
    .meta({ access: 'test:connections' })
    .input(connectionId)
    .output(z.object({ works: z.boolean(), message: z.string() })),
};
