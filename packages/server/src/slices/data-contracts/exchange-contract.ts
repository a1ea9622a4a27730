import { readImport, toOdcs, toTypeScript } from '@attain/domain/data-contracts/exchange';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { allProblems, schemaFaults } from '../../schemas/compile-schema.ts';
import { selectContract, selectContractVersions, selectUses } from './contract-store.ts';

/** The schemas of a file with what is wrong with each. Stores nothing. Throws BAD_INPUT if the file has none. */
export function importSchemas(actor: Actor, { text }: { text: string }) {
  mustAllow(actor, 'edit:workflows');
  const { found: schemas, problem } = readImport(text);
  if (problem !== null) throw new ApiError('BAD_INPUT', problem.message, { problems: [problem] });
  return {
    found: schemas.slice(0, 200).map(({ name, schema }) => ({
      name: name.slice(0, 100),
      schema,
      problems: [...schemaFaults(schema)],
    })),
  };
}

/** A version of a contract, or its draft, as a file. Throws NOT_FOUND. */
export function exportContract(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; as: 'json-schema' | 'odcs' | 'typescript'; version?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const stored = found(await selectContract(tx, input.id), 'contract');
    const wanted = input.version ?? stored.version ?? undefined;
    const versions = await selectContractVersions(tx, input.id);
    const version = versions.find((one) => one.version === wanted);
    if (input.version !== undefined) found(version, 'version of the contract');
    const { id, name, status } = stored;
    const contract = {
      id,
      name,
      status,
      version: wanted ?? '0.0.0',
      schema: version?.schema ?? stored.schema,
    };
    return fileOf(contract, input.as);
  });
}

function fileOf(
  contract: { id: string; name: string; status: string; version: string; schema: JsonObject },
  as: 'json-schema' | 'odcs' | 'typescript',
) {
  const { id, name, version, schema } = contract;
  const json = (value: JsonObject) => `${JSON.stringify(value, null, 2)}\n`;
  if (as === 'typescript')
    return {
      fileName: `${id}-${version}.ts`,
      mediaType: 'text/plain',
      text: toTypeScript(name, schema),
    };
  if (as === 'odcs')
    return {
      fileName: `${id}-${version}.odcs.json`,
      mediaType: 'application/json',
      text: json(toOdcs(contract)),
    };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return {
    fileName: `${id}-${version}.schema.json`,
    mediaType: 'application/schema+json',
    text: json({ $schema, title: name, ...schema }),
  };
}

/** Whether a value fits a contract: its draft or newest version, and each version in use. Throws NOT_FOUND. */
export function checkValue(
  ctx: AppContext,
  actor: Actor,
  { id, value = null }: { id: string; value?: unknown },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const stored = found(await selectContract(tx, id), 'contract');
    const versions = await selectContractVersions(tx, id);
    const used = new Set((await selectUses(tx, id)).map(({ version }) => version));
    const others = versions.filter(
      ({ version }) => used.has(version) || (version === stored.version && stored.isDraft),
    );
    const first = stored.isDraft ? 'draft' : String(stored.version);
    const asked = [
      { version: first, schema: stored.schema },
      ...others.filter(({ version }) => version !== first).slice(0, 20),
    ];
    return {
      verdicts: asked.map(({ version, schema }) => ({ version, problems: [...allProblems(schema, value)] })),
    };
  });
}
