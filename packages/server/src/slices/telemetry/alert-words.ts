import type { Alert } from '@attain/contract/alerts';

type Said = Pick<Alert, 'measure' | 'value' | 'threshold' | 'windowMinutes' | 'source'>;

/** What an alert is about. */
export function sourceOf(of: {
  readonly measure: Alert['measure'];
  readonly workflowName: string | null;
  readonly budgetName: string | null;
}): string {
  if (of.measure === 'budget') return of.budgetName === null ? 'Deleted budget' : `Budget “${of.budgetName}”`;
  return of.workflowName ?? 'All workflows';
}

/** What happened, in one sentence with its figures. */
export function alertSentence(alert: Said, currency: string): string {
  const { measure, value, threshold, source } = alert;
  const within = `in ${spanWords(alert.windowMinutes)}`;
  const rounded = (digits: number) => String(Math.round(Number(value) * 10 ** digits) / 10 ** digits);
  switch (measure) {
    case 'failure-rate':
      return `${source}: ${rounded(1)}% of runs failed ${within}; the limit is ${threshold}%.`;
    case 'failed-runs':
      return `${source}: ${value} failed ${Number(value) === 1 ? 'run' : 'runs'} ${within}; the limit is ${threshold}.`;
    case 'p95':
      return `${source}: 95% of runs took up to ${rounded(0)} ms ${within}; the limit is ${threshold} ms.`;
    case 'few-runs':
      return `${source}: ${value} ended ${Number(value) === 1 ? 'run' : 'runs'} ${within}; at least ${threshold} are expected.`;
    case 'cost':
      return `${source}: runs cost ${rounded(4)} ${currency} ${within}; the limit is ${threshold} ${currency}.`;
    case 'burn-rate':
      return `${source}: runs failed ${rounded(1)} times as often as the target allows ${within}; the limit is ${threshold} times.`;
    case 'budget':
      return `${source}: ${rounded(1)}% is spent in this period; the limit is ${threshold}%.`;
  }
}

function spanWords(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'a day' : `${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'an hour' : `${minutes / 60} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
