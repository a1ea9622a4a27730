import { api } from '@attain/contract/api';
import { RefusalBody, refusalStatus } from '@attain/contract/base';
import { planSchema } from '@attain/domain/plans/plan-schema';
import { workflowSchema } from '@attain/domain/workflows/workflow-schema';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CompressedText, compressedText } from './compressed-text.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { allowStyle } from './headers.ts';

/** `/api/openapi.json` and the readable page made from it, both from the contract and nothing else. */
export async function mountDocs(app: FastifyInstance): Promise<void> {
  const described = await describeApi();
  const document = compressedText(JSON.stringify(described));
  const page = compressedText(docsPage(described));
  app.get('/api/openapi.json', (request, reply) =>
    sendCompressed(request, reply.type('application/json; charset=utf-8'), document),
  );
  app.get('/api/docs', (request, reply) => {
    allowStyle(reply, docsStyle);
    return sendCompressed(request, reply.type('text/html; charset=utf-8'), page);
  });
}

/** Anyone may ask for these pages: what they cost is paid once. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: CompressedText) {
  const { encoding, bytes } = await text.for(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** The OpenAPI 3.1 document of the contract, refusals included. */
async function describeApi() {
  const converter = new ZodToJsonSchemaConverter({
    // what zod checks by a function is an object whose shape is published elsewhere
    unsupportedJsonSchema: { type: 'object' },
    interceptors: [
      ({ schema, next }) => {
        const component = z.globalRegistry.get(schema)?.component;
        return typeof component === 'string' ? [true, { $ref: refOf(component) }] : next();
      },
    ],
  });
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] });
  const document = await generator.generate(api, {
    info: {
      title: 'Attain',
      version: '0.1.0',
      description:
        'Reads need the session cookie; state changes need the cookie and the token (X-Session-Token), and accept Idempotency-Key.',
    },
    servers: [{ url: '/api' }],
  });
  const schema = z.toJSONSchema(RefusalBody) as Record<string, unknown>;
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      ...(componentsOf('Plan', planSchema) as object),
      ...(componentsOf('Workflow', workflowSchema) as object),
      Refusal: schema as never,
    },
  };
  const codes = Object.entries(refusalStatus);
  const refusal = {
    description: `Refused: ${codes.map(([code, status]) => `${status} ${code}`).join(', ')}`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (typeof operation === 'object' && operation !== null && 'responses' in operation) {
        operation.responses = { ...operation.responses, default: refusal };
      }
    }
  }
  return document;
}

const refOf = (component: string) => `#/components/schemas/${component}`;

/** A published JSON Schema as components of the document: itself, and each of its definitions under its name. */
function componentsOf(name: string, published: object): Record<string, unknown> {
  const text = JSON.stringify(published).replaceAll('"#/$defs/', `"${refOf(name)}.`);
  const { $schema: _schema, $id: _id, $defs = {}, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const defined = Object.entries($defs as object).map(([part, shape]) => [`${name}.${part}`, shape]);
  return { [name]: schema, ...Object.fromEntries(defined) };
}
