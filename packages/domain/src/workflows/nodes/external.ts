import { API_CALL } from './api-call.ts';
import {
  attempted,
  choice,
  ERROR_PORT,
  expression,
  fields,
  foreignExpressions,
  input,
  namedExpressions,
  output,
  registered,
  TRACED,
  template,
  whole,
} from './fields.ts';
import { DEFAULT_RELIABILITY, type NodeType } from './node-type.ts';

const external = {
  group: 'External Systems',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  working: 'effect',
  reliability: DEFAULT_RELIABILITY,
} as const;

const DATABASE = registered(
  'database',
  'Database',
  'A connected database, or “attain” for the workspace’s own records.',
);

const connection = (kind: string) => ({
  ...registered(
    `connection/${kind}`,
    'Connection',
    'Connection to use; blank: the workspace’s only one of this kind.',
  ),
  minLength: 0,
});

/** External nodes of the palette (CANVAS-11). */
export const EXTERNAL_NODES: readonly NodeType[] = [
  {
    ...external,
    type: 'database_read',
    label: 'Database Read',
    description: 'Reads rows with the rights of the user who starts the run.',
    category: 'Data Sources',
    icon: 'database',
    outputs: [output('list'), ERROR_PORT],
    config: attempted(
      {
        database: DATABASE,
        query: {
          ...template(
            'Query',
            'One read-only statement with :name for values; for “attain” a list name, such as deals.',
          ),
          format: 'sql',
          minLength: 1,
        },
        parameters: namedExpressions('Parameters', 'Values for :name, or filters of the list.'),
        limit: whole(['Most rows', 'Further rows are cut off.'], [1, 10_000], 1_000),
      },
      ['database', 'query'],
    ),
    sideEffect: 'read',
    idempotency: 'natural',
  },
  {
    ...external,
    type: 'database_write',
    label: 'Database Write',
    description: 'Changes rows with the rights of the user who starts the run, up to a limit.',
    category: 'Data Sources',
    icon: 'database-zap',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        database: DATABASE,
        statement: {
          ...template(
            'Statement',
            'One INSERT, UPDATE, DELETE or MERGE with :name for values; for “attain” draws, holds or clawbacks.',
          ),
          format: 'sql',
          minLength: 1,
        },
        parameters: namedExpressions('Parameters', 'Values for :name, or fields of the record.'),
        limit: whole(['Most rows', 'The step fails if it would change more rows.'], [1, 10_000], 100),
      },
      ['database', 'statement'],
    ),
    sideEffect: 'write',
    idempotency: 'none',
  },
  API_CALL,
  {
    ...external,
    type: 'file_upload',
    label: 'File Upload',
    description: 'Stores a text or a record as a file of the workspace.',
    category: 'Data Sources',
    icon: 'upload',
    outputs: [output('file'), ERROR_PORT],
    config: attempted(
      {
        fileName: { ...template('File name', 'Without a folder.'), minLength: 1 },
        format: choice(['Format', 'Format of the file.'], ['json', 'csv', 'text']),
      },
      ['fileName'],
    ),
    sideEffect: 'write',
    idempotency: 'key',
  },
  {
    ...external,
    type: 'email',
    label: 'Email',
    description: 'Sends an email through the workspace’s mail server.',
    category: 'Communications',
    icon: 'mail',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        to: { ...template('To', 'Addresses, separated by commas.'), minLength: 1 },
        subject: { ...template('Subject', 'A single line.'), minLength: 1 },
        body: template('Body', 'The text.'),
        attachments: expression('Attachments', 'Outputs of File Upload steps, such as nodes.report.'),
        connection: connection('email'),
      },
      ['to', 'subject'],
    ),
    sideEffect: 'external',
    idempotency: 'none',
  },
  {
    ...external,
    type: 'sms',
    label: 'SMS',
    description: 'Sends a text message through the workspace’s gateway.',
    category: 'Communications',
    icon: 'smartphone',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        to: { ...template('To', 'Phone numbers, separated by commas.'), minLength: 1 },
        message: { ...template('Message', 'The text.'), minLength: 1 },
        connection: connection('sms'),
        ...TRACED,
      },
      ['to', 'message'],
    ),
    sideEffect: 'external',
    idempotency: 'none',
  },
  {
    ...external,
    type: 'respond',
    label: 'Respond',
    description: 'Answers the webhook that started the run, and continues.',
    category: 'Communications',
    icon: 'reply',
    outputs: [output('object'), ERROR_PORT],
    config: fields({
      status: whole(['Status', 'HTTP status of the response.'], [200, 599], 200),
      headers: foreignExpressions('Headers', 'Headers of the response.'),
      body: expression('Body', 'Text is sent as it is, other values as JSON. Blank: the input.'),
    }),
    sideEffect: 'pure',
    idempotency: 'natural',
    working: 'computed',
    reliability: null,
  },
];
