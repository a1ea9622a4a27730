import { riskLevels } from '@attain/domain/agents/agent';
import { authMethods, connectionKinds } from '@attain/domain/connections/connection-kinds';
import {
  accessLevels,
  backupPolicies,
  databaseOperations,
  dataClassifications,
} from '@attain/domain/connections/database-rules';
import { dataRegions } from '@attain/domain/policies/policy';
import { z } from 'zod';
import { Day, endpoint, JsonRecord, Moment, PageInput, pageOf } from '../base.ts';
import { Environment } from '../workflows.ts';

const Region = z.enum(['', ...dataRegions]).describe('Where it keeps data; blank: unknown');

const DatabaseRules = z.object({
  accessLevel: z.enum(accessLevels),
  allowedOperations: z
    .array(z.enum(databaseOperations))
    .max(20)
    .describe('A MERGE needs each change that it names'),
  backupPolicy: z.enum(backupPolicies).describe('In production, a database that is written to has backups'),
});

const limited =
  'Environment of the connection: only its runs may use the database; null: runs of all environments';

/** An external system. Its secret is not part of it and can’t be read. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(connectionKinds),
  provider: z.string().describe('Vendor, free text'),
  environment: Environment,
  region: Region,
  address: z.string(),
  authMethod: z.enum(authMethods),
  config: JsonRecord.describe('Depends on the kind; see domain/connections/connection-kinds.ts'),
  secret: z
    .object({
      lastSetAt: Moment,
      lastUsedAt: Moment.nullable(),
      keyVersion: z.number().int().describe('Increments each time the secret changes'),
      expiresOn: Day.nullable().describe('Last day (UTC) on which it is used; null: no end'),
    })
    .nullable()
    .describe('Null: no secret'),
  next: z
    .object({
      storedAt: Moment,
      keyVersion: z.number().int(),
      expiresOn: Day.nullable(),
      approvalId: z.uuid().nullable().describe('The open request that it waits for in production'),
    })
    .nullable()
    .describe('The staged secret that will replace the one in use; null: none'),
  account: z
    .object({
      connectedAt: Moment,
      connectedBy: z.string().nullable().describe('Display name'),
      error: z.string().nullable().describe('Why its tokens can no longer be renewed'),
    })
    .nullable()
    .describe('For the sign-in method oauth2-account: the connected account; null: none'),
  workflows: z.array(z.string()).describe('The workflows that may use it; empty: all'),
  riskLevel: z.enum(riskLevels),
  dataClassification: z.enum(dataClassifications),
  isActive: z.boolean().describe('False: nothing uses it'),
  database: DatabaseRules.extend({
    environment: Environment.nullable().describe(limited),
    tables: z.number().int().nullable().describe('Found by the last test; null: none was made'),
  })
    .nullable()
    .describe('The registry entry of a database; null: another kind'),
  revision: z.number().int().describe('Increments on each save'),
  updatedAt: Moment,
});
export type Connection = z.infer<typeof Connection>;

const connectionId = z.object({ id: z.string().min(1).max(200) });

const secret = z.string().min(6, 'Enter a secret of at least 6 characters.').max(8000);

const said = {
  name: z.string().trim().min(1, 'Enter a name for the connection.').max(100),
  description: z.string().max(1000).default(''),
  provider: z.string().max(100).default(''),
  environment: Environment.default('dev'),
  region: Region.default(''),
  address: z.string().min(1).max(500),
  authMethod: z.enum(authMethods),
  config: JsonRecord.default({}),
  secret: secret.nullable().optional().describe('Write-only. Omitted: unchanged; null: removed'),
  secretExpiresOn: Day.nullable().optional().describe('Omitted: unchanged, and no end for a new secret'),
  workflows: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('The workflows that may use it; empty: all. Omitted: unchanged, and all for a new connection'),
  riskLevel: z.enum(riskLevels).optional().describe('Omitted: unchanged, and medium for a new connection'),
  dataClassification: z
    .enum(dataClassifications)
    .optional()
    .describe('Omitted: unchanged, and internal for a new connection'),
  isActive: z.boolean().optional().describe('Omitted: unchanged, and true for a new connection'),
  database: DatabaseRules.extend({
    environment: Environment.nullable()
      .optional()
      .describe(`${limited}. Omitted: limited as before; a new one is limited`),
  })
    .nullable()
    .optional()
    .describe('Of a database. Omitted: unchanged; a new one can be read only'),
};

/** Connections to databases, providers and applications. Their secrets are in the vault. */
export const connections = {
  list: endpoint
    .route({ method: 'GET', path: '/connections', summary: 'Connections', tags: ['Connections'] })
    .meta({ access: 'read:connections' })
    .input(
      PageInput.extend({ kind: z.enum(connectionKinds).optional(), search: z.string().max(200).optional() }),
    )
    .output(pageOf(Connection)),
  get: endpoint
    .route({ method: 'GET', path: '/connections/{id}', summary: 'Get a connection', tags: ['Connections'] })
    .meta({ access: 'read:connections' })
    .input(connectionId)
    .output(Connection),
  tables: endpoint
    .route({
      method: 'GET',
      path: '/connections/{id}/tables',
      summary: 'Tables that the last test found in a database',
      tags: ['Connections'],
    })
    .meta({ access: 'read:connections' })
    .input(connectionId)
    .output(
      z.object({
        readAt: Moment.nullable().describe('Null: it was not tested yet'),
        isComplete: z.boolean().describe('False: there was more'),
        tables: z.array(
          z.object({
            name: z.string().describe('With its schema'),
            columns: z.array(z.object({ name: z.string(), type: z.string() })),
          }),
        ),
      }),
    ),
  create: endpoint
    .route({
      method: 'POST',
      path: '/connections',
      summary: 'Create a connection with its secret',
      tags: ['Connections'],
      successStatus: 201,
    })
    .meta({ access: 'edit:connections', isSensitive: true })
    .input(z.object({ kind: z.enum(connectionKinds), ...said }))
    .output(Connection),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/connections/{id}',
      summary: 'Update a connection; changing where the secret is sent requires a new secret',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections', isSensitive: true })
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
      summary: 'Test the connection once, with its secret, and return the outcome',
      tags: ['Connections'],
    })
    .meta({ access: 'test:connections' })
    .input(
      connectionId.extend({
        secret: z.enum(['in-use', 'next']).default('in-use').describe('Which secret to try'),
      }),
    )
    .output(z.object({ works: z.boolean(), message: z.string() })),
  stageSecret: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/next-secret',
      summary: 'Stage a new secret; in production another person approves it',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections', isSensitive: true })
    .input(
      connectionId.extend({
        secret: secret.describe('Write-only'),
        secretExpiresOn: Day.nullable().optional().describe('Omitted or null: no end'),
      }),
    )
    .output(Connection),
  switchSecret: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/next-secret/use',
      summary:
        'Use the next secret from now on and destroy the one before; in production an approval does it',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections', isSensitive: true })
    .input(connectionId)
    .output(Connection),
  startGrant: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/account',
      summary: 'Start to connect an account: returns the address where its owner signs in',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections', isSensitive: true })
    .input(connectionId)
    .output(z.object({ url: z.string() })),
  finishGrant: endpoint
    .route({
      method: 'POST',
      path: '/connections/account',
      summary: 'Connect the account with the answer of its sign-in',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections' })
    .input(
      z.object({
        state: z.string().min(1).max(500),
        code: z.string().max(4_000).optional(),
        error: z
          .string()
          .max(500)
          .optional()
          .describe('Why the account was not connected, as its issuer says'),
      }),
    )
    .output(Connection),
  endGrant: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/account/remove',
      summary: 'Disconnect the account and destroy its tokens',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections' })
    .input(connectionId)
    .output(Connection),
  discardSecret: endpoint
    .route({
      method: 'POST',
      path: '/connections/{id}/next-secret/discard',
      summary: 'Destroy the next secret; the one in use stays',
      tags: ['Connections'],
    })
    .meta({ access: 'edit:connections' })
    .input(connectionId)
    .output(Connection),
};
