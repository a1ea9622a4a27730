import { type Suggestion, SuggestionClaim } from '@attain/contract/suggestions';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { valueHash } from '../../db/write.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { resolveDispute } from '../../slices/disputes/move-dispute.ts';
import { openDispute } from '../../slices/disputes/open-dispute.ts';
import { createSuggestion } from '../../slices/suggestions/create-suggestion.ts';
import { listSuggestions } from '../../slices/suggestions/read-suggestions.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';
import { changesOf, planOf } from './plan-of.ts';

/**
 * Creates a suggestion about a plan on behalf of the user who started the run; a user decides on it. If an identical
 * one is open, that one is returned (SGR-4).
 */
export function makeSuggestion(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      mustAllow(actor, 'make:suggestions');
      const { config } = given.effect;
      const read = SuggestionClaim.safeParse({
        planId: await planOf(ctx, actor, config),
        title: config.title,
        reasoning: config.reason,
        changes: changesOf(config),
        componentId: config.component ?? null,
        participantId: config.payee ?? null,
        evidence: config.evidence ?? [],
        projectedSavings: decimalText(config.savings),
        confidence: decimalText(config.confidence),
        confidenceFormula: config.confidenceFormula === '' ? null : (config.confidenceFormula ?? null),
      });
      if (!read.success) {
        const issue = read.error.issues[0];
        throw new EffectFailed('BAD_CONFIG', `“${issue?.path.join('.')}” is not valid: ${issue?.message}.`);
      }
      const known = await alreadyOpen(ctx, actor, read.data);
      const made = known ?? (await createSuggestion(ctx, actor, read.data, given.run.id));
      return asJson({ ...made, suggestion: made.id, known: known !== null });
    },
  };
}

const maxOpen = 1_000;

async function alreadyOpen(
  ctx: AppContext,
  actor: Actor,
  claim: z.infer<typeof SuggestionClaim>,
): Promise<Suggestion | null> {
  const page = { limit: maxOpen, status: 'open', planId: claim.planId } as const;
  const { rows } = await listSuggestions(ctx, actor, page);
  const saying = (one: Omit<typeof claim, 'confidence'>) => {
    const { title, reasoning, changes, projectedSavings, componentId, participantId } = one;
    return valueHash({ title, reasoning, changes, projectedSavings, componentId, participantId });
  };
  return rows.find((one) => saying(one) === saying(claim)) ?? null;
}

/** Opens a dispute about a line or statement on behalf of the user who started the run. */
export function disputeLine(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const { config } = given.effect;
      const line = config.line;
      if (!isObject(line)) {
        throw new EffectFailed('BAD_CONFIG', '“line” must be a record { calculation, payee, component }.');
      }
      const claim = {
        calculationId: textOf(line, 'calculation'),
        participantId: textOf(line, 'payee'),
        componentId:
          line.component === undefined || line.component === null ? null : textOf(line, 'component'),
        expected: decimalText(config.expected),
        reason: textOf(config, 'reason'),
      };
      const opened = await openDispute(ctx, actor, claim, given.run.id);
      return asJson({ ...opened, dispute: opened.id });
    },
  };
}

/** Resolves a dispute on behalf of the user who started the run. */
export function endDispute(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const { config } = given.effect;
      const outcome = textOf(config, 'outcome');
      if (outcome !== 'upheld' && outcome !== 'dismissed') {
        throw new EffectFailed('BAD_CONFIG', `“outcome” is “${outcome}”. Use “upheld” or “dismissed”.`);
      }
      const id = textOf(config, 'dispute');
      return asJson(await resolveDispute(ctx, actor, { id, outcome, reason: textOf(config, 'reason') }));
    },
  };
}

/** A number or decimal text as the text the wire has; null for nothing. */
function decimalText(value: JsonObject[string] | undefined): JsonValue & (string | null) {
  if (value === undefined || value === null || value === '') return null;
  return String(value);
}
