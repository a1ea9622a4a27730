import { api } from '@attain/contract/api';
import { ErrorBody, errorStatus } from '@attain/contract/base';
import { planTestSchema } from '@attain/domain/findings/parse-plan-test';
import { calculationInputSchema } from '@attain/domain/payouts/parse-input';
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
export function mountDocs(app: FastifyInstance): void {
  let made: ReturnType<typeof makeDocs> | undefined;
  const docs = () => {
    made ??= makeDocs();
    return made;
  };
  app.get('/api/openapi.json', async (request, reply) =>
    sendCompressed(request, reply.type('application/json; charset=utf-8'), (await docs()).document),
  );
  app.get('/api/docs', async (request, reply) => {
    allowStyle(reply, docsStyle);
    return sendCompressed(request, reply.type('text/html; charset=utf-8'), (await docs()).page);
  });
}

/** Describing every endpoint takes as long as the rest of a start, so it waits until someone asks. */
async function makeDocs(): Promise<{ document: CompressedText; page: CompressedText }> {
  const described = await describeApi();
  return {
    document: compressedText(JSON.stringify(described)),
    page: compressedText(docsPage(described)),
  };
}

/** Anyone may ask for these pages: what they cost is paid once. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: CompressedText) {
  const { encoding, bytes } = await text.for(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** The OpenAPI 3.1 document of the contract, with errors. */
async function describeApi() {
  const converter = new ZodToJsonSchemaConverter({
    // Values checked by a function in zod are objects whose shape is published elsewhere.
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
        'Reads need the session cookie. State changes also need the token (X-Session-Token), and accept an Idempotency-Key.',
    },
    servers: [{ url: '/api' }],
  });
  const schema = z.toJSONSchema(ErrorBody) as Record<string, unknown>;
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      ...(componentsOf('Plan', planSchema) as object),
      ...(componentsOf('Workflow', workflowSchema) as object),
      ...(componentsOf('PlanTest', planTestSchema) as object),
      ...(componentsOf('CalculationInput', calculationInput) as object),
      ...(jsonComponents as object),
      ApiError: schema as never,
    },
  };
  const codes = Object.entries(errorStatus);
  const error = {
    description: `Refused: ${codes.map(([code, status]) => `${status} ${code}`).join(', ')}`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (typeof operation === 'object' && operation !== null && 'responses' in operation) {
        operation.responses = { ...operation.responses, default: error };
      }
    }
  }
  return document;
}

type Json = Record<string, unknown>;

const jsonValue = { $ref: refOf('JsonValue') };
/** Any JSON: of objects that each name their fields by themselves. */
const jsonComponents = {
  JsonObject: { type: 'object', additionalProperties: jsonValue },
  JsonValue: {
    anyOf: [
      { type: ['string', 'number', 'boolean', 'null'] },
      // generators write types that cannot hold themselves but through an object
      { type: 'array', items: {} },
      { $ref: refOf('JsonObject') },
    ],
  },
};

const calculationInput = {
  ...calculationInputSchema,
  properties: { ...calculationInputSchema.properties, plan: { $ref: refOf('Plan') } },
};

/** A schema with objects or lists of which it names no field: any JSON may be inside. */
function anyInside(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { type, properties, items, oneOf } = value as Json;
  const types = [type].flat();
  const free = properties === undefined && oneOf === undefined;
  return {
    ...value,
    ...(types.includes('object') && free && { additionalProperties: jsonValue }),
    ...(types.includes('array') && items === undefined && { items: jsonValue }),
  };
}

function refOf(component: string): string {
  return `#/components/schemas/${component}`;
}

/** A published JSON Schema as components of the document: itself, and each of its definitions under its name. */
function componentsOf(name: string, published: object): Record<string, unknown> {
  const text = JSON.stringify(published).replaceAll('"#/$defs/', `"${refOf(name)}.`);
  const { $schema: _schema, $id: _id, $defs = {}, ...schema } = JSON.parse(text, anyInside) as Json;
  const defined = Object.entries($defs as object).map(([part, shape]) => [`${name}.${part}`, shape]);
  return { [name]: schema, ...Object.fromEntries(defined) };
}
