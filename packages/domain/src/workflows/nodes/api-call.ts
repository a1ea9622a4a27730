import type { Shape } from '../../base/json-shape.ts';
import {
  answerExpression,
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
  text,
  whole,
} from './fields.ts';
import { DEFAULT_RELIABILITY, type NodeType } from './node-type.ts';
import { STATUSES_PATTERN } from './statuses.ts';

/** How many pages a step may read. */
const MAX_PAGES = 1_000;

const statuses = (title: string, description: string, standard: string): Shape => ({
  ...text(title, description),
  pattern: STATUSES_PATTERN,
  default: standard,
});

const withBody = { field: 'method', is: ['POST', 'PUT', 'PATCH'] };
const paged = (...is: readonly string[]) => ({ field: 'paging', is });

/** Calls another system over HTTP (CANVAS-11, WF-94 to WF-96). */
export const API_CALL: NodeType = {
  group: 'External Systems',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  working: 'effect',
  reliability: DEFAULT_RELIABILITY,
  type: 'api_call',
  label: 'API Call',
  description: 'Calls an allowed host over HTTP, with an Idempotency-Key.',
  category: 'Data Sources',
  icon: 'globe',
  outputs: [output('object'), ERROR_PORT],
  config: attempted(
    {
      method: choice(['Method', 'HTTP method.'], ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      url: {
        ...template('URL', 'https and an allowed host, on port 443 or an allowed port.'),
        minLength: 1,
      },
      credential: {
        ...registered('credential', 'Credential', 'An HTTP connection; its secret never appears in the run.'),
        minLength: 0,
      },
      headers: foreignExpressions('Headers', 'Sent with the call. Put secrets in the credential.'),
      bodyFormat: choice(
        ['Body format', 'Form and multipart take a record; multipart and file take stored files.'],
        ['json', 'form', 'multipart', 'text', 'file'],
      ),
      body: expression('Body', 'An expression, such as input or { "file": nodes.report }.'),
      responseFormat: choice(
        ['Response format', 'Auto: JSON and text are values; other content becomes a file.'],
        ['auto', 'json', 'text', 'file'],
      ),
      paging: choice(
        ['Pages', 'Reads one page after the other and joins their items.'],
        ['none', 'next-link', 'page-number', 'cursor'],
      ),
      nextPage: answerExpression(
        'Next page',
        'The next link or cursor, such as body.next; null ends. Blank: the header Link.',
      ),
      pageParameter: {
        ...text('Page parameter', 'Query parameter for page or cursor. Blank: page or cursor.'),
        pattern: '^[A-Za-z0-9_.$\\[\\]-]{0,100}$',
      },
      firstPage: whole(['First page', 'Number of the first page.'], [0, 1_000_000], 1),
      items: answerExpression('Items', 'The list of a page, such as body.data. Blank: the body.'),
      maxPages: whole(['Most pages', 'Further pages are not read, and “more” is true.'], [1, MAX_PAGES], 100),
      successStatuses: statuses(
        'Success statuses',
        'Statuses that are a result, such as 2xx, 404.',
        '1xx, 2xx, 3xx',
      ),
      retryStatuses: statuses(
        'Retry statuses',
        'Failures worth a retry. The header Retry-After is followed.',
        '408, 425, 429, 500, 502, 503, 504',
      ),
      repeatable: choice(
        ['Repeatable', 'The host supports an Idempotency-Key.'],
        ['unknown', 'honours-idempotency-key'],
      ),
      ...TRACED,
    },
    ['url'],
  ),
  shownWhen: {
    bodyFormat: withBody,
    body: withBody,
    paging: { field: 'method', is: ['GET'] },
    nextPage: paged('next-link', 'cursor'),
    pageParameter: paged('page-number', 'cursor'),
    firstPage: paged('page-number'),
    items: paged('next-link', 'page-number', 'cursor'),
    maxPages: paged('next-link', 'page-number', 'cursor'),
  },
  sideEffect: 'external',
  idempotency: 'none',
};
