import type { Shape } from '../base/json-shape.ts';
import type { SqlDialect } from './sql-statement.ts';

/** What a workspace can be connected to. */
export const connectionKinds = [
  'database',
  'llm',
  'email',
  'sms',
  'chat',
  'crm',
  'ticket',
  'document',
  'storage',
  'payment',
  'http',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** How a call shows who it is: not at all, `Authorization: Bearer`, name and password, a header of its own, in the path, a token for client credentials, a token for the account of a person, a signature of AWS (V4). */
export const authMethods = [
  'none',
  'bearer',
  'basic',
  'header',
  'path',
  'oauth2',
  'oauth2-account',
  'aws',
] as const;
export type AuthMethod = (typeof authMethods)[number];

/** The configuration of a kind, in the part of JSON Schema that `readShape` understands. */
interface ConnectionConfigShape extends Shape {
  readonly properties: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
}

/** Everything that screens, checks and connectors need to know of a kind. */
export interface KindOfConnection {
  readonly label: string;
  /** What it is for. */
  readonly about: string;
  /** Which addresses it may have. */
  readonly schemes: readonly string[];
  readonly example: string;
  readonly auth: readonly AuthMethod[];
  readonly config: ConnectionConfigShape;
  /** What a node may ask of it; each has a call that `config.operations` may rewrite. */
  readonly operations: readonly string[];
}

const text = (title: string, description: string, maxLength = 200): Shape => ({
  type: 'string',
  title,
  description,
  minLength: 1,
  maxLength,
});

const USERNAME = text('User name', 'User for sign-in; the password or token is the secret.');
const HEADER: Shape = {
  ...text('Header', 'Header for the secret, such as X-Api-Key.', 60),
  pattern: '^[A-Za-z][A-Za-z0-9-]*$',
};

const ENCRYPTION: Shape = {
  type: 'string',
  enum: ['verify', 'require', 'off'],
  title: 'Encryption',
  description: 'Verify the server’s certificate, encrypt without verifying, or neither.',
  default: 'verify',
};

const PRICE: Shape = { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,9})?$', maxLength: 20 };

/** One call of an application: `{{ name }}` is filled in from the node’s fields. */
const OPERATION: Shape = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], title: 'Method' },
    path: {
      type: 'string',
      title: 'Path',
      description:
        'Path below the address, such as /tickets/{{ ticket }}; {secret} is replaced with the secret.',
      pattern: '^/',
      maxLength: 2_000,
    },
    body: {
      type: 'string',
      title: 'Body',
      description: 'JSON with placeholders “{{ name }}”; blank: no body.',
      format: 'json',
      maxLength: 20_000,
    },
  },
  required: ['method', 'path'],
  additionalProperties: false,
};

function configOf(
  properties: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
  operations: readonly string[] = [],
): ConnectionConfigShape {
  const calls: Shape = {
    type: 'object',
    title: 'Calls',
    description: 'How each call is made; blank: the default.',
    properties: Object.fromEntries(operations.map((name) => [name, OPERATION])),
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: operations.length > 0 ? { ...properties, operations: calls } : properties,
    required,
    additionalProperties: false,
  };
}

const web = {
  schemes: ['https', 'http'],
  auth: ['bearer', 'basic', 'header', 'path', 'oauth2', 'oauth2-account', 'none'],
} as const;

/** Whether a connection signs in with tokens of an issuer. */
export function hasTokens(authMethod: AuthMethod): authMethod is 'oauth2' | 'oauth2-account' {
  return authMethod === 'oauth2' || authMethod === 'oauth2-account';
}

/** What OAuth 2.0 needs; the client's secret is the secret (CONN-13, CONN-15). */
export const OAUTH_FIELDS: Readonly<Record<string, Shape>> = {
  authorizeUrl: text(
    'Sign-in address',
    'Where people sign in, such as https://login.example.com/oauth/authorize.',
    500,
  ),
  tokenUrl: text(
    'Token address',
    'Where tokens are issued, such as https://login.example.com/oauth/token.',
    500,
  ),
  clientId: text('Client ID', 'The client; its secret is the secret.', 500),
  scope: text('Scope', 'Scopes, separated by spaces.', 1_000),
  audience: text('Audience', 'The API that the token is for, if its issuer asks.', 500),
  clientAuth: {
    type: 'string',
    enum: ['header', 'body'],
    title: 'Client sign-in',
    description: 'Where the client’s ID and secret are sent.',
    default: 'header',
  },
};

function application(label: string, about: string, operations: readonly string[]): KindOfConnection {
  return {
    ...web,
    label,
    about,
    example: 'https://api.example.com/v1',
    config: configOf({ username: USERNAME, header: HEADER, ...OAUTH_FIELDS }, [], operations),
    operations,
  };
}

/** Every kind on one page. */
export const kindsOfConnection: Readonly<Record<ConnectionKind, KindOfConnection>> = {
  database: {
    label: 'Database',
    about:
      'A database that workflows can read and, if allowed, write: PostgreSQL, MySQL and MariaDB (mysql://), or a file of SQLite (sqlite://local/sales.db).',
    schemes: ['postgresql', 'mysql', 'sqlite'],
    example: 'postgresql://db.example.com:5432/sales',
    auth: ['basic', 'none'],
    config: configOf({
      username: USERNAME,
      tls: ENCRYPTION,
    }),
    operations: [],
  },
  llm: {
    ...web,
    label: 'Language model',
    about: 'A provider with the OpenAI or Anthropic protocol.',
    example: 'https://api.openai.com/v1',
    config: configOf({
      protocol: {
        type: 'string',
        enum: ['openai', 'anthropic'],
        title: 'Protocol',
        description: 'OpenAI chat (widely supported) or Anthropic messages (header X-Api-Key).',
        default: 'openai',
      },
      header: HEADER,
      ...OAUTH_FIELDS,
      model: text('Model', 'Default model for nodes that name none.'),
      assistant: {
        type: 'string',
        enum: ['no', 'yes'],
        title: 'Assistant',
        description: 'Yes: it rewords answers and reasons. It gets words, never figures or names.',
        default: 'no',
      },
      promptPrice: {
        ...PRICE,
        title: 'Input price',
        description: 'Per million tokens, such as 2.50.',
      },
      completionPrice: {
        ...PRICE,
        title: 'Output price',
        description: 'Per million tokens, such as 10.',
      },
      priceCurrency: {
        ...text('Currency', 'Currency of both prices, such as USD.', 3),
        pattern: '^[A-Z]{3}$',
      },
    }),
    operations: [],
  },
  email: {
    label: 'Email',
    about: 'The server that sends email.',
    schemes: ['smtps', 'smtp'],
    example: 'smtps://mail.example.com:465',
    auth: ['basic', 'none'],
    config: configOf(
      {
        username: USERNAME,
        from: text('From', 'The sender, such as Pay <pay@example.com>.'),
        tls: ENCRYPTION,
      },
      ['from'],
    ),
    operations: [],
  },
  sms: {
    ...web,
    label: 'SMS',
    about: 'A gateway for text messages.',
    example: 'https://sms.example.com/v1',
    config: configOf(
      {
        username: USERNAME,
        header: HEADER,
        ...OAUTH_FIELDS,
        from: text('From', 'The sender’s number or name.', 40),
      },
      [],
      ['send'],
    ),
    operations: ['send'],
  },
  chat: application('Chat', 'A team chat for messages.', ['post']),
  crm: application('CRM', 'A CRM whose records workflows read and change.', ['read', 'create', 'update']),
  ticket: application('Tickets', 'A service desk.', ['create', 'update', 'close']),
  document: application('Documents', 'A system that creates documents and collects signatures.', [
    'create',
    'read',
    'sign',
  ]),
  storage: {
    label: 'Object storage',
    about: 'A bucket of S3 or a compatible store; the address ends with the bucket.',
    schemes: ['https', 'http'],
    example: 'https://s3.eu-central-1.amazonaws.com/exports',
    auth: ['aws', 'none'],
    config: configOf({
      username: text('Access key ID', 'ID of the access key; its secret key is the secret.', 128),
      signingRegion: {
        ...text('Signing region', 'Region of the bucket; other stores often take any.', 40),
        pattern: '^[a-z0-9-]+$',
        default: 'us-east-1',
      },
    }),
    operations: [],
  },
  payment: application('Payments', 'A payment provider.', ['order']),
  http: application('HTTP', 'Any other host; API Call uses its secret.', []),
};

/** Whose SQL a database understands, by its address. */
export function dialectOf(address: string): SqlDialect {
  if (/^sqlite:/i.test(address)) return 'sqlite';
  return /^mysql:/i.test(address) ? 'mysql' : 'postgresql';
}

/** How a connection of this type can sign in at an address: to a file, no one does. */
export function signInsOf(kind: ConnectionKind, address: string): readonly AuthMethod[] {
  const { auth } = kindsOfConnection[kind];
  return kind === 'database' ? [dialectOf(address) === 'sqlite' ? 'none' : 'basic'] : auth;
}
