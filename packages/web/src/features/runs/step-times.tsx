import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { messages } from './messages.ts';
import { stepTimings, type Timing } from './run-words.ts';

/** When each step ran, as bars on one time line; loop turns expand to their steps. */
export function StepTimes({ steps }: { steps: WorkflowRunDetail['steps'] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { entries, instant } = stepTimings(steps);
  const computed = instant === 0 ? null : messages.metrics.instant(instant);
  if (entries.length === 0)
    return <p className="text-12 text-fg-3">{computed ?? messages.metrics.noSteps}</p>;
  const start = Math.min(...entries.map(({ from }) => from));
  const end = Math.max(...entries.map(({ from, to }) => to ?? from), start + 1);
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <section aria-label={messages.metrics.timings}>
      <h3 className="mb-1 text-12 font-medium">{messages.metrics.timings}</h3>
      <table className="w-full text-12">
        <thead className="sr-only">
          <tr>
            <th scope="col">{messages.metrics.step}</th>
            <th scope="col">{messages.metrics.when}</th>
            <th scope="col">{messages.metrics.took}</th>
          </tr>
        </thead>
        <tbody>
          {entries.flatMap((entry) => [
            <TimingRow key={entry.key} timing={entry} {...{ start, end }} open={open} onToggle={toggle} />,
            ...(open.has(entry.key) ? entry.inside : []).map((one) => (
              <TimingRow key={`${entry.key} ${one.key}`} timing={one} {...{ start, end }} nested />
            )),
          ])}
        </tbody>
      </table>
      {computed === null ? null : <p className="mt-1 text-12 text-fg-3">{computed}</p>}
    </section>
  );
}

type TimingRowProps = {
  timing: Timing;
  start: number;
  end: number;
  nested?: boolean;
  open?: ReadonlySet<string>;
  onToggle?: (key: string) => void;
};

function TimingRow({ timing, start, end, nested = false, open, onToggle }: TimingRowProps) {
  const { key, title, from, to, inside } = timing;
  const place = (at: number) => ((at - start) * 100) / (end - start);
  const expanded = open?.has(key) ?? false;
  return (
    <tr className="[&>td]:py-1">
      <td className={`w-44 max-w-44 truncate pe-3 ${nested ? 'ps-5' : ''}`}>
        {inside.length === 0 ? (
          title
        ) : (
          <button
            type="button"
            aria-expanded={expanded}
            className="flex min-h-6 w-full items-center gap-1 text-start hover:text-primary-text"
            onClick={() => onToggle?.(key)}
          >
            <ChevronRight aria-hidden className={`size-3.5 shrink-0 ${expanded ? 'rotate-90' : ''}`} />
            <span className="truncate">{title}</span>
          </button>
        )}
      </td>
      <td>
        <span className="relative block h-3 rounded-sm bg-sunken">
          <span
            className={`absolute inset-y-0 min-w-0.5 rounded-sm ${nested ? 'bg-primary/60' : 'bg-primary'}`}
            style={{ insetInlineStart: `${place(from)}%`, width: `${place(to ?? end) - place(from)}%` }}
          />
        </span>
      </td>
      <td className="figures w-24 ps-3 text-end">
        {to === null ? messages.status.running : formatDuration(to - from)}
      </td>
    </tr>
  );
}
