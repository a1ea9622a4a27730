import { ValueBlock } from '../../api/requests/run-value.tsx';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { RunFiles, runFiles } from './run-files.tsx';
import { barPercent, failedStep, noOutputWords, runFigures, successTone } from './run-words.ts';
import { StepTimes } from './step-times.tsx';
import { costWords, runUsage, tokenWords } from './usage-words.ts';

/** The facts of a run, which step brought it down with the way to it, and the files its steps stored. */
export function Overview({ run, onBroken }: { run: WorkflowRunDetail; onBroken: () => void }) {
  const usage = runUsage(run.steps);
  const files = runFiles(run.steps).length;
  const broken = failedStep(run);
  return (
    <KeyValueList
      rows={[
        { key: 'Run', value: run.id, mono: true },
        { key: 'Workflow', value: `${run.workflowName}, version ${run.version}` },
        { key: 'Started by', value: run.startedBy ?? '—' },
        { key: 'Trigger', value: run.trigger },
        { key: 'Start', value: formatMoment(run.startedAt) },
        { key: 'End', value: formatMoment(run.endedAt) },
        { key: 'Duration', value: run.durationMs === null ? '—' : formatDuration(run.durationMs) },
        ...(run.waitingFor ? [{ key: 'Waits for', value: run.waitingFor }] : []),
        ...(broken
          ? [
              {
                key: 'Failed at',
                value: (
                  <button
                    type="button"
                    className="min-h-6 text-start text-primary-text underline"
                    onClick={onBroken}
                  >
                    {broken.title}
                  </button>
                ),
              },
            ]
          : []),
        ...(run.error ? [{ key: 'Error', value: run.error }] : []),
        ...(run.cancelReason ? [{ key: 'Cancelled because', value: run.cancelReason }] : []),
        ...(usage
          ? [
              { key: 'Model tokens', value: tokenWords(usage), figure: true },
              { key: 'Model cost', value: costWords(usage), figure: true },
            ]
          : []),
        ...(files > 0 ? [{ key: 'Files', value: <RunFiles steps={run.steps} /> }] : []),
        { key: 'Content hash', value: run.documentHash, mono: true },
      ]}
    />
  );
}

/** What a run gave, or why there is nothing. */
export function Output({ run }: { run: WorkflowRunDetail }) {
  const words = noOutputWords(run);
  return (
    <div className="flex flex-col gap-3">
      <RunFiles steps={run.steps} />
      <KeyValueList rows={plainFields(run.output).map(([key, value]) => ({ key, value: String(value) }))} />
      {words === null ? (
        <ValueBlock
          {...{ run: run.id, step: 'run', side: 'out', label: 'Output', value: run.output }}
          cut={run.cut?.output}
        />
      ) : (
        <p className="text-fg-2">{words}</p>
      )}
    </div>
  );
}

/** The fields of an output that can be read without its JSON. */
function plainFields(output: unknown): readonly (readonly [string, unknown])[] {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return [];
  return Object.entries(output).filter(([, value]) => value !== null && typeof value !== 'object');
}

/** How a run went, in figures. */
export function Metrics({ run }: { run: WorkflowRunDetail }) {
  const figures = runFigures(run);
  const usage = runUsage(run.steps);
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile
          label="Nodes executed"
          figure={`${figures.nodes} of ${figures.total}`}
          sub={figures.executions > figures.nodes ? counted(figures.executions, 'execution') : undefined}
        />
        <FigureTile label="Errors" figure={figures.errors} tone={figures.errors > 0 ? 'bad' : 'ok'} />
        <FigureTile
          label="Success rate"
          figure={figures.successRate === null ? '—' : `${figures.successRate}%`}
          tone={figures.successRate === null ? 'plain' : successTone(figures.successRate)}
        />
        <FigureTile
          label="Duration"
          figure={run.durationMs === null ? '—' : formatDuration(run.durationMs)}
        />
        {usage ? (
          <FigureTile
            label="Model tokens"
            figure={formatCount(usage.promptTokens + usage.completionTokens)}
            sub={tokenWords(usage)}
          />
        ) : null}
        {usage ? (
          <FigureTile label="Model cost" figure={costWords(usage)} sub={counted(usage.answers, 'answer')} />
        ) : null}
      </FigureRow>
      {figures.successRate === null ? null : (
        <ProgressBar
          label="Success rate"
          value={barPercent(figures.successRate) / 100}
          detail={`${figures.successRate}%`}
          tone={successTone(figures.successRate)}
        />
      )}
      <StepTimes steps={run.steps} />
    </div>
  );
}
