import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A schema of the contract as tools declare it. Its JSON Schema is made once; parts that have none, such as a plan
 * document, are declared without a type and checked by the endpoint.
 */
export function toolSchema(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  let json: Record<string, unknown> | undefined;
  const asJson = () => {
    json ??= z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
    return json;
  };
  const { version, vendor, validate } = schema['~standard'];
  return { '~standard': { version, vendor, validate, jsonSchema: { input: asJson, output: asJson } } };
}
