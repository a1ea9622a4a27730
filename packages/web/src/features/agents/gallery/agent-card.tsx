import { EllipsisVertical, Play, Square } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { client } from '../../../api/client.ts';
import { useHeld } from '../../../api/held.ts';
import { keys } from '../../../api/keys.ts';
import { useMay, useScope } from '../../../api/me.ts';
import type { AgentSummary } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatCount, formatPercent } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { messages } from '../messages.ts';
import {
  agentSavings,
  agentStatusLook,
  lastRunResult,
  sendsOutside,
  whoCanRun,
  whyNoRun,
} from './gallery-words.ts';

const RunWithValues = lazy(async () => ({
  default: (await import('../run-with-values.tsx')).RunWithValues,
}));

/** Queries that a started or stopped run makes out of date. */
const changedByRuns = [keys.agents, keys.workflowRuns, keys.tasks];

export type AgentCardProps = {
  agent: AgentSummary;
  currency: string;
  onDetails: () => void;
  onRun: (runId: string) => void;
};

/** One agent: its status, the results of its last completed run, and its actions. */
export function AgentCard({ agent, currency, onDetails, onRun }: AgentCardProps) {
  const titleId = useId();
  const status = agentStatusLook[agent.status];
  return (
    <article
      aria-labelledby={titleId}
      className="@container flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-card"
    >
      <div className="flex items-start gap-2">
        <h4 id={titleId} className="min-w-0 flex-1 text-14 font-semibold">
          {agent.name}
        </h4>
        <Badge meaning={status.meaning}>{status.label}</Badge>
      </div>
      <p className="line-clamp-3 min-h-10 text-fg-2">{agent.description}</p>
      {agent.status === 'running' ? (
        <ProgressBar
          label={
            agent.lastRun?.waitingFor
              ? messages.card.waitsFor(agent.lastRun.waitingFor)
              : messages.card.progress
          }
          value={(agent.progress ?? 0) / 100}
        />
      ) : null}
      <Figures agent={agent} currency={currency} />
      <CardActs agent={agent} titleId={titleId} onDetails={onDetails} onRun={onRun} />
    </article>
  );
}

function Figures({ agent, currency }: { agent: AgentSummary; currency: string }) {
  const { lastRun } = agent;
  const result = lastRunResult(agent);
  const savings = agentSavings(agent, currency);
  const figures: readonly (readonly [string, ReactNode])[] = [
    [
      messages.card.savings,
      <span key="savings" title={savings.why}>
        {savings.figure}
      </span>,
    ],
    [messages.card.accuracy, formatPercent(agent.accuracy)],
    [messages.card.deals, agent.processedDeals === null ? '—' : formatCount(agent.processedDeals)],
  ];
  return (
    <div className="mt-auto flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-x-2 gap-y-2 border-t pt-3 @2xs:grid-cols-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="min-w-0">
            <dt className="text-12 text-fg-3">{label}</dt>
            <dd className="figures font-medium">{figure}</dd>
          </div>
        ))}
      </dl>
      {agent.summary ? <p className="line-clamp-3 text-12 text-fg-2">{agent.summary}</p> : null}
      {lastRun ? (
        <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
          <span>{messages.card.lastRun}</span>
          <time dateTime={lastRun.at}>{formatMoment(lastRun.at)}</time>
          {result ? <Badge meaning={result.meaning}>{result.label}</Badge> : null}
          {lastRun.error ? <span className="min-w-0 break-words text-bad-text">{lastRun.error}</span> : null}
        </p>
      ) : (
        <p className="text-12 text-fg-3">{messages.card.noRuns}</p>
      )}
    </div>
  );
}

type CardActsProps = Pick<AgentCardProps, 'agent' | 'onDetails' | 'onRun'> & { titleId: string };

function CardActs({ agent, titleId, onDetails, onRun }: CardActsProps) {
  const held = useHeld();
  const reach = useScope('read:workflow-runs');
  const mayStopAny = useMay('run:workflows');
  const start = useAct({
    act: client.agents.run,
    changes: changedByRuns,
    failure: messages.card.runFailure,
  });
  const stop = useAct({
    act: client.workflowRuns.cancel,
    changes: changedByRuns,
    failure: messages.card.stopFailure,
  });
  const why = whyNoRun(agent, held);
  const whoCan = whoCanRun(agent, held);
  const [asking, setAsking] = useState(false);
  // runs that send data outside the workspace ask first
  const run = sendsOutside(agent)
    ? () => setAsking(true)
    : () => start.mutate({ id: agent.id, published: agent.published ?? undefined });
  const { lastRun } = agent;
  const items = [
    ...(agent.status === 'running'
      ? []
      : [
          {
            id: 'with',
            label: messages.card.runWith,
            disabled: why !== null || start.isPending,
            onSelect: () => setAsking(true),
          },
        ]),
    ...(lastRun && (reach === 'tenant' || (reach !== null && lastRun.mine))
      ? [{ id: 'last', label: messages.card.openRun, onSelect: () => onRun(lastRun.id) }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {whoCan === null ? null : (
        <details className="basis-full text-12 text-fg-2">
          <summary className="min-h-6 cursor-pointer">{whoCan}</summary>
          <p className="pt-1">{why}</p>
        </details>
      )}
      <Button size="sm" aria-describedby={titleId} onClick={onDetails}>
        {messages.card.details}
      </Button>
      {agent.status === 'idle' ? (
        <RunButton label={messages.card.run} why={why} busy={start.isPending} titleId={titleId} onRun={run} />
      ) : null}
      {agent.status === 'completed' ? (
        <RunButton
          label={messages.card.rerun}
          why={why}
          busy={start.isPending}
          titleId={titleId}
          onRun={run}
        />
      ) : null}
      {agent.status === 'running' && lastRun && (mayStopAny || lastRun.mine) ? (
        <Button
          size="sm"
          icon={<Square aria-hidden />}
          aria-describedby={titleId}
          busy={stop.isPending || lastRun.status === 'cancelling'}
          onClick={() => stop.mutate({ id: lastRun.id })}
        >
          {messages.card.stop}
        </Button>
      ) : null}
      {items.length > 0 ? (
        <span className="ms-auto">
          <DropdownMenu
            trigger={
              <Button size="sm" variant="ghost" square aria-label={messages.card.more(agent.name)}>
                <EllipsisVertical aria-hidden />
              </Button>
            }
            sections={[{ id: 'more', items }]}
          />
        </span>
      ) : null}
      <Suspense fallback={null}>
        {asking ? (
          // the card shows the progress of the run
          <RunWithValues agent={agent} onStarted={() => undefined} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}

type RunButtonProps = {
  label: string;
  why: string | null;
  busy: boolean;
  titleId: string;
  onRun: () => void;
};

function RunButton({ label, why, busy, titleId, onRun }: RunButtonProps) {
  const button = (
    <Button
      size="sm"
      variant={label === 'Run' ? 'primary' : 'secondary'}
      icon={<Play aria-hidden />}
      aria-describedby={titleId}
      aria-disabled={why === null ? undefined : true}
      aria-description={why ?? undefined}
      className={why === null ? undefined : 'opacity-60'}
      busy={busy}
      onClick={why === null ? onRun : undefined}
    >
      {label}
    </Button>
  );
  return why === null ? button : <Tooltip label={why}>{button}</Tooltip>;
}
