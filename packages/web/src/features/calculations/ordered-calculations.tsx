import { useEffect, useRef, useState } from 'react';
import type { Close, ClosePeriod } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { BatchOutcome, BatchProgress } from './batch-progress.tsx';
import { messages } from './messages.ts';
import { RunProgress } from './run-progress.tsx';

const { ordered: words } = messages;

/** The newest work that this page saw running: the calculation of each period, and the recalculation. */
interface Seen {
  readonly isOver: boolean;
  readonly runs: Readonly<Record<string, string>>;
  readonly batchId: string | null;
}

const nameOf = ({ planId, period }: Pick<ClosePeriod, 'planId' | 'period'>) => `${planId} ${period.key}`;

/**
 * The calculations of a close that run, with their progress and Cancel; once they have ended, their outcome. A recalculation keeps its
 * reasons on the page while a period that it left behind is not up to date.
 */
export function OrderedCalculations({ close }: { close: Close }) {
  const { periods, recalculation: batch } = close;
  const running = periods.filter(({ calculation }) => calculation === 'running');
  const isBatchRunning = batch !== null && batch.finishedAt === null;
  const seen = useSeen(running, isBatchRunning ? batch.id : null);
  const ended = batch !== null && (batch.id === seen.batchId || leftBehind(close)) ? batch : null;
  const ofBatch = new Set(ended?.calculations.map(nameOf));
  const single = periods.filter((one) => seen.runs[nameOf(one)] !== undefined && !ofBatch.has(nameOf(one)));
  const outcome = useFocusOnceOver(seen);
  if (!seen.isOver)
    return (
      <Card title={words.title}>
        <div className="flex flex-col gap-3">
          {isBatchRunning ? <BatchProgress batch={batch} /> : null}
          {running.map(({ planName, period, run }) =>
            run === null ? null : <RunProgress key={run.id} run={{ ...run, planName, period }} />,
          )}
        </div>
      </Card>
    );
  if (ended === null && single.length === 0) return null;
  return (
    <Card title={words.ended}>
      <div ref={outcome} tabIndex={-1} role="status" aria-label={words.ended} className="flex flex-col gap-1">
        {ended === null ? null : <BatchOutcome batch={ended} />}
        {single.length === 0 ? null : <RunsOutcome periods={single} runIds={seen.runs} />}
      </div>
    </Card>
  );
}

function useSeen(running: readonly ClosePeriod[], batchId: string | null): Seen {
  const [seen, setSeen] = useState<Seen>({ isOver: true, runs: {}, batchId: null });
  const isOver = running.length === 0 && batchId === null;
  const before = seen.isOver && !isOver ? { runs: {}, batchId: null } : seen;
  const runs = {
    ...before.runs,
    ...Object.fromEntries(running.map((one) => [nameOf(one), one.run?.id ?? ''])),
  };
  const next = { isOver, runs, batchId: batchId ?? before.batchId };
  if (JSON.stringify(next) !== JSON.stringify(seen)) setSeen(next);
  return next;
}

/** The outcome takes the focus that the progress with its Cancel had. */
function useFocusOnceOver({ isOver, batchId, runs }: Seen) {
  const outcome = useRef<HTMLDivElement>(null);
  const hasWorked = batchId !== null || Object.keys(runs).length > 0;
  useEffect(() => {
    if (isOver && hasWorked && document.activeElement === document.body)
      outcome.current?.focus({ preventScroll: true });
  }, [isOver, hasWorked]);
  return outcome;
}

/** Whether a period that its newest recalculation could not calculate is still not up to date. */
function leftBehind({ recalculation, periods }: Close): boolean {
  const failed = (recalculation?.calculations ?? []).filter(({ reason }) => reason !== null);
  const open = new Set(periods.filter(({ calculation }) => calculation !== 'current').map(nameOf));
  return failed.some((one) => open.has(nameOf(one)));
}

function RunsOutcome({
  periods,
  runIds,
}: {
  periods: readonly ClosePeriod[];
  runIds: Readonly<Record<string, string>>;
}) {
  const reasonOf = (one: ClosePeriod): string | null => {
    if (one.calculation === 'current') return null;
    if (one.run?.id !== runIds[nameOf(one)]) return words.cancelled;
    return one.calculation === 'failed' ? (one.run?.problem ?? words.failed) : null;
  };
  const others = periods.filter((one) => reasonOf(one) !== null);
  return (
    <>
      <p>{words.done(periods.length - others.length)}</p>
      <ul className="text-bad-text">
        {others.map((one) => (
          <li key={nameOf(one)}>{words.notDone(one.planName, one.period.key, reasonOf(one) ?? '')}</li>
        ))}
      </ul>
    </>
  );
}
