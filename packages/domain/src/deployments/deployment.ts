import { burnRate } from '../base/burn-rate.ts';
import { ok, type Result, rejected } from '../base/result.ts';

/** Where versions run, in the order of promotion. */
export const environments = ['dev', 'staging', 'prod'] as const;
export type Environment = (typeof environments)[number];

/** What an environment is called in deployments and releases. */
export const environmentTypes = ['development', 'staging', 'production'] as const;

export const environmentTypeOf: Readonly<Record<Environment, (typeof environmentTypes)[number]>> = {
  dev: 'development',
  staging: 'staging',
  prod: 'production',
};

export const environmentStatuses = ['healthy', 'deploying', 'failed'] as const;
export type EnvironmentStatus = (typeof environmentStatuses)[number];

/** How a version replaces another one. */
export const strategies = ['auto-rollback', 'canary', 'blue-green'] as const;
export type Strategy = (typeof strategies)[number];

export const deploymentStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** Which status may follow which (REL-5); an ended deployment stays as it is. */
export const deploymentMoves: Readonly<Record<DeploymentStatus, readonly DeploymentStatus[]>> = {
  pending: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
};

export const stageNames = ['check', 'gates', 'approval', 'preview', 'canary', 'switch', 'watch'] as const;
export type StageName = (typeof stageNames)[number];

/** Share of the subjects that a canary takes, percent. */
export const CANARY_PERCENT = 10;

/** The stages of a deployment, in order. Without a version before it there is nothing to compare with. */
export function stagesOf(strategy: Strategy, hasVersionBefore: boolean): readonly StageName[] {
  const first = ['check', 'gates', 'approval'] as const;
  if (strategy === 'canary') return [...first, 'canary', 'watch', 'switch'];
  if (strategy === 'blue-green') return [...first, 'preview', 'switch'];
  return hasVersionBefore ? [...first, 'switch', 'watch'] : [...first, 'switch'];
}

/** Percent of a deployment that has passed so many of its stages, with two decimals; `within` is the share of the current stage. */
export function progressOf(passed: number, total: number, within = 0): number {
  if (total === 0) return 100;
  return Math.round(((passed + Math.min(1, Math.max(0, within))) / total) * 10_000) / 100;
}

/** Who must approve deployments to an environment. */
export const approvalNeeds = ['never', 'high-risk', 'always'] as const;
export type ApprovalNeed = (typeof approvalNeeds)[number];

/** How an environment is deployed to. */
export interface EnvironmentRules {
  /** Follows the newest version of each agent by itself. */
  readonly autoDeploy: boolean;
  readonly needsApproval: ApprovalNeed;
  /** No deployment between these moments. */
  readonly frozenFrom: string | null;
  readonly frozenUntil: string | null;
  /**
   * Percent of the runs that must complete: the target by which a new version is watched (REL-18). From 94, below which no version can
   * fail 14.4 times faster than allowed, to below 100.
   */
  readonly target: number;
}

/** The rules of an environment before any change. */
export function standardRules(environment: Environment): EnvironmentRules {
  const isDev = environment === 'dev';
  return {
    autoDeploy: isDev,
    needsApproval: isDev ? 'never' : 'always',
    frozenFrom: null,
    frozenUntil: null,
    target: 99,
  };
}

/** Whether a second person approves a deployment; high-risk agents outside development always need one (REL-4). */
export function needsApproval(environment: Environment, need: ApprovalNeed, riskLevel: string): boolean {
  const isHigh = riskLevel === 'high';
  return need === 'always' || (isHigh && (need === 'high-risk' || environment !== 'dev'));
}

/** Whether an environment is frozen at a moment. */
export function isFrozen({ frozenFrom, frozenUntil }: EnvironmentRules, at: string): boolean {
  if (frozenUntil === null) return false;
  const now = Date.parse(at);
  return (frozenFrom === null || Date.parse(frozenFrom) <= now) && now < Date.parse(frozenUntil);
}

/** The rules with all their problems. */
export function checkRules<Rules extends Pick<EnvironmentRules, 'frozenFrom' | 'frozenUntil'>>(
  rules: Rules,
): Result<Rules> {
  const { frozenFrom, frozenUntil } = rules;
  if (frozenFrom !== null && (frozenUntil === null || Date.parse(frozenUntil) <= Date.parse(frozenFrom)))
    return rejected([
      {
        rule: 'REL-3',
        path: '/frozenUntil',
        message: 'The end of the freeze is not after its beginning. Choose a later moment.',
      },
    ]);
  return ok(rules);
}

/** A version whose runs fail this many times faster than the target allows is put back (REL-18). */
const MAX_BURN = 14.4;
/** Minutes in which runs are counted for it; also in the last twelfth of them. */
export const BURN_MINUTES = 60;
/** Fewer ended runs say too little. */
const MIN_BURN_RUNS = 20;

/** Whether a new version fails so often that it has to be put back: far beyond the target, and more often than the version before. */
export function burnsTooFast(
  target: number,
  windows: Parameters<typeof burnRate>[1],
  before: { readonly outcomes: number; readonly bad: number },
): boolean {
  const { runs, failed } = windows.long;
  if (runs < MIN_BURN_RUNS) return false;
  if (before.outcomes > 0 && failed * before.outcomes <= before.bad * runs) return false;
  return (burnRate(target, windows) ?? 0) >= MAX_BURN;
}

/** Parts of the traffic that can be told apart. */
const BUCKETS = 10_000;

/** Whether a subject is in the canary, by the SHA-256 of salt, agent and subject (REL-2): raising the percent moves no subject back. */
export function isInCanary(digestHex: string, percent: number): boolean {
  const bucket = Number(BigInt(`0x${digestHex.slice(0, 16)}`) % BigInt(BUCKETS));
  return bucket < (percent * BUCKETS) / 100;
}
