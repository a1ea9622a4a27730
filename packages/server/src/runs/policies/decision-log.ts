import { hash } from 'node:crypto';
import type { PolicyRequest, Verdict } from '@attain/domain/policies/request';
import type { Logger } from 'pino';
import { newId } from '../../base/ids.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../notify-people.ts';
import type { PolicyDecision } from './policy-sets.ts';

/** What is noted about a decision besides itself. */
export interface Noted {
  readonly tenantId: string;
  readonly userId: string;
  readonly runId: string | null;
  readonly request: PolicyRequest;
  readonly decision: PolicyDecision;
  /** What was denied, or would have been, in plain words. */
  readonly message: string;
  readonly at: Date;
}

interface Violation {
  readonly policy: { readonly id: string; readonly name: string; readonly notifies: boolean };
  readonly enforced: boolean;
  readonly noted: Noted;
  count: number;
}

interface Counted {
  readonly request: PolicyRequest;
  readonly verdict: Verdict;
  readonly holds: readonly string[];
  readonly hour: string;
  count: number;
}

interface Waiting {
  readonly decisions: Map<string, Counted>;
  readonly violations: Map<string, Violation>;
}

/** How long decisions are gathered before they are stored. */
const gatherMs = 100;

/** Counts decisions in memory and stores them shortly after; what is decided never waits for it. */
export function openDecisionLog({ db, log }: { readonly db: Database; readonly log: Logger }) {
  let waiting = new Map<string, Waiting>();
  let works: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let storing: Promise<void> = Promise.resolve();

  const store = async () => {
    const now = waiting;
    const asked = works;
    [waiting, works] = [new Map(), []];
    for (const [tenantId, one] of now)
      await db
        .within(tenantId, (tx) => insert(tx, one))
        .catch((error: unknown) => log.error({ err: error }, 'decisions of policies could not be stored'));
    for (const work of asked)
      await work().catch((error: unknown) => log.error({ err: error }, 'an approval could not be asked for'));
  };
  const soon = () => {
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    storing = storing.then(store);
    return storing;
  };
  return {
    flush,
    note: (noted: Noted) => {
      const { tenantId, request, decision, at } = noted;
      if (!decision.logged) return;
      const here = waiting.get(tenantId) ?? { decisions: new Map(), violations: new Map() };
      waiting.set(tenantId, here);
      const { verdict, holds } = decision;
      const hour = hourOf(at);
      const key = hash('sha256', JSON.stringify([hour, request, verdict, holds]));
      const counted = here.decisions.get(key) ?? { request, verdict, holds, hour, count: 0 };
      counted.count += 1;
      here.decisions.set(key, counted);
      for (const policy of [...decision.denying, ...decision.observing]) {
        if (!policy.logged) continue;
        const place = JSON.stringify([policy.id, hour, noted.userId, request.action, request.resource.id]);
        const violation = here.violations.get(place) ?? {
          policy,
          enforced: policy.enforced,
          noted,
          count: 0,
        };
        violation.count += 1;
        here.violations.set(place, violation);
      }
      soon();
    },
    /** Does this shortly, when the transaction that decided is over. */
    afterwards: (work: () => Promise<void>) => {
      works.push(work);
      soon();
    },
  };
}

function hourOf(at: Date): string {
  return `${at.toISOString().slice(0, 13)}:00:00Z`;
}

async function insert(tx: TenantTx, { decisions, violations }: Waiting): Promise<void> {
  // in one order, so that processes that store at once wait for each other instead of locking up
  for (const [key, { request, verdict, holds, hour, count }] of [...decisions].sort(byKey))
    await tx.client.query(
      `INSERT INTO policy_decisions (tenant_id, hour, decision_hash, request, verdict, policies, count)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (tenant_id, hour, decision_hash) DO UPDATE SET count = policy_decisions.count + excluded.count`,
      [tx.tenantId, hour, key, request, verdict, holds, count],
    );
  for (const [, violation] of [...violations].sort(byKey)) await insertViolation(tx, violation);
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

async function insertViolation(tx: TenantTx, { policy, enforced, noted, count }: Violation): Promise<void> {
  const { userId, request, message, runId, at } = noted;
  const id = newId();
  const { rows } = await tx.client.query<{ id: string }>(
    `INSERT INTO policy_violations (tenant_id, id, policy_id, policy_name, hour, user_id, action, resource, enforced,
       message, run_id, count, first_at, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     ON CONFLICT ON CONSTRAINT policy_violations_once
     DO UPDATE SET count = policy_violations.count + excluded.count, last_at = excluded.last_at RETURNING id`,
    [
      ...[tx.tenantId, id, policy.id, policy.name, hourOf(at), userId, request.action],
      ...[request.resource.name, enforced, message, runId, count, at.toISOString()],
    ],
  );
  if (!policy.notifies || rows[0]?.id !== id) return;
  const officers = await tx.client.query<{ id: string }>(
    `SELECT user_id AS id FROM active_members WHERE 'compliance-officer' = ANY(roles)`,
  );
  await notifyPeople(
    tx,
    officers.rows.map((one) => one.id),
    {
      title: `${enforced ? 'Denied' : 'Observed'}: ${policy.name}`,
      message,
      severity: 'warning',
      runId: null,
      effectKey: `policy-violation/${id}`,
    },
  );
}
