import { FlaskConical, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { Suite } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { messages } from './messages.ts';
import { durationText, percentText, TestStatus } from './suite-words.tsx';
import { useRunSuites } from './use-run-suites.ts';

type SuiteCardsProps = { suites: readonly Suite[]; onOpen: (suite: Suite) => void; empty?: ReactNode };

/** Suites as cards with their latest result and a Run button. */
export function SuiteCards({ suites, onOpen, empty }: SuiteCardsProps) {
  if (suites.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<FlaskConical aria-hidden />}
          title={messages.suites.none}
          text={messages.suites.noneText}
          action={empty}
        />
      </Card>
    );
  return (
    <ul
      aria-label={messages.suites.list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3"
    >
      {suites.map((suite) => (
        <li key={suite.id}>
          <SuiteCard suite={suite} onOpen={() => onOpen(suite)} />
        </li>
      ))}
    </ul>
  );
}

function SuiteCard({ suite, onOpen }: { suite: Suite; onOpen: () => void }) {
  const { status, coverage, lastRun } = suite;
  return (
    <Card
      className="flex h-full flex-col"
      title={
        <button type="button" className="min-h-6 text-start hover:underline" onClick={onOpen}>
          {suite.name}
        </button>
      }
      beside={<TestStatus status={status} />}
      actions={<RunButton suite={suite} />}
    >
      <div className="flex flex-col gap-2 text-12 text-fg-2">
        <p className="truncate">{suite.agentName ?? suite.workflowName}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {status === null || status === 'running'
              ? messages.suites.cases(suite.cases)
              : messages.runs.passedOf(suite.passed, suite.passed + suite.failed)}
          </span>
          {suite.duration === null ? null : <span>{durationText(suite.duration)}</span>}
          {suite.required ? <Badge meaning="info">{messages.suites.required}</Badge> : null}
        </p>
        <ProgressBar
          label={messages.suites.coverage}
          value={(coverage ?? 0) / 100}
          detail={percentText(coverage)}
        />
        {lastRun ? (
          <p className="text-fg-3">
            {messages.suites.lastRun(formatMoment(lastRun.at))}
            {lastRun.isCurrent ? null : ` · ${messages.suites.outdated}`}
          </p>
        ) : null}
      </div>
    </Card>
  );
}

/** Runs one suite; says "Running..." while it runs. */
export function RunButton({
  suite: { id, status, cases },
  version = null,
}: {
  suite: Pick<Suite, 'id' | 'status' | 'cases'>;
  version?: number | null;
}) {
  const mayRun = useMay('run:workflows');
  const run = useRunSuites();
  if (!mayRun) return null;
  const isRunning = status === 'running' || run.isPending;
  return (
    <Button
      size="sm"
      icon={<Play aria-hidden />}
      disabled={isRunning || cases === 0}
      aria-description={cases === 0 ? messages.actions.noCases : undefined}
      onClick={() => run.mutate({ suites: [id], version })}
    >
      {isRunning ? messages.actions.running : messages.actions.run}
    </Button>
  );
}
