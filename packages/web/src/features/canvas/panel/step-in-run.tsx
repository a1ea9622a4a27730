import { useState } from 'react';
import { RunValue } from '../../../api/requests/run-value.tsx';
import { stepStatusLook } from '../../../api/requests/step-status.ts';
import { formatDuration } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { ShownRun } from '../acts/shown-run.ts';

type Step = ShownRun['steps'][number];

/** What a node did in the run that is shown: how it stands, how long it took, what came in and out; turn by turn in a loop. */
export function StepInRun({ run, node }: { run: ShownRun; node: string }) {
  const turns = run.steps.filter((step) => step.node === node);
  const [wanted, setWanted] = useState<string>();
  const step = turns.find(({ iteration }) => iteration === wanted) ?? turns.at(-1);
  return (
    <section aria-label="In this run" className="flex flex-col gap-2 border-b pb-3">
      <h2 className="flex items-center gap-2 text-14 font-semibold">
        In this run
        <Badge meaning={stepStatusLook[step?.status ?? 'idle'].meaning}>
          {step ? stepStatusLook[step.status].label : 'Not reached'}
        </Badge>
      </h2>
      {turns.length > 1 && step ? (
        <Select
          aria-label="Turn"
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
        <p className="text-12 text-fg-2">The run has not come here.</p>
      )}
    </section>
  );
}

function OneTurn({ run, step }: { run: string; step: Step }) {
  const { startedAt, endedAt, attempt, error, by, input, output, cut } = step;
  const which = { run, step: `${step.node}@${step.iteration}`, maxHeight: '14rem' };
  const took = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null;
  const facts = [
    took === null ? '' : `took ${formatDuration(took)}`,
    attempt > 1 ? `attempt ${attempt}` : '',
    by === null ? '' : `answered by ${by}`,
  ].filter((fact) => fact !== '');
  return (
    <>
      {facts.length > 0 ? <p className="text-12 text-fg-2">{facts.join(', ')}</p> : null}
      {error ? (
        <p className="rounded-md bg-bad-soft px-2 py-1 text-12 text-bad-text">{error.message}</p>
      ) : null}
      <RunValue {...which} side="in" caption="Came in" label="Came in" value={input} cut={cut?.input} />
      <RunValue {...which} side="out" caption="Came out" label="Came out" value={output} cut={cut?.output} />
    </>
  );
}
