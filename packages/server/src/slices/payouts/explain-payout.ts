import type { Explanation } from '@attain/contract/payouts';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { type LineName, selectProvenLine } from './payouts-store.ts';
import { ruleTexts } from './rule-texts.ts';
import { visibleRun } from './visible-run.ts';

/**
 * Why a line pays what it pays: sentence, arithmetic, rules in words, and the sums of its credits, which the database
 * has added up again. NOT_FOUND outside the actor's reach.
 */
export function explainPayout(house: House, actor: Actor, name: LineName): Promise<Explanation> {
  return house.read(actor, async (tx) => {
    const { runId } = name;
    const { run, linesOf, visible } = await visibleRun(tx, house, {
      actor,
      permission: 'read:payouts',
      runId,
    });
    mustSee(visible, name.participantId);
    const line = found(await selectProvenLine(tx, { ...name, runId: linesOf }), 'payout line');
    const { adds, earnedSum, ...shown } = line;
    if (!adds) {
      throw new Error(
        `The credits of ${name.participantId}/${name.componentId} in run ${linesOf} do not sum to their line.`,
      );
    }
    const rules = ruleTexts([...new Set([...line.rules, ...line.steps.map((step) => step.rule)])]);
    return { ...shown, earnedSum: moneyText(decimal(earnedSum), line.currency), rules, runId, run };
  });
}
