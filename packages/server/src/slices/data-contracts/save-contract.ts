import type { ContractDetail } from '@attain/contract/data-contracts';
import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import type { Problem } from '@attain/domain/base/result';
import type { ContractType } from '@attain/domain/data-contracts/contract';
import { generateSample } from '@attain/domain/data-contracts/generate-sample';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { allProblems, schemaFaults } from '../../schemas/compile-schema.ts';
import { insertContract, selectContract, selectContractIdsLike, updateContract } from './contract-store.ts';
import { contractDetail } from './read-contracts.ts';

/**
 * Creates a contract as a draft. Without a sample one is derived from the schema. Throws BAD_INPUT with every problem of
 * the schema or the sample, and CONFLICT if the name is in use.
 */
export function createContract(
  ctx: AppContext,
  actor: Actor,
  input: { name: string; type: ContractType; schema: Record<string, unknown>; sample?: unknown },
): Promise<ContractDetail> {
  mustAllow(actor, 'edit:workflows');
  const schema = validSchema(input.schema);
  const given = input.sample === undefined ? generateSample(schema) : validSample(schema, input.sample);
  const hash = contentHash(schema, given);
  return ctx.write(actor, async (tx) => {
    const base = kebab(input.name) || 'contract';
    const id = kebabId(input.name, 'contract', await selectContractIdsLike(tx, base));
    const { name, type } = input;
    await insertContract(tx, { id, name, type, schema, sample: given, userId: actor.userId });
    tx.record({ action: 'data-contract.created', object: { type: 'data-contract', id }, evidence: [hash] });
    return contractDetail(tx, id);
  });
}

/**
 * Saves the draft; on a published contract this begins the next version. Throws BAD_INPUT as `createContract`, and
 * CONFLICT if another user saved it since it was read.
 */
export function saveContract(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; name: string; schema: Record<string, unknown>; sample?: unknown },
): Promise<ContractDetail> {
  mustAllow(actor, 'edit:workflows');
  const schema = validSchema(input.schema);
  const sample = validSample(schema, input.sample);
  const hash = contentHash(schema, sample);
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectContract(tx, input.id, true), 'contract');
    mustBeRevision(stored.revision, input.revision);
    if (stored.status === 'deprecated')
      throw new ApiError('CONFLICT', 'This contract is deprecated. Restore it before you change it.');
    await updateContract(tx, input.id, {
      name: input.name,
      draftSchema: schema,
      draftSample: { value: sample },
      draftBy: actor.userId,
      updatedBy: actor.userId,
    });
    tx.record({
      action: 'data-contract.saved',
      object: { type: 'data-contract', id: input.id },
      evidence: [hash],
    });
    return contractDetail(tx, input.id);
  });
}

/** Throws CONFLICT if a contract was changed since it was read. */
export function mustBeRevision(stored: number, given: number): void {
  if (stored === given) return;
  throw new ApiError(
    'CONFLICT',
    `This contract was changed by another user after you opened it (revision ${stored}; you opened revision ${given}). Open it again.`,
  );
}

function validSchema(json: Record<string, unknown>): JsonObject {
  const problems = schemaFaults(json);
  if (problems.length > 0)
    throw badInput('The schema has errors and was not saved.', below('/schema', problems));
  return json as JsonObject;
}

function validSample(schema: JsonObject, sample: unknown): JsonValue {
  const value = sample === undefined ? null : sample;
  const problems = allProblems(schema, value);
  if (problems.length > 0) throw badInput('The sample does not fit the schema.', below('/sample', problems));
  return value as JsonValue;
}

function below(path: string, problems: readonly Problem[]): Problem[] {
  return problems.map((one) => ({ ...one, path: path + one.path }));
}

function badInput(message: string, problems: Problem[]): ApiError {
  return new ApiError('BAD_INPUT', message, { problems });
}

/** The hash of schema and sample. Throws BAD_INPUT for half a character, which can’t be stored. */
export function contentHash(schema: JsonObject, sample: JsonValue): string {
  const text = JSON.stringify(inOrder([schema, sample]));
  if (!text.isWellFormed() || /\\u(d[89a-f]|0000)/i.test(text))
    throw badInput('The contract contains a character that can’t be stored.', []);
  return sha256Hex(text);
}

/** The same value with the keys of each object sorted. */
function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key] as JsonValue)]));
}
