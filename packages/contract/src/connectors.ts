import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { ImportKind } from './imports.ts';
import { CronSchedule } from './workflow-triggers.ts';

/** What a connector asks its connection for. */
export const ConnectorSource = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('database'),
    query: Words.min(1, 'Enter a query.').max(20_000).describe('One SELECT'),
  }),
  z.object({
    type: z.literal('application'),
    path: z
      .string()
      .trim()
      .max(2_000)
      .regex(/^(\/\S*)?$/, 'Enter a path that begins with /.')
      .describe('Below the address of the connection; the call is a GET'),
    items: z
      .string()
      .trim()
      .max(1_000)
      .default('')
      .describe('Expression for the list of rows, such as body.data; blank: the body'),
    paging: z
      .enum(['none', 'link', 'page-number'])
      .default('none')
      .describe('None, the Link header with rel="next", or a query parameter that counts from 1'),
    pageParameter: z.string().trim().max(100).default('page'),
  }),
  z.object({
    type: z.literal('folder'),
    pattern: z
      .string()
      .trim()
      .max(100)
      .describe('Names of files in the workspace’s folder: * is any characters, ? is one'),
  }),
]);
export type ConnectorSource = z.infer<typeof ConnectorSource>;

/** Where the rows of a second file come from, from the same connection. */
const ConnectorJoin = z.object({
  name: Words.min(1).max(60).describe('As the profile calls it'),
  source: ConnectorSource,
});
export type ConnectorJoin = z.infer<typeof ConnectorJoin>;

/** What a connector can bring: rows of plan components belong to one plan. */
const BroughtKind = ImportKind.exclude(['plan-components']);

/** One execution of a connector. */
export const SyncOperation = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'completed', 'failed', 'held']),
  startTime: Moment,
  endTime: Moment.nullable(),
  recordsProcessed: z.number().int(),
  recordsSuccessful: z.number().int().describe('Rows that were stored, or were as stored'),
  recordsFailed: z.number().int().describe('Rows with errors'),
  errors: z.array(z.string()).describe('Why it failed, is held or took no file'),
  progress: z.number().describe('Percent'),
  importId: z.uuid().nullable(),
  fileName: z.string().nullable().describe('The file of the drop folder that it took'),
  startedBy: z.string().nullable().describe('Null: the schedule'),
});
export type SyncOperation = z.infer<typeof SyncOperation>;

/** A file of the drop folder that a connector took. */
export const ConnectorFile = z.object({
  id: z.uuid().describe('Of the execution that took it'),
  fileName: z.string(),
  byteCount: z.number().int(),
  sha256: z.string().describe('Of its content; blank: the file was too large or could not be opened'),
  takenAt: Moment,
  importId: z.uuid().nullable().describe('Null: it became no import'),
  isWantedAgain: z.boolean().describe('It is taken again while it is in the folder'),
  isUnreadable: z.boolean().describe('It was rejected: it could not be read'),
});
export type ConnectorFile = z.infer<typeof ConnectorFile>;

/** Fetches records from a connection or the drop folder and imports them. */
export const Connector = z.object({
  id: z.uuid(),
  name: z.string(),
  provider: z.string(),
  status: z.enum(['disconnected', 'connected', 'error']),
  error: z.string().nullable(),
  connectionId: z.string(),
  connectionName: z.string().nullable().describe('Null: it no longer exists'),
  source: ConnectorSource,
  joins: z.array(ConnectorJoin).describe('Second files of the profile, in its order'),
  columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'number', 'date', 'empty']) })),
  capabilities: z.array(z.enum(['query', 'call', 'pages', 'files'])),
  kind: ImportKind,
  profileId: z.uuid().nullable().describe('Null: as the last file with the same columns'),
  profileName: z.string().nullable(),
  skipsErrors: z.boolean().describe('Rows with errors are skipped; otherwise they hold the import'),
  schedule: CronSchedule.nullable().describe('Null: by hand only'),
  syncFrequency: z.enum(['manual', 'hourly', 'daily', 'weekly', 'monthly']),
  isPaused: z.boolean(),
  owner: z.string().nullable().describe('Whose rights it has'),
  nextRun: Moment.nullable(),
  lastRun: Moment.nullable(),
  lastSync: Moment.nullable().describe('When it last brought records'),
  dataVolume: z.number().int().describe('Bytes that it brought last'),
  success: z.boolean().describe('Of the last execution'),
  outcome: z.string().nullable(),
  open: SyncOperation.nullable().describe('The execution that is running or held'),
  revision: z.number().int(),
});
export type Connector = z.infer<typeof Connector>;

const connectorId = z.object({ id: z.uuid() });

/** Connectors and their executions. */
export const connectors = {
  list: endpoint
    .route({ method: 'GET', path: '/connectors', summary: 'List connectors by name', tags: ['Connectors'] })
    .meta({ access: 'read:imports' })
    .input(PageInput)
    .output(
      pageOf(Connector).extend({
        connections: z
          .array(
            z.object({
              id: z.string(),
              name: z.string(),
              type: z.enum(['database', 'application', 'folder']),
            }),
          )
          .describe(
            'For users who may import: connections that a connector can use, and the drop folder if there is one',
          ),
        dropFolder: z
          .string()
          .nullable()
          .describe(
            'For users who may import: the workspace’s folder below ATTAIN_DROP_FOLDER; null: it is off',
          ),
      }),
    ),
  save: endpoint
    .route({
      method: 'POST',
      path: '/connectors',
      summary: 'Create a connector, or save one with `id` and `revision`; it has the rights of the caller',
      tags: ['Connectors'],
    })
    .meta({ access: 'import:records' })
    .input(
      z.object({
        id: z.uuid().optional(),
        revision: z.number().int().optional().describe('Of the connector that was edited'),
        name: Words.min(1, 'Enter a name.').max(60),
        connectionId: z.string().min(1, 'Choose a connection.').max(200),
        source: ConnectorSource,
        joins: z.array(ConnectorJoin).max(4).default([]),
        kind: BroughtKind,
        profileId: z.uuid().nullable().default(null),
        skipsErrors: z.boolean().default(false),
        schedule: CronSchedule.nullable().default(null),
      }),
    )
    .output(Connector),
  act: endpoint
    .route({
      method: 'POST',
      path: '/connectors/{id}/act',
      summary: 'Test, run, pause or resume a connector, or discard the rows it holds',
      tags: ['Connectors'],
    })
    .meta({ access: 'import:records' })
    .input(connectorId.extend({ act: z.enum(['test', 'run', 'pause', 'resume', 'discard']) }))
    .output(
      z.object({
        connector: Connector,
        sample: z
          .object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
          .nullable()
          .describe('Of a test: the first rows'),
      }),
    ),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/connectors/{id}/remove',
      summary: 'Delete a connector with its schedule and executions; its imports stay',
      tags: ['Connectors'],
    })
    .meta({ access: 'import:records' })
    .input(connectorId)
    .output(z.object({ removed: z.literal(true) })),
  executions: endpoint
    .route({
      method: 'GET',
      path: '/connectors/{id}/executions',
      summary: 'List executions of a connector, newest first',
      tags: ['Connectors'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(SyncOperation)),
  files: endpoint
    .route({
      method: 'GET',
      path: '/connectors/{id}/files',
      summary: 'List files of the drop folder that a connector took, newest first',
      tags: ['Connectors'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ConnectorFile)),
  takeAgain: endpoint
    .route({
      method: 'POST',
      path: '/connectors/{id}/take-again',
      summary: 'Let the next execution take a file of the drop folder again',
      tags: ['Connectors'],
    })
    .meta({ access: 'import:records' })
    .input(connectorId.extend({ fileId: z.uuid() }))
    .output(Connector),
};
