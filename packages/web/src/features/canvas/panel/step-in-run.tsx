import { useState } from 'react';
import { StepValues } from '../../../api/requests/run-value.tsx';
import { stepLook, stepStatusLook } from '../../../api/requests/step-status.ts';
import { formatDuration } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { ShownRun } from '../acts/shown-run.ts';
import { messages } from '../messages.ts';

type Step = ShownRun['steps'][number];

/** A node in the run shown: status, duration, input and output, by turn in a loop. */
export function StepInRun({ run, node }: { run: ShownRun; node: string }) {
  const turns = run.steps.filter((step) => step.node === node);
  const [wanted, setWanted] = useState<string>();
  const step = turns.find(({ iteration }) => iteration === wanted) ?? turns.at(-1);
  return (
    <section aria-label={messages.stepRun.title} className="flex flex-col gap-2 border-b pb-3">
      <h2 className="flex items-center gap-2 text-14 font-semibold">
        {messages.stepRun.title}
        <Badge meaning={step ? stepLook(step).meaning : stepStatusLook.idle.meaning}>
          {step ? stepLook(step).label : messages.stepRun.notReached}
        </Badge>
      </h2>
      {turns.length > 1 && step ? (
        <Select
          aria-label={messages.stepRun.turn}
          controlSize="sm"
          value={step.iteration}
          onValueChange={setWanted}
          options={turns.map(({ iteration }) => ({ value: iteration, label: iteration }))}
        />
      ) : null}
      {run.withheld ? <p className="text-12 text-fg-2">{run.withheld}</p> : null}
      {step ? (
        <OneTurn run={run.id} step={step} />
      ) : (
        <p className="text-12 text-fg-2">{messages.stepRun.notReachedText}</p>
      )}
    </section>
  );
}

function OneTurn({ run, step }: { run: string; step: Step }) {
  const { startedAt, endedAt, attempt, error, by } = step;
  const took = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null;
  const facts = [
    took === null ? '' : messages.stepRun.took(formatDuration(took)),
    attempt > 1 ? messages.stepRun.attempt(attempt) : '',
    by === null ? '' : messages.stepRun.answeredBy(by),
  ].filter((fact) => fact !== '');
  return (
    <>
      {facts.length > 0 ? <p className="text-12 text-fg-2">{facts.join(', ')}</p> : null}
      {error ? (
        <p className="rounded-md bg-bad-soft px-2 py-1 text-12 text-bad-text">{error.message}</p>
      ) : null}
      <StepValues run={run} step={step} maxHeight="14rem" />
    </>
  );
}
