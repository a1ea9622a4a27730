import { ValueBlock } from '../../api/requests/run-value.tsx';
import { isOutcomeUnknown } from '../../api/requests/step-status.ts';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { messages } from './messages.ts';
import { RunFiles, runFiles } from './run-files.tsx';
import { barPercent, failedStep, noOutputWords, runFigures, successTone } from './run-words.ts';
import { StepTimes } from './step-times.tsx';
import { costWords, runUsage, tokenWords } from './usage-words.ts';

/** The facts of a run, the failed step with a link to it, and the files its steps stored. */
type Step = WorkflowRunDetail['steps'][number];

type OverviewProps = {
  run: WorkflowRunDetail;
  onOpenStep: (step: Step) => void;
  onOpenRun: (id: string) => void;
};

export function Overview({ run, onOpenStep, onOpenRun }: OverviewProps) {
  const { parentRunId } = run;
  const usage = runUsage(run.steps);
  const files = runFiles(run.steps).length;
  const broken = failedStep(run);
  return (
    <KeyValueList
      rows={[
        { key: messages.overview.run, value: run.id, mono: true },
        {
          key: messages.overview.workflow,
          value: messages.overview.versionOf(run.workflowName, run.version),
        },
        { key: messages.overview.startedBy, value: run.startedBy ?? '—' },
        { key: messages.overview.trigger, value: messages.triggers[run.trigger] },
        ...(parentRunId
          ? [
              {
                key: messages.overview.parent,
                value: (
                  <button
                    type="button"
                    className="min-h-6 text-start text-primary-text underline"
                    onClick={() => onOpenRun(parentRunId)}
                  >
                    {messages.overview.openParent}
                  </button>
                ),
              },
            ]
          : []),
        { key: messages.overview.start, value: formatMoment(run.startedAt) },
        { key: messages.overview.end, value: formatMoment(run.endedAt) },
        {
          key: messages.overview.duration,
          value: run.durationMs === null ? '—' : formatDuration(run.durationMs),
        },
        ...(run.waitingFor ? [{ key: messages.overview.waitsFor, value: run.waitingFor }] : []),
        ...(broken
          ? [
              {
                key: messages.overview.failedAt,
                value: <StepLink step={broken} onOpen={onOpenStep} />,
              },
            ]
          : []),
        ...[
          { key: messages.overview.unknown, steps: run.steps.filter(isOutcomeUnknown) },
          {
            key: messages.overview.notUndone,
            steps: run.steps.filter(({ undoes, status }) => undoes !== null && status === 'error'),
          },
        ].flatMap(({ key, steps }) =>
          steps.length === 0 ? [] : [{ key, value: <StepLinks steps={steps} onOpen={onOpenStep} /> }],
        ),
        ...(run.error ? [{ key: messages.overview.error, value: run.error }] : []),
        ...(run.cancelReason ? [{ key: messages.overview.cancelReason, value: run.cancelReason }] : []),
        ...(usage
          ? [
              { key: messages.overview.modelTokens, value: tokenWords(usage), figure: true },
              { key: messages.overview.modelCost, value: costWords(usage), figure: true },
            ]
          : []),
        ...(files > 0 ? [{ key: messages.overview.files, value: <RunFiles steps={run.steps} /> }] : []),
        { key: messages.overview.hash, value: run.documentHash, mono: true },
      ]}
    />
  );
}

function StepLinks({ steps, onOpen }: { steps: readonly Step[]; onOpen: (step: Step) => void }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {steps.map((step) => (
        <StepLink key={`${step.node}@${step.iteration}`} step={step} onOpen={onOpen} />
      ))}
    </span>
  );
}

function StepLink({ step, onOpen }: { step: Step; onOpen: (step: Step) => void }) {
  return (
    <button
      type="button"
      className="min-h-6 text-start text-primary-text underline"
      onClick={() => onOpen(step)}
    >
      {step.title}
    </button>
  );
}

export function Output({ run }: { run: WorkflowRunDetail }) {
  const words = noOutputWords(run);
  return (
    <div className="flex flex-col gap-3">
      <RunFiles steps={run.steps} />
      <KeyValueList rows={plainFields(run.output).map(([key, value]) => ({ key, value: String(value) }))} />
      {words === null ? (
        <ValueBlock
          {...{ run: run.id, step: 'run', side: 'out', label: messages.output.label, value: run.output }}
          cut={run.cut?.output}
        />
      ) : (
        <p className="text-fg-2">{words}</p>
      )}
    </div>
  );
}

/** The fields of an output that are readable without its JSON. */
function plainFields(output: unknown): readonly (readonly [string, unknown])[] {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return [];
  return Object.entries(output).filter(([, value]) => value !== null && typeof value !== 'object');
}

export function Metrics({ run }: { run: WorkflowRunDetail }) {
  const figures = runFigures(run);
  const usage = runUsage(run.steps);
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile
          label={messages.metrics.nodes}
          figure={messages.metrics.nodesOf(figures.nodes, figures.total)}
          sub={
            figures.executions > figures.nodes ? messages.metrics.executions(figures.executions) : undefined
          }
        />
        <FigureTile
          label={messages.metrics.errors}
          figure={figures.errors}
          tone={figures.errors > 0 ? 'bad' : 'ok'}
        />
        <FigureTile
          label={messages.metrics.successRate}
          figure={figures.successRate === null ? '—' : `${figures.successRate}%`}
          tone={figures.successRate === null ? 'plain' : successTone(figures.successRate)}
        />
        <FigureTile
          label={messages.overview.duration}
          figure={run.durationMs === null ? '—' : formatDuration(run.durationMs)}
        />
        {usage ? (
          <FigureTile
            label={messages.overview.modelTokens}
            figure={formatCount(usage.promptTokens + usage.completionTokens)}
            sub={tokenWords(usage)}
          />
        ) : null}
        {usage ? (
          <FigureTile
            label={messages.overview.modelCost}
            figure={costWords(usage)}
            sub={messages.metrics.answers(usage.answers)}
          />
        ) : null}
      </FigureRow>
      {figures.successRate === null ? null : (
        <ProgressBar
          label={messages.metrics.successRate}
          value={barPercent(figures.successRate) / 100}
          detail={`${figures.successRate}%`}
          tone={successTone(figures.successRate)}
        />
      )}
      <StepTimes steps={run.steps} />
    </div>
  );
}
