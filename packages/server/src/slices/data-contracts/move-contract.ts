import type { ContractDetail } from '@attain/contract/data-contracts';
import { mayMove } from '@attain/domain/data-contracts/contract';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { WriteTx } from '../../db/write.ts';
import {
  deleteContract,
  insertContractVersion,
  selectContract,
  selectUses,
  updateContract,
} from './contract-store.ts';
import { contractDetail } from './read-contracts.ts';
import { contentHash, mustBeRevision } from './save-contract.ts';

/**
 * Publishes the draft as a version that never changes; its number follows from the change (DC-6). Throws CONFLICT without
 * a draft, if it changed since it was read, or if a change that breaks something in use needs another person (DC-10).
 */
export function publishContract(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number },
): Promise<ContractDetail> {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const stored = await lockFor(tx, input.id, 'publish');
    mustBeRevision(stored.revision, input.revision);
    const { next, problems } = await contractDetail(tx, input.id);
    if (next === null) throw new ApiError('CONFLICT', 'There are no changes since the newest version.');
    if (problems.length > 0)
      throw new ApiError('BAD_INPUT', 'The sample does not fit the schema.', { problems });
    if (next.needsOther && stored.draftBy === actor.userId)
      throw new ApiError(
        'CONFLICT',
        'This version breaks values that workflows use. Ask another person to publish it.',
      );
    const { schema, sample } = stored;
    const schemaHash = contentHash(schema, sample.value);
    await insertContractVersion(tx, {
      contractId: input.id,
      version: next.version,
      schema,
      sample,
      schemaHash,
      createdBy: actor.userId,
    });
    await updateContract(tx, input.id, {
      version: next.version,
      status: 'active',
      draftSchema: null,
      draftSample: null,
      draftBy: null,
      updatedBy: actor.userId,
    });
    tx.record({
      action: 'data-contract.published',
      object: { type: 'data-contract', id: input.id, version: next.version },
      evidence: [schemaHash],
    });
    return contractDetail(tx, input.id);
  });
}

/** Deprecates a contract, or restores it. Workflows that use it keep running. Throws CONFLICT in any other status. */
export function deprecateContract(
  ctx: AppContext,
  actor: Actor,
  { id, deprecated }: { id: string; deprecated: boolean },
): Promise<ContractDetail> {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    await lockFor(tx, id, deprecated ? 'deprecate' : 'restore');
    const status = deprecated ? 'deprecated' : 'active';
    await updateContract(tx, id, { status, updatedBy: actor.userId });
    const action = deprecated ? 'data-contract.deprecated' : 'data-contract.restored';
    tx.record({ action, object: { type: 'data-contract', id } });
    return contractDetail(tx, id);
  });
}

/** Deletes a draft that was never published. Throws CONFLICT if it was, or if a workflow names it. */
export function removeContract(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    await lockFor(tx, id, 'remove');
    const [use] = await selectUses(tx, id);
    if (use) throw new ApiError('CONFLICT', `“${use.workflow}” uses this contract. Remove it there first.`);
    await deleteContract(tx, id);
    tx.record({ action: 'data-contract.removed', object: { type: 'data-contract', id } });
    return { removed: true as const };
  });
}

const saying = {
  publish: 'be published',
  deprecate: 'be deprecated',
  restore: 'be restored',
  remove: 'be deleted',
};

async function lockFor(tx: WriteTx, id: string, move: keyof typeof saying) {
  const stored = found(await selectContract(tx, id, true), 'contract');
  if (mayMove(stored.status, move)) return stored;
  throw new ApiError('CONFLICT', `The contract is ${stored.status} and can’t ${saying[move]}.`);
}
