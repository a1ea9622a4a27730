import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { jobs } from '../db/schema/jobs.ts';
import { isOpen } from './job-store.ts';
import type { Jobs } from './queue.ts';

/**
 * Orders again the jobs that a killed process left open: all of them at a start, or only those missing from the queue because
 * their process ended between its commit and the order. Performing an order twice is harmless.
 */
export async function resumeJobs(
  owner: pg.Pool,
  queue: Jobs,
  which: 'all' | 'forgotten' = 'all',
): Promise<number> {
  const isForgotten = sql`NOT EXISTS (SELECT 1 FROM pgboss.job q
    WHERE q.name = ${jobs.kind} AND q.singleton_key = ${jobs.tenantId} || '/' || ${jobs.subjectId} AND q.state IN ('created', 'retry', 'active'))`;
  const open = await drizzle(owner)
    .select({ kind: jobs.kind, tenantId: jobs.tenantId, id: jobs.subjectId })
    .from(jobs)
    .where(which === 'all' ? isOpen : sql`${isOpen} AND ${isForgotten}`);
  for (const { kind, tenantId, id } of open) await queue.order(kind, { tenantId, id });
  return open.length;
}
