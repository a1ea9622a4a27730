import {
  attempted,
  choice,
  ERROR_PORT,
  expression,
  foreignExpressions,
  input,
  output,
  registered,
  TRACED,
  template,
  whole,
} from './fields.ts';
import { DEFAULT_RELIABILITY, type NodeType } from './node-type.ts';

const integration = {
  group: 'Integrations',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  outputs: [output('object'), ERROR_PORT],
  sideEffect: 'external',
  idempotency: 'none',
  working: 'effect',
  reliability: DEFAULT_RELIABILITY,
} as const;

/** One of the workspace's connections of this kind, and whether it may be asked twice. */
const application = (kind: string) => ({
  application: registered(`connection/${kind}`, 'Application', 'A connection of this kind, with its secret.'),
});
const REPEATABLE = {
  repeatable: choice(
    ['Repeatable', 'The application supports an Idempotency-Key.'],
    ['unknown', 'honours-idempotency-key'],
  ),
  ...TRACED,
};

const forAction = (...is: readonly string[]) => ({ field: 'action', is });

/** Connectors over registered applications (CANVAS-13); what they are called is ours (CANVAS-14). */
export const INTEGRATION_NODES: readonly NodeType[] = [
  {
    ...integration,
    type: 'payment',
    label: 'Payment',
    description: 'Orders a payment. If its outcome is unknown, a person is asked.',
    category: 'Integrations',
    icon: 'credit-card',
    config: attempted(
      {
        ...application('payment'),
        payee: expression('Payee', 'The recipient of the payment.'),
        amount: expression('Amount', 'A decimal number.'),
        currency: { ...template('Currency', 'Three-letter currency code.'), minLength: 1 },
        reference: template('Reference', 'Text for the payee.'),
        ...REPEATABLE,
      },
      ['application', 'payee', 'amount', 'currency'],
    ),
    sideEffect: 'money',
  },
  {
    ...integration,
    type: 'crm',
    label: 'CRM',
    description: 'Reads, creates or changes a record of a CRM.',
    category: 'Integrations',
    icon: 'contact',
    config: attempted(
      {
        ...application('crm'),
        action: choice(['Action', 'The operation.'], ['read', 'create', 'update']),
        object: { ...template('Object', 'Record type, such as opportunity.'), minLength: 1 },
        record: template('Record', 'ID of the record.'),
        values: foreignExpressions('Values', 'Fields to write.'),
        ...REPEATABLE,
      },
      ['application', 'object'],
    ),
  },
  {
    ...integration,
    type: 'chat',
    label: 'Chat',
    description: 'Posts a message to a channel.',
    category: 'Communications',
    icon: 'message-circle',
    config: attempted(
      {
        ...application('chat'),
        channel: { ...template('Channel', 'The channel.'), minLength: 1 },
        message: { ...template('Message', 'The text.'), minLength: 1 },
        ...REPEATABLE,
      },
      ['application', 'channel', 'message'],
    ),
  },
  {
    ...integration,
    type: 'ticket',
    label: 'Ticket',
    description: 'Opens or changes a ticket.',
    category: 'Integrations',
    icon: 'ticket',
    config: attempted(
      {
        ...application('ticket'),
        action: choice(['Action', 'The operation.'], ['create', 'update', 'close']),
        ticket: template('Ticket', 'ID of an existing ticket.'),
        title: template('Ticket title', 'A single line.'),
        description: template('Description', 'The text.'),
        ...REPEATABLE,
      },
      ['application'],
    ),
  },
  {
    ...integration,
    type: 'document',
    label: 'Document',
    description: 'Creates a document from a template, or sends one for signature.',
    category: 'Integrations',
    icon: 'file-text',
    config: attempted(
      {
        ...application('document'),
        action: choice(['Action', 'The operation.'], ['create', 'read', 'sign']),
        document: template('Document', 'ID of the document or template.'),
        values: foreignExpressions('Values', 'Values to fill in.'),
        ...REPEATABLE,
      },
      ['application'],
    ),
  },
  {
    ...integration,
    type: 'storage',
    label: 'Object Storage',
    description: 'Reads, lists, writes or deletes objects of a bucket.',
    category: 'Data Sources',
    icon: 'layers',
    config: attempted(
      {
        ...application('storage'),
        action: choice(['Action', 'The operation.'], ['read', 'list', 'write', 'delete']),
        key: template('Key', 'The object, such as exports/2025.csv.'),
        prefix: template('Prefix', 'Start of the keys. Blank: all.'),
        limit: whole(['Most objects', 'Further objects are cut off.'], [1, 10_000], 1_000),
        bodyFormat: choice(['Content format', 'Format of the content.'], ['json', 'text', 'file']),
        body: expression('Content', 'An expression, such as input.'),
        responseFormat: choice(
          ['Read as', 'Auto: JSON and text are values; other content becomes a file.'],
          ['auto', 'json', 'text', 'file'],
        ),
        ...TRACED,
      },
      ['application'],
    ),
    shownWhen: {
      key: forAction('read', 'write', 'delete'),
      prefix: forAction('list'),
      limit: forAction('list'),
      bodyFormat: forAction('write'),
      body: forAction('write'),
      responseFormat: forAction('read'),
    },
    requiredIfShown: ['key', 'body'],
    idempotency: 'natural',
  },
];
