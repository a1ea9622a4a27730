import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/api-error.ts';

/** The deepest body an endpoint takes: a plan document nests less than ten times. */
const deepest = 64;

/** Values a body may have: more than any document that is taken, and few enough to be read at once. */
const maxValues = 2_000_000;

/** Reads JSON bodies: without keys that would reach a prototype, and neither deeper nor of more values than code that walks them can bear. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const message = faultOf(body);
    if (message === null) parse(request, body, done);
    else done(new ApiError('BAD_INPUT', message));
  });
}

const [quote, backslash, comma] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const opening = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const closing = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** Counts brackets and commas outside of texts, in one pass; whether they match is the parser's to say. */
function faultOf(json: string): string | null {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (inText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) inText = false;
    } else if (sign === quote) inText = true;
    else if (sign === comma) values += 1;
    else if (opening.has(sign)) {
      values += 1;
      depth += 1;
    } else if (closing.has(sign)) depth -= 1;
    if (depth > deepest) return `The body is nested more than ${deepest} levels deep. Send a flatter body.`;
    if (values > maxValues) return `The body has more than ${maxValues} values. Send fewer at once.`;
  }
  return null;
}
