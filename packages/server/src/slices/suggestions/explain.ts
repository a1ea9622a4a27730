import type { Explanation } from '@attain/contract/explanations';
import type { Condition } from '@attain/domain/plans/condition';
import type { Claim, ConfidenceStep } from '@attain/domain/suggestions/claim';
import type { Persona } from '@attain/domain/suggestions/configurations/configuration';
import { labelsFor } from '@attain/domain/suggestions/configurations/industries';
import { defaultPersona } from '@attain/domain/suggestions/configurations/personas';
import { stepWords } from '@attain/domain/suggestions/figures/step-words';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { planDetail } from '../plans/plan-document.ts';
import { industryConfiguration, personaConfiguration } from './configurations.ts';
import { presentSuggestion } from './present-suggestion.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { type StoredSuggestion, selectSuggestion } from './suggestions-store.ts';

/** Why a suggestion is made, for a persona. NOT_FOUND outside the actor's reach, and for one that no analyser computed. */
export function explainSuggestion(ctx: AppContext, actor: Actor, input: Wanted): Promise<Explanation> {
  return ctx.read(actor, async (tx) => {
    const { row, claim } = await explained(tx, { ctx, actor, input });
    const persona = input.persona ?? defaultPersona(actor.roles);
    const words = await personaConfiguration(tx, persona);
    return explanationOf({
      row,
      claim,
      persona,
      focus: words.explainabilityFocus,
      labels: labelsFor(words, await industryConfiguration(tx, row.industry)),
    });
  });
}

interface Wanted {
  readonly id: string;
  readonly persona?: Persona | undefined;
}

async function explained(
  tx: TenantTx,
  { ctx, actor, input }: { readonly ctx: AppContext; readonly actor: Actor; readonly input: Wanted },
): Promise<{ readonly row: StoredSuggestion; readonly claim: Claim }> {
  const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
  const row = found(await selectSuggestion(tx, input.id, reach), 'suggestion');
  if (row.claim === null) throw new ApiError('NOT_FOUND', `“${row.title}” has no explanation.`);
  return { row, claim: row.claim };
}

/**
 * The sentences of an explanation with the texts of records in them: names of the plan and its components, and values of territories,
 * levels and filters. Null for a finding in single records, whose sentences quote deals, and where the analyzed version is no longer
 * stored. Refuses as `explainSuggestion`.
 */
export function explainForWording(ctx: AppContext, actor: Actor, input: Wanted) {
  return ctx.read(actor, async (tx) => {
    const { row, claim } = await explained(tx, { ctx, actor, input });
    if (claim.figures === null) return null;
    const persona = input.persona ?? defaultPersona(actor.roles);
    const today = ctx.today(actor);
    const newest = await planDetail(tx, row.planId, { today });
    // the reasons have the names of the analyzed version, the figures before and after may have those of today
    const analysed = newest.versions.find(({ documentHash }) => documentHash === row.documentHash);
    if (analysed === undefined) return null;
    const { document } = await planDetail(tx, row.planId, { today, version: analysed.version });
    const documents = [newest.document, document];
    const { inputs, benchmark } = claim;
    return {
      persona,
      paragraphs: [presentSuggestion(row).personaTone[persona], ...claim.reasoning],
      names: [
        row.planName,
        ...documents.flatMap(({ name, components }) => [
          name,
          ...components.flatMap(({ name, filter }) => [name, ...filter.flatMap(valuesOf)]),
        ]),
        ...inputs.filter(({ kind }) => namedKinds.includes(kind)).map(({ label }) => label),
        ...(benchmark?.rows.flat() ?? []),
      ],
    };
  });
}

const namedKinds: readonly string[] = ['component', 'territory', 'level'];

function valuesOf(condition: Condition): readonly string[] {
  if ('in' in condition) return condition.in;
  return 'notIn' in condition ? condition.notIn : [];
}

function explanationOf(given: {
  row: StoredSuggestion;
  claim: Claim;
  persona: Persona;
  focus: readonly string[];
  labels: Explanation['labels'];
}): Explanation {
  const { row, claim, persona, focus, labels } = given;
  const shown = presentSuggestion(row);
  const { provenance, benchmark, figures } = claim;
  return {
    suggestionId: row.id,
    title: row.title,
    persona,
    summary: shown.personaTone[persona],
    focus: [...focus],
    labels,
    reasoning: [...claim.reasoning],
    steps: figures?.steps.map((step) => stepOf(step, figures.currency)) ?? [],
    confidence: shown.confidence,
    counterfactuals: claim.counterfactuals.map(({ changes: _, savings, ...one }) => ({
      ...one,
      projectedSavings: savings,
    })),
    flipPoint: claim.flipPoint,
    riskFactors: shown.riskFactors,
    figures:
      figures === null
        ? null
        : {
            ...figures,
            from: figures.span.from,
            to: figures.span.to,
            byComponent: [...figures.byComponent],
            byPeriod: [...figures.byPeriod],
          },
    inputs: [...claim.inputs],
    benchmark:
      benchmark === null
        ? null
        : { ...benchmark, columns: [...benchmark.columns], rows: benchmark.rows.map((cells) => [...cells]) },
    provenance: { ...provenance, thresholds: [...provenance.thresholds], limits: [...provenance.limits] },
  };
}

function stepOf(step: ConfidenceStep, currency: string): Explanation['steps'][number] {
  const { key, title, percent, facts } = step;
  const { statement, arithmetic, details } = stepWords(step, currency);
  return {
    id: key,
    title,
    statement,
    summary: arithmetic,
    details: [...details],
    confidence: percent,
    evidenceCount: facts.length,
  };
}
