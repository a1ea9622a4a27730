import type { AppContext } from '../../app-context.ts';
import { family } from '../../base/run-metrics.ts';

const gauges = {
  attain_effects_open: 'Calls of steps under way.',
  attain_timers_open: 'Timers of parked runs.',
  attain_log_index_waiting: 'Ended runs that are not in the log index yet.',
  attain_alerts_open: 'Alerts that are not resolved.',
  attain_alert_mails_waiting: 'Mails of alerts that are not sent yet.',
  attain_jobs_open: 'Background jobs that have not ended.',
} as const;

/** Figures of this process and of all workspaces together, in the text format of Prometheus. */
export async function readMetrics(ctx: AppContext): Promise<string> {
  const { rows } = await ctx.db.owner.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM run_effects) AS attain_effects_open, (SELECT count(*)::int FROM run_timers) AS attain_timers_open,
            (SELECT count(*)::int FROM run_ends) AS attain_log_index_waiting,
            (SELECT count(*)::int FROM alerts WHERE status <> 'resolved') AS attain_alerts_open,
            (SELECT count(*)::int FROM alerts WHERE mail_state = 'pending') AS attain_alert_mails_waiting,
            (SELECT count(*)::int FROM jobs WHERE status IN ('queued', 'running')) AS attain_jobs_open`,
  );
  const counts = rows[0] ?? {};
  const memory = process.memoryUsage().rss;
  const { user, system } = process.cpuUsage();
  const lines = [
    ...ctx.metrics.lines(),
    ...Object.entries(gauges).flatMap(([name, help]) => [
      ...family(name, 'gauge', help),
      `${name} ${counts[name] ?? 0}`,
    ]),
    ...family('process_resident_memory_bytes', 'gauge', 'Resident memory of this process.'),
    `process_resident_memory_bytes ${memory}`,
    ...family('process_cpu_seconds_total', 'counter', 'Processor time of this process.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...family('process_uptime_seconds', 'gauge', 'Time since this process started.'),
    `process_uptime_seconds ${process.uptime()}`,
  ];
  return `${lines.join('\n')}\n`;
}
