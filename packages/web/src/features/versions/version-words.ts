import type { AgentVersion } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatBytes, formatPercent } from '../../base/format-number.ts';
import { messages } from './messages.ts';

export const statusMeanings = { active: 'ok', deprecated: 'warn', archived: 'neutral' } as const;
export const tagMeanings = { latest: 'info', stable: 'ok', hotfix: 'warn', legacy: 'neutral' } as const;

const ratio = (value: number | null) =>
  value === null ? messages.facts.none : formatPercent(String(value), 1);

/** The measured results of a version, in words. */
export function figuresOf({ performance, size }: Pick<AgentVersion, 'performance' | 'size'>) {
  const { accuracy, speedMs, reliability } = performance;
  return [
    { key: 'accuracy', label: messages.facts.accuracy, value: ratio(accuracy) },
    {
      key: 'speed',
      label: messages.facts.speed,
      value: speedMs === null ? messages.facts.none : formatDuration(speedMs),
    },
    { key: 'reliability', label: messages.facts.reliability, value: ratio(reliability) },
    { key: 'size', label: messages.facts.size, value: formatBytes(size) },
  ];
}

/** The first characters of a hash, enough to tell versions apart. */
export const shortHash = (hash: string) => hash.slice(0, 12);
