import type { Statement } from '@attain/contract/payouts';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { insertAcknowledgement } from './acknowledgement-store.ts';
import { loadStatement, type StatementName } from './load-statement.ts';

/**
 * Records that the payee finds their published statement right: a row and an audit entry beside the result, which stays as it is.
 * Throws NOT_ALLOWED for anyone but the payee, and CONFLICT the second time.
 */
export function acknowledgeStatement(ctx: AppContext, actor: Actor, name: StatementName): Promise<Statement> {
  return ctx.write(actor, async (tx) => {
    const { statement, linesOf } = await loadStatement(tx, { ...name, actor });
    if (actor.participantId !== name.participantId)
      throw new ApiError('NOT_ALLOWED', 'Only the payee can acknowledge a statement.');
    if (statement.run.published?.audience !== 'payees')
      throw new ApiError('CONFLICT', 'This statement is not published to payees yet.');
    const at = ctx.clock.now().toISOString();
    const stored = { runId: linesOf, participantId: name.participantId };
    if (!(await insertAcknowledgement(tx, stored, { by: actor.userId, at })))
      throw new ApiError('CONFLICT', 'This statement is already acknowledged.');
    tx.record({
      action: 'statement.acknowledged',
      object: { type: 'calculation', id: linesOf },
      evidence: [statement.proof.inputHash],
    });
    return { ...statement, acknowledgedAt: at };
  });
}
