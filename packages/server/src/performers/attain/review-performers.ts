import { SuggestionClaim } from '@attain/contract/suggestions';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { mustAllow } from '../../base/actor.ts';
import type { House } from '../../house.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Performer } from '../../runs/engine/perform-effect.ts';
import { resolveDispute } from '../../slices/disputes/move-dispute.ts';
import { openDispute } from '../../slices/disputes/open-dispute.ts';
import { createSuggestion } from '../../slices/suggestions/create-suggestion.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';
import { changesOf, planOf } from './plan-of.ts';

/** Proposes something about a plan in the name of whoever started the run; a person decides. */
export function makeSuggestion(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      mustAllow(actor, 'make:suggestions');
      const { config } = given.effect;
      const read = SuggestionClaim.safeParse({
        planId: await planOf(house, actor, config),
        ...{ title: config.title, reasoning: config.reason, changes: changesOf(config) },
        ...{ componentId: config.component ?? null, participantId: config.payee ?? null },
        evidence: config.evidence ?? [],
        ...{ savings: decimalText(config.savings), confidence: decimalText(config.confidence) },
        confidenceFormula: config.confidenceFormula === '' ? null : (config.confidenceFormula ?? null),
      });
      if (!read.success) {
        const issue = read.error.issues[0];
        throw new EffectFailed(
          'BAD_CONFIG',
          `“${issue?.path.join('.')}” cannot be proposed: ${issue?.message}.`,
        );
      }
      const made = await createSuggestion(house, actor, read.data, given.run.id);
      return asJson({ ...made, suggestion: made.id });
    },
  };
}

/** Opens a dispute about a line or statement in the name of whoever started the run. */
export function disputeLine(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      const { config } = given.effect;
      const line = config.line;
      if (!isObject(line)) {
        throw new EffectFailed('BAD_CONFIG', '“line” has to be a record { calculation, payee, component }.');
      }
      const claim = {
        calculationId: textOf(line, 'calculation'),
        participantId: textOf(line, 'payee'),
        componentId:
          line.component === undefined || line.component === null ? null : textOf(line, 'component'),
        expected: decimalText(config.expected),
        reason: textOf(config, 'reason'),
      };
      const opened = await openDispute(house, actor, claim, given.run.id);
      return asJson({ ...opened, dispute: opened.id });
    },
  };
}

/** Ends a dispute in the name of whoever started the run. */
export function endDispute(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      const { config } = given.effect;
      const outcome = textOf(config, 'outcome');
      if (outcome !== 'upheld' && outcome !== 'dismissed') {
        throw new EffectFailed(
          'BAD_CONFIG',
          `“outcome” is “${outcome}”; it has to be “upheld” or “dismissed”.`,
        );
      }
      const id = textOf(config, 'dispute');
      return asJson(await resolveDispute(house, actor, { id, outcome, reason: textOf(config, 'reason') }));
    },
  };
}

/** A number or decimal text as the text the wire has; null for nothing. */
function decimalText(value: JsonObject[string] | undefined): JsonValue & (string | null) {
  if (value === undefined || value === null || value === '') return null;
  return String(value);
}
