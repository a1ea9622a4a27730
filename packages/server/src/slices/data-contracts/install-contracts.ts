import { compensationInput, compensationOutput } from '@attain/domain/data-contracts/stated-contracts';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { selectContractIdsLike } from './contract-store.ts';
import { publishContract } from './move-contract.ts';
import { createContract } from './save-contract.ts';

/** Creates and publishes the sample’s contracts, unless the workspace has some of that name. */
export async function installContracts(ctx: AppContext, actor: Actor): Promise<void> {
  const there = await ctx.read(actor, (tx) => selectContractIdsLike(tx, 'compensation'));
  for (const { name, type, schema, sample } of [compensationInput, compensationOutput]) {
    if (there.includes(name.toLowerCase().replace(' ', '-'))) continue;
    const { id, revision } = await createContract(ctx, actor, { name, type, schema, sample });
    await publishContract(ctx, actor, { id, revision });
  }
}
