import type { Explanation } from '@attain/contract/payouts';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { explainedLines } from './explained-lines.ts';
import { type LineName, selectLineProof } from './payouts-store.ts';
import { ruleTexts } from './rule-texts.ts';
import { selectInputs } from './stored-inputs.ts';
import { visibleRun } from './visible-run.ts';

/**
 * Why a line pays what it pays: sentence, arithmetic, rules in words, and the sums of its credits, which the database
 * has added up again. NOT_FOUND outside the actor's reach.
 */
export function explainPayout(ctx: AppContext, actor: Actor, name: LineName): Promise<Explanation> {
  return ctx.read(actor, async (tx) => {
    const { runId } = name;
    const { run, linesOf, visible } = await visibleRun(tx, {
      actor,
      permission: 'read:payouts',
      runId,
    });
    mustSee(visible, name.participantId);
    const proof = found(await selectLineProof(tx, { ...name, runId: linesOf }), 'payout line');
    if (!proof.adds) {
      throw new Error(
        `The credits of ${name.participantId}/${name.componentId} in run ${linesOf} do not sum to their line.`,
      );
    }
    const inputs = found(await selectInputs(tx, linesOf, name.participantId), 'payout line');
    const lines = await explainedLines(tx, linesOf, inputs);
    const line = found(
      lines.find(({ componentId }) => componentId === name.componentId),
      'payout line',
    );
    const rules = ruleTexts([...new Set([...line.rules, ...line.steps.map((step) => step.rule)])]);
    const { creditedSum } = proof;
    const earnedSum = moneyText(decimal(proof.earnedSum), line.currency);
    return { ...line, creditedSum, earnedSum, rules, runId, run };
  });
}
