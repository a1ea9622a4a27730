import type { ContractDetail, SchemaContract } from '@attain/contract/data-contracts';
import { changeOf, type Difference } from '@attain/domain/data-contracts/compatibility';
import { type ContractStatus, type ContractType, nextVersion } from '@attain/domain/data-contracts/contract';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { allProblems } from '../../schemas/compile-schema.ts';
import {
  countContracts,
  countUses,
  type StoredContract,
  selectContract,
  selectContracts,
  selectContractVersions,
  selectUses,
} from './contract-store.ts';

/** Contracts by name, narrowed by type, status and a text in names. */
export function listContracts(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    type?: ContractType | undefined;
    status?: ContractStatus | undefined;
  },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const filter = { search: containing(input.search), type: input.type, status: input.status };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectContracts(tx, filter, { after, limit: input.limit });
    const uses = await countUses(tx);
    const page = onePage(rows, input.limit, (row) => [row.name, row.id]);
    return {
      ...page,
      rows: page.rows.map((row) => summaryOf(row, uses.get(row.id) ?? 0)),
      total: await countContracts(tx, filter),
    };
  });
}

/** Throws NOT_FOUND. */
export function readContract(ctx: AppContext, actor: Actor, id: string): Promise<ContractDetail> {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => contractDetail(tx, id));
}

function summaryOf(
  { draftBy: _, isDraft: __, revision: ___, ...row }: StoredContract,
  usage: number,
): SchemaContract {
  return { ...row, sample: row.sample.value, usage };
}

/** A contract in its wire format. Throws NOT_FOUND. */
export async function contractDetail(tx: TenantTx, id: string): Promise<ContractDetail> {
  const stored = found(await selectContract(tx, id), 'contract');
  const versions = await selectContractVersions(tx, id);
  const uses = await selectUses(tx, id);
  const problems = stored.isDraft ? allProblems(stored.schema, stored.sample.value) : [];
  return {
    ...summaryOf(stored, new Set(uses.map(({ workflowId }) => workflowId)).size),
    draft: stored.isDraft,
    next: stored.isDraft ? nextOf(stored, versions, uses) : null,
    problems: problems.map((one) => ({ ...one, path: `/sample${one.path}` })),
    versions: versions.map(({ version, by, at }) => ({ version, by, at })),
    uses,
    revision: stored.revision,
  };
}

/**
 * What publishing the draft makes: compared with the newest version and every version in use, so that the verdict holds
 * for all that run (DC-5, DC-6).
 */
function nextOf(
  stored: StoredContract,
  versions: Awaited<ReturnType<typeof selectContractVersions>>,
  uses: ContractDetail['uses'],
): NonNullable<ContractDetail['next']> {
  const used = new Set(uses.map(({ version }) => version));
  const changes = versions
    .filter(({ version }) => version === stored.version || used.has(version))
    .map(({ version, schema }) => ({ version, ...changeOf(stored.type, schema, stored.schema) }));
  const kinds = new Set(changes.map(({ kind }) => kind));
  const kind = kinds.has('breaking') ? 'breaking' : kinds.has('compatible') ? 'compatible' : 'annotations';
  const differences = changes.flatMap((one) => one.differences);
  return {
    version: nextVersion(stored.version, kind),
    kind,
    differences: eachOnce(differences).slice(0, 100),
    needsOther: kind === 'breaking' && uses.length > 0,
  };
}

function eachOnce(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((one) => [`${one.path}\n${one.message}`, one])).values()];
}
