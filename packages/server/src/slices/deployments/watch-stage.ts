import { BURN_MINUTES, burnsTooFast } from '@attain/domain/deployments/deployment';
import {
  type Evidence,
  judgeOutcomes,
  metrics,
  type Prior,
  type Verdict,
} from '@attain/domain/deployments/evidence-test';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import type { WriteTx } from '../../db/write.ts';
import { retag } from '../versions/tag-versions.ts';
import { clearSlot, lockBindings, pointSlot } from './binding-store.ts';
import type { StoredDeployment } from './deployment-store.ts';
import { selectRules } from './environment-store.ts';
import { selectEnded, selectLimits, selectOutcomes, selectPriors } from './outcome-store.ts';
import type { StageInput, StageOutcome } from './stage.ts';

/** How long the evidence is read again. */
const lookEveryMs = 15_000;
const longestCanaryMs = 7 * 86_400_000;
const longestWatchMs = 86_400_000;
/** Outcomes of a version that was switched to at once, after which it is watched no more. */
const watchedOutcomes = 500;

/** What the deployment knows of its watch. */
interface Watch {
  readonly since: string;
  readonly decided: 'promote' | 'abort' | null;
  readonly decidedBy: string;
  readonly verdict: Verdict;
  readonly evidence: readonly Evidence[];
}

function watchOf({ context }: StoredDeployment): Watch {
  const watch = (context.watch ?? {}) as Partial<Record<keyof Watch, JsonValue>>;
  return {
    since: String(watch.since ?? ''),
    decided: (watch.decided as Watch['decided']) ?? null,
    decidedBy: String(watch.decidedBy ?? ''),
    verdict: (watch.verdict as Verdict | undefined) ?? 'go-on',
    evidence: (watch.evidence as unknown as readonly Evidence[]) ?? [],
  };
}

/** Reads the evidence: passes, waits for more of it or for a person, or puts the version before it back (REL-7). */
export async function watch(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const known = watchOf(deployment);
  const isCanary = deployment.strategy === 'canary';
  const nowMs = ctx.clock.now().getTime();
  const { since, decided, decidedBy } = known;
  if (decided === 'abort') return putBack(tx, deployment, `Stopped by ${decidedBy}.`);
  if (decided === 'promote') return { kind: 'passed', text: `Promoted by ${decidedBy}.` };
  if (!version.agentActive)
    return waitFor(
      deployment,
      nowMs,
      'The agent is turned off. Promote or stop the deployment.',
      'inconclusive',
    );
  const given = { deployment, workflowId: version.workflowId ?? '', since };
  const limits = await selectLimits(tx, given);
  const priors: Prior[] = await selectPriors(tx, given, limits);
  const outcomes = await selectOutcomes(tx, given, limits);
  const { verdict, evidence } = judgeOutcomes(outcomes, priors);
  const seen = { ...known, verdict, evidence };
  if (verdict === 'roll-back')
    return putBack(tx, deployment, `Rolled back automatically: ${worstWords(evidence)}`, seen);
  const burning = await burnWords(tx, given, { nowMs, before: priors[0] });
  if (burning !== null) return putBack(tx, deployment, burning, { ...seen, verdict: 'roll-back' });
  const context = { watch: seen as unknown as JsonObject };
  const watched = outcomes.filter((one) => one.isCanary).length;
  const age = nowMs - Date.parse(since);
  if (isCanary) {
    if (verdict === 'promote') return { kind: 'passed', text: evidenceWords(evidence), context };
    if (verdict === 'inconclusive' || age > longestCanaryMs)
      return waitFor(
        deployment,
        nowMs,
        `Inconclusive after ${watched} runs. Promote or stop the deployment.`,
        'inconclusive',
        context,
      );
  } else if (watched >= watchedOutcomes || age > longestWatchMs) {
    return { kind: 'passed', text: evidenceWords(evidence), context };
  }
  const share = Math.max(
    age / (isCanary ? longestCanaryMs : longestWatchMs),
    watched / (isCanary ? 1_000 : watchedOutcomes),
  );
  const words = evidence[0]?.canary ? evidenceWords(evidence) : `${watched} runs so far.`;
  return {
    kind: 'waits',
    text: words,
    context,
    within: share,
    wakeAt: new Date(nowMs + lookEveryMs).toISOString(),
  };
}

function waitFor(
  deployment: StoredDeployment,
  nowMs: number,
  text: string,
  verdict: Verdict,
  context: JsonObject = {},
): StageOutcome {
  const before = (context.watch ?? deployment.context.watch ?? {}) as JsonObject;
  const watch = { ...before, verdict };
  return { kind: 'waits', text, context: { watch }, wakeAt: new Date(nowMs + 60_000).toISOString() };
}

/** Why the version is put back for failing far more often than its environment allows (REL-18); null: it does not. */
async function burnWords(
  tx: WriteTx,
  given: Parameters<typeof selectEnded>[1],
  { nowMs, before = { outcomes: 0, bad: 0 } }: { readonly nowMs: number; readonly before: Prior | undefined },
): Promise<string | null> {
  const { target } = await selectRules(tx, given.deployment.environment);
  const now = new Date(nowMs).toISOString();
  const ended = await selectEnded(tx, given, { minutes: BURN_MINUTES, now });
  if (!burnsTooFast(target, ended, before)) return null;
  const { runs, failed } = ended.long;
  return `Rolled back automatically: ${failed} of ${runs} runs of the last hour failed; ${target}% must complete.`;
}

/** Puts the version before it back in the same transaction that ends the deployment. */
async function putBack(
  tx: WriteTx,
  deployment: StoredDeployment,
  text: string,
  seen?: Watch,
): Promise<StageOutcome> {
  const { agentId, environment, strategy, replaces, createdBy, agentVersion } = deployment;
  const bindings = await lockBindings(tx, agentId, environment);
  await clearSlot(tx, { agentId, environment, slot: 'canary' });
  const stable = bindings.find(({ slot }) => slot === 'stable');
  if (strategy !== 'canary' && replaces !== null && stable?.agentVersion === agentVersion) {
    const to = { agentId, environment, slot: 'stable', agentVersion: replaces, deploymentId: null } as const;
    await pointSlot(tx, { ...to, movedBy: createdBy });
  }
  await retag(tx, agentId);
  if (seen === undefined) return { kind: 'failed', text };
  return { kind: 'failed', text, context: { watch: seen as unknown as JsonObject } };
}

const metricWords = {
  failed: 'failed',
  slow: 'were slow',
  expensive: 'were expensive',
  unsure: 'were unsure',
};

function worstWords(evidence: readonly Evidence[]): string {
  const at = evidence.reduce(
    (best, one, place) => (one.logE > (evidence[best]?.logE ?? 0) ? place : best),
    0,
  );
  const { canary, canaryBad, stable, stableBad } = evidence[at] as Evidence;
  const what = metricWords[metrics[at] ?? 'failed'];
  return `${canaryBad} of ${canary} runs ${what}, before ${stableBad} of ${stable}.`;
}

function evidenceWords(evidence: readonly Evidence[]): string {
  const [failed] = evidence;
  if (failed === undefined || failed.canary === 0) return 'Too few runs to compare.';
  const { canary, canaryBad, stable, stableBad } = failed;
  return `${canaryBad} of ${canary} runs failed, of the version before ${stableBad} of ${stable}.`;
}
