import { api } from '@attain/contract/api';
import { RefusalBody, refusalStatus } from '@attain/contract/base';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { docsPage, docsStyle } from './docs-page.ts';
import { allowStyle } from './headers.ts';

/** `/api/openapi.json` and the readable page made from it, both from the contract and nothing else. */
export async function mountDocs(app: FastifyInstance): Promise<void> {
  const document = await describeApi();
  const page = docsPage(document);
  app.get('/api/openapi.json', async (_request, reply) => reply.send(document));
  app.get('/api/docs', async (_request, reply) => {
    allowStyle(reply, docsStyle);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/** The OpenAPI 3.1 document of the contract, refusals included. */
async function describeApi() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
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
    schemas: { ...document.components?.schemas, Refusal: schema as never },
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
