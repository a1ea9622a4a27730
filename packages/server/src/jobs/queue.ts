import { PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobKind } from '../db/schema/jobs.ts';

export interface JobOrder {
  readonly tenantId: string;
  /** Id of the object to work on. */
  readonly id: string;
}

/** Performs the orders of one kind. Must be safe to run again after a kill. */
export interface JobHandler {
  readonly kind: JobKind;
  perform(order: JobOrder): Promise<void>;
}

/** The queue, shared by every Attain process on the database. The row in `jobs` is the truth; the queue only wakes a process. */
export interface Jobs {
  /** Asks for the work to be done soon by some process; asking again while it waits or runs changes nothing. */
  order(kind: JobKind, order: JobOrder): Promise<void>;
  /** Begins to work; `everyMinute` is done once a minute by one of the processes. */
  start(handlers: readonly JobHandler[], everyMinute: () => Promise<void>): Promise<void>;
  /** Aborted when this process begins to end: long work stops, stores nothing, and is started again later. */
  readonly stopping: AbortSignal;
  stop(): Promise<void>;
}

const heartbeatSeconds = 10;

// a new order wakes a worker at once (NOTIFY); while batches come back full there is no pause between them
const polling = {
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 5,
  batchSize: 4,
  burstWhenBatchFull: true,
  localConcurrency: 2,
};

const housekeeping = 'housekeeping';

/** Performs an order; what it throws is logged, and the queue tries it again. */
async function performLogged(
  { kind, perform, log }: JobHandler & { readonly log: Logger },
  order: JobOrder,
  id: string,
): Promise<void> {
  try {
    await perform(order);
  } catch (error) {
    log.error({ err: error, kind, id, order }, 'an order failed');
    throw error;
  }
}

/** Opens the queue on pg-boss, in its own schema, under the owner's login. */
export function openJobs(ownerUrl: string, log: Logger): Jobs {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    max: 3,
    application_name: 'attain-jobs',
    useListenNotify: true,
    // how soon orders of a killed worker are found
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue'));
  let started = false;
  const ending = new AbortController();
  return {
    order: async (kind, order) => {
      await boss.send(kind, order, { singletonKey: `${order.tenantId}/${order.id}` });
    },
    start: async (handlers, everyMinute) => {
      await boss.start();
      // creating one that exists changes nothing, in a transaction that takes a lock
      const existing = new Set((await boss.getQueues()).map(({ name }) => name));
      const create = async (name: string, options: Omit<Queue, 'name'>) => {
        if (!existing.has(name)) await boss.createQueue(name, options);
      };
      for (const { kind, perform } of handlers) {
        await create(kind, {
          policy: 'short',
          retryLimit: 5,
          retryDelay: 1,
          expireInSeconds: 3600,
          heartbeatSeconds,
          notify: true,
        });
        await boss.work<JobOrder>(kind, polling, async (jobs) => {
          for (const { id, data } of jobs) await performLogged({ kind, perform, log }, data, id);
        });
      }
      await create(housekeeping, { policy: 'short', retryLimit: 0, expireInSeconds: 300 });
      await boss.work(housekeeping, { pollingIntervalSeconds: 5 }, everyMinute);
      await boss.schedule(housekeeping, '* * * * *');
      started = true;
    },
    stopping: ending.signal,
    stop: async () => {
      ending.abort();
      if (started) await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}
