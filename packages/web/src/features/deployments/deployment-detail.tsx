import { Check, CircleDashed, LoaderCircle, RotateCcw, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { changedByDeployments } from '../../api/requests/deployment-queries.ts';
import type { DeploymentDetail as Detail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { DeploymentStatus } from './deployment-table.tsx';
import { environmentNames, messages } from './messages.ts';

const words = messages.detail;

type Props = {
  deployment: Detail;
  /** Where it can be approved. */
  approvalLink: (id: string) => ReactNode;
  onRetried: (id: string) => void;
};

/** A deployment: its facts, its stages and what can be done. */
export function DeploymentDetail({ deployment, approvalLink, onRetried }: Props) {
  const { table } = messages;
  const { changes, problems, warnings, approvalId } = deployment;
  const rows = [
    { key: table.status, value: <DeploymentStatus status={deployment.status} /> },
    { key: table.environment, value: environmentNames[deployment.environment] },
    { key: table.strategy, value: messages.strategies[deployment.strategy] },
    { key: words.replaces, value: deployment.replaces ?? words.nothing },
    { key: table.by, value: deployment.deployedBy },
    { key: table.started, value: formatMoment(deployment.startTime ?? deployment.orderedAt) },
    {
      key: table.duration,
      value: deployment.duration === null ? '–' : formatDuration(deployment.duration),
      figure: true,
    },
    { key: words.hash, value: deployment.hash, mono: true },
    ...(deployment.stickyBy.length === 0
      ? []
      : [{ key: words.sticky, value: deployment.stickyBy.join(', ') }]),
    ...(deployment.reason === '' ? [] : [{ key: words.reason, value: deployment.reason }]),
  ];
  return (
    <div className="flex flex-col gap-5">
      <ProgressBar
        label={table.progress}
        value={deployment.progress / 100}
        detail={`${deployment.progress.toFixed(2)}%`}
        tone={deployment.status === 'failed' ? 'bad' : 'primary'}
      />
      <div className="flex flex-wrap items-center gap-2">
        {approvalId === null ? null : approvalLink(approvalId)}
        <Acts deployment={deployment} onRetried={onRetried} />
      </div>
      <Lines title={words.problems} lines={problems} tone="text-bad-text" />
      <Lines title={words.warnings} lines={warnings} />
      <section aria-label={words.stages}>
        <h3 className="pb-1.5 text-13 font-semibold">{words.stages}</h3>
        <ol className="flex flex-col gap-2">
          {deployment.stages.map((stage) => (
            <li key={stage.name} className="flex items-start gap-2">
              <StageMark status={stage.status} />
              <div className="min-w-0">
                <p>
                  <span className="font-medium">{messages.stages[stage.name]}</span>
                  <span className="text-12 text-fg-3"> · {words.stageStatuses[stage.status]}</span>
                </p>
                {stage.text === '' ? null : <p className="text-12 wrap-anywhere text-fg-2">{stage.text}</p>}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <Evidence deployment={deployment} />
      <KeyValueList rows={rows} />
      <Lines title={words.changes} lines={changes} />
    </div>
  );
}

/** What the runs of both versions say. */
function Evidence({ deployment: { evidence, verdict } }: Pick<Props, 'deployment'>) {
  if (verdict === null) return null;
  return (
    <section aria-label={words.evidence}>
      <h3 className="pb-1.5 text-13 font-semibold">{words.evidence}</h3>
      <p className="pb-2 text-fg-2">{words.verdicts[verdict]}</p>
      {evidence.length === 0 ? null : (
        <ScrollRegion label={words.evidence}>
          <table className="w-full text-12">
            <thead className="border-b text-fg-2">
              <tr>
                {['', words.newVersion, words.versionBefore, words.eValue].map((head) => (
                  <th key={head} scope="col" className="py-1.5 pe-3 text-start font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {evidence.map((one) => (
                <tr key={one.metric}>
                  <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                    {words.metrics[one.metric]}
                  </th>
                  <td className="figures py-1.5 pe-3">{words.badOf(one.canaryBad, one.canary)}</td>
                  <td className="figures py-1.5 pe-3">{words.badOf(one.stableBad, one.stable)}</td>
                  <td className="figures py-1.5">{one.eValue.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

function Lines({
  title,
  lines,
  tone = 'text-fg-2',
}: {
  title: string;
  lines: readonly string[];
  tone?: string;
}) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1.5 text-13 font-semibold">{title}</h3>
      <ul className={`list-disc ps-5 ${tone}`}>
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

const marks = {
  pending: <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />,
  running: (
    <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text motion-safe:animate-spin" />
  ),
  completed: <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok-text" />,
  failed: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad-text" />,
  skipped: <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />,
};

function StageMark({ status }: { status: Detail['stages'][number]['status'] }) {
  return marks[status];
}

function Acts({ deployment, onRetried }: Pick<Props, 'deployment' | 'onRetried'>) {
  const { id, status, stage } = deployment;
  const mayDeploy = useMay('deploy:agents');
  const retry = useAct({
    act: client.deployments.retry,
    changes: changedByDeployments,
    failure: words.retryFailure,
    onDone: (made) => onRetried(made.id),
  });
  const withdraw = useAct({
    act: client.deployments.withdraw,
    changes: changedByDeployments,
    failure: words.withdrawFailure,
  });
  const decide = useAct({
    act: client.deployments.decide,
    changes: changedByDeployments,
    failure: words.decideFailure,
  });
  if (!mayDeploy) return null;
  return (
    <>
      {status === 'running' && stage === 'watch' ? (
        <>
          <Button
            variant="primary"
            busy={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'promote' })}
          >
            {words.promote}
          </Button>
          <Button
            variant="danger"
            busy={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'abort' })}
          >
            {words.abort}
          </Button>
        </>
      ) : null}
      {status === 'failed' ? (
        <Button icon={<RotateCcw aria-hidden />} busy={retry.isPending} onClick={() => retry.mutate({ id })}>
          {words.retry}
        </Button>
      ) : null}
      {status === 'pending' ? (
        <Button
          icon={<Undo2 aria-hidden />}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id })}
        >
          {words.withdraw}
        </Button>
      ) : null}
    </>
  );
}
