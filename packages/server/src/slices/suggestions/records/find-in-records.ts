import { daysBetween } from '@attain/domain/base/day';
import { periodContaining } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { calculateQuickly } from '@attain/domain/payouts/kernel/lines/calculate-quickly';
import { upTo } from '@attain/domain/payouts/standing';
import type { UnpaidRecords } from '@attain/domain/suggestions/analysers/analyse';
import type { AnalyserCard } from '@attain/domain/suggestions/analysers/lever';
import type { LookedAt } from '@attain/domain/suggestions/analysers/looked-at';
import {
  completeRecords,
  completeRecordsCard,
  ownRecords,
  ownRecordsCard,
} from '@attain/domain/suggestions/analysers/records/complete-records';
import { endDraw, endDrawCard } from '@attain/domain/suggestions/analysers/records/end-draw';
import {
  nextTierCard,
  nextTiers,
  type OpenLine,
} from '@attain/domain/suggestions/analysers/records/next-tier';
import {
  componentName,
  type RecordFinding,
  recordClaim,
} from '@attain/domain/suggestions/analysers/records/record-claim';
import {
  uncreditedDealCard,
  uncreditedDeals,
} from '@attain/domain/suggestions/analysers/records/uncredited-deal';
import type { Claim } from '@attain/domain/suggestions/claim';
import type { AssistantSettings } from '@attain/domain/suggestions/configurations/assistant-settings';
import { hashOf } from '../../../audit/canonical.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { activePlan } from '../../calculations/active-plan.ts';
import { recordsNeeded } from '../../calculations/earlier-pay.ts';
import { payeeInputs } from '../../calculations/payee-inputs.ts';
import { settleFunds } from '../../calculations/settle-funds.ts';
import type { AnalysedSubject } from '../analysed-subject.ts';
import { selectDisputedDeals, selectDrawCourses, selectUncovered } from './record-facts-store.ts';

/** Why an analyser was not asked. */
export const TURNED_OFF = 'It is turned off in this workspace.';

/** More findings of one analyser about payees are not kept. */
const MAX_OF_PAYEES = 200;

/** Each payee reads only what is missing of their own records, so that none is dropped. */
const kept = ({ key }: AnalyserCard, found: readonly RecordFinding[]) =>
  key === ownRecordsCard.key ? found : found.slice(0, MAX_OF_PAYEES);

/** What the records show beside the plan's replay: claims without figures, and what was looked at. */
export interface RecordFindings {
  readonly claims: readonly Claim[];
  readonly looked: readonly LookedAt[];
}

interface Asked {
  readonly planId: string;
  readonly subject: AnalysedSubject;
  readonly unpaid: readonly UnpaidRecords[];
  readonly settings: AssistantSettings;
  readonly today: string;
  /** Lets other work go on between payees; throws if the job was cancelled. */
  readonly pause: () => Promise<void>;
}

/** Draws, missing records, next tiers and deals without credit, of a plan's payees. Only what is missing is said of a draft. */
export async function findInRecords(tx: TenantTx, asked: Asked): Promise<RecordFindings> {
  const { subject, unpaid, settings } = asked;
  const { off, thresholds } = settings;
  const runs = ({ key }: AnalyserCard) => !off.includes(key);
  const { span, people, isActive } = subject;
  const records = { unpaid, uncovered: await selectUncovered(tx, { planId: people, days: span }) };
  const draws = isActive ? await selectDrawCourses(tx, { planId: people, days: span }) : [];
  const open =
    isActive && [nextTierCard, uncreditedDealCard].some(runs)
      ? await openFindings(tx, asked)
      : { tiers: [], deals: [] };
  const byCard = [
    [endDrawCard, isActive ? listOf(endDraw(draws, { endOn: span.to, thresholds })) : null],
    [completeRecordsCard, listOf(completeRecords(records))],
    // a draft pays no one yet
    [ownRecordsCard, isActive ? ownRecords(records) : null],
    [nextTierCard, isActive ? open.tiers : null],
    [uncreditedDealCard, isActive ? open.deals : null],
  ] as const;
  return {
    claims: byCard.flatMap(([card, found]) =>
      runs(card) ? kept(card, found ?? []).map((one) => claimOf(one, asked)) : [],
    ),
    looked: byCard.map(([card, found]) =>
      runs(card)
        ? lookedAt(card, found)
        : { analyser: card.key, key: card.key, outcome: 'silent', message: TURNED_OFF },
    ),
  };
}

const listOf = (found: RecordFinding | null): readonly RecordFinding[] => (found === null ? [] : [found]);

function claimOf(
  found: RecordFinding,
  { subject: { documentHash, document }, settings: { thresholds } }: Asked,
): Claim {
  const { card, ...said } = found;
  const facts = {
    documentHash,
    engine: ENGINE_VERSION,
    analyser: { key: card.key, version: card.version },
    said,
  };
  return recordClaim(found, {
    inputHash: hashOf(JSON.parse(JSON.stringify(facts))),
    isDesigned: document.components.some(({ status }) => status === 'Draft'),
    thresholds,
  });
}

function lookedAt(card: AnalyserCard, found: readonly RecordFinding[] | null): LookedAt {
  const { key } = card;
  if (found === null)
    return { analyser: key, key, outcome: 'silent', message: 'It looks at active plans only.' };
  if (found.length === 0) return { analyser: key, key, outcome: 'silent', message: 'Its rule is not met.' };
  const keeps = kept(card, found).length;
  const message =
    keeps < found.length
      ? `It found ${found.length} and kept the first ${keeps}.`
      : `It found ${found.length}.`;
  return { analyser: key, key, outcome: 'suggested', message };
}

/** What the open period shows of each payee, by the engine that pays, on the deals so far. */
async function openFindings(
  tx: TenantTx,
  { planId, today, pause, settings: { thresholds } }: Asked,
): Promise<{ tiers: readonly RecordFinding[]; deals: readonly RecordFinding[] }> {
  const plan = await activePlan(tx, planId);
  if (plan === null) return { tiers: [], deals: [] };
  const period = periodContaining(plan.calendar, today);
  const scope = await openScope(tx, { planId, plan, period });
  if (scope === null) return { tiers: [], deals: [] };
  const problems: Problem[] = [];
  const fundLeft = await settleFunds(tx, scope, problems, pause);
  const disputed = await selectDisputedDeals(tx);
  const lines: OpenLine[] = [];
  const deals: RecordFinding[] = [];
  for await (const { input, participant } of payeeInputs(tx, { ...scope, ...(fundLeft && { fundLeft }) })) {
    const soFar = upTo(input, today);
    // no tier is near without a quota, and no deal is uncredited without deals
    const hasNothing = soFar.deals.length === 0 && soFar.quotas.length === 0;
    const paid = hasNothing ? null : calculateQuickly(soFar);
    if (paid?.ok) {
      deals.push(...uncreditedDeals(soFar, disputed));
      for (const { componentId, quota, amount, currency, nextTier } of paid.value.lines)
        lines.push({
          participantId: participant.id,
          participantName: participant.name,
          componentId,
          componentName: componentName(plan, componentId),
          currency,
          quota,
          amount,
          nextTier,
        });
    }
    await pause();
  }
  const daysLeft = daysBetween(today, period.to);
  return { tiers: nextTiers(lines, { period: period.key, daysLeft, thresholds }), deals };
}

/** What the payees' inputs of the open period are read by; null: an earlier period has to be calculated first. */
async function openScope(tx: TenantTx, of: Parameters<typeof recordsNeeded>[1]) {
  try {
    const { needed, earlier } = await recordsNeeded(tx, of);
    return { ...of, needed, earlier };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_CALCULABLE') return null;
    throw error;
  }
}
