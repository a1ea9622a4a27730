import { counted } from '../../base/format-number.ts';

/** Texts of the list of calculations and of recalculating all, apart because the dashboard loads them. */
export const runMessages = {
  status: {
    queued: 'Queued',
    running: 'Running',
    completed: 'Completed',
    unchanged: 'Unchanged',
    cancelled: 'Canceled',
    failed: 'Failed',
    outdated: 'Out of date',
  },
  runs: {
    label: 'Calculations',
    plan: 'Plan',
    period: 'Period',
    version: 'Version',
    status: 'Status',
    payees: 'Payees',
    deals: 'Deals',
    total: 'Total pay',
    started: 'Started',
  },
  all: {
    title: 'Out of date',
    text: (count: number) =>
      `Data changed since ${counted(count, 'calculation')}. Recalculate to update pay.`,
    run: (plan: string, period: string) => `${plan}, ${period}`,
    start: 'Recalculate all',
    startFailure: 'The recalculation could not be started',
    progress: 'Recalculating',
    cancelFailure: 'The recalculation could not be stopped',
    statuses: {
      completed: 'Recalculated',
      unchanged: 'Unchanged',
      failed: 'Failed',
      cancelled: 'Canceled',
      skipped: 'Not recalculated',
    },
    done: (count: number, status: string) =>
      `${counted(count, 'calculation')} recalculated${status === 'cancelled' ? ', then canceled' : status === 'failed' ? ', then stopped by an error' : ''}.`,
    notDone: (plan: string, period: string, reason: string) => `${plan}, ${period}: ${reason}`,
  },
};
