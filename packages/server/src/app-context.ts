import type { Logger } from 'pino';
import type { Actor } from './base/actor.ts';
import { BusinessDays } from './base/business-days.ts';
import type { Clock } from './base/clock.ts';
import type { Keys } from './base/keys.ts';
import { RunMetrics } from './base/run-metrics.ts';
import type { Settings } from './base/settings.ts';
import type { Database, TenantTx, TransactionOptions } from './db/database.ts';
import { selectWorkspaceDays } from './db/workspace-days.ts';
import { type WriteTx, write } from './db/write.ts';
import type { Jobs } from './jobs/queue.ts';
import type { RunEngine } from './runs/engine/run-engine.ts';
import type { Policies } from './runs/policies/policy-guard.ts';

/** Everything a use-case may need, put together once in main.ts (and by each test for itself). */
export interface AppContext {
  readonly db: Database;
  readonly clock: Clock;
  /** The time zones of workspaces. */
  readonly days: BusinessDays;
  readonly settings: Settings;
  readonly keys: Keys;
  readonly log: Logger;
  readonly jobs: Jobs;
  /** Durable runs of workflows. */
  readonly runs: RunEngine;
  /** What policies say of runs, changes and calls. */
  readonly policies: Policies;
  readonly appVersion: string;
  /** Counts of ended runs for the operator’s monitoring. */
  readonly metrics: RunMetrics;
  /** Today in a workspace, `YYYY-MM-DD`: what periods, plans and payments go by. */
  today(of: { readonly tenantId: string }): string;
  /** Reads as the actor: one transaction that sees the actor's workspace only. */
  read<T>(actor: Actor, work: (tx: TenantTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Changes something as the actor; see `write`. */
  write<T>(actor: Actor, work: (tx: WriteTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** Puts the parts together. */
export function createContext(
  parts: Omit<AppContext, 'days' | 'today' | 'read' | 'write' | 'metrics'>,
): AppContext {
  const days = new BusinessDays(parts.clock, () => selectWorkspaceDays(parts.db));
  return {
    ...parts,
    days,
    today: ({ tenantId }) => days.today(tenantId),
    metrics: new RunMetrics(),
    read: (actor, work, options) => parts.db.within(actor.tenantId, work, options),
    write: (actor, work, options) => write(parts, actor, work, options),
  };
}
