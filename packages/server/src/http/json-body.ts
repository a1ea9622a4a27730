import type { FastifyInstance } from 'fastify';
import { Refusal } from '../base/refusal.ts';

/** The deepest body an endpoint takes: a plan document nests less than ten times. */
const deepest = 64;

/** Reads JSON bodies: without keys that would reach a prototype, and nested no deeper than code that walks them can bear. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) {
      const say = `The body is nested more than ${deepest} times. Nothing that is stored here is; send it flatter.`;
      done(new Refusal('BAD_INPUT', say));
    } else parse(request, body, done);
  });
}

/** Counts brackets outside of texts, in one pass; whether they match is the parser's to say. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}
