import { type ReactNode, useState } from 'react';
import { Conversions } from '../../api/conversions/conversions.tsx';
import { costText } from '../../api/conversions/cost-text.ts';
import type { Trace } from '../../api/shapes.ts';
import { formatDay, formatDuration, formatTime, localDay } from '../../base/format-date.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';
import { SpanPanel } from './span-panel.tsx';
import { Waterfall } from './waterfall.tsx';

const words = messages.trace;

type TraceViewProps = { trace: Trace; runLink: (runId: string, label: string) => ReactNode };

/** A run over time: figures, waterfall, and the details of one span. */
export function TraceView({ trace, runLink }: TraceViewProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const span = trace.spans.find(({ id }) => id === selected);
  return (
    <div className="flex flex-col gap-4">
      <Figures trace={trace} />
      <Conversions of={trace} />
      {trace.isCut ? <p className="text-12 text-warn-text">{words.cut}</p> : null}
      <div className="@container">
        <div className={span ? 'grid items-start gap-4 @5xl:grid-cols-[minmax(0,1fr)_22rem]' : ''}>
          <Card flush>
            <Waterfall trace={trace} selected={selected} onSelect={({ id }) => setSelected(id)} />
          </Card>
          {span ? (
            <SpanPanel trace={trace} span={span} runLink={runLink} onClose={() => setSelected(null)} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Figures({ trace }: { trace: Trace }) {
  const steps = trace.spans.filter(({ kind }) => kind === 'step');
  const names = new Set(steps.map(({ runId, node, iteration }) => `${runId}/${node}@${iteration}`));
  const retries = steps.length - names.size;
  const rounds = trace.spans.filter(({ kind }) => kind === 'turn').length;
  const { usual } = trace;
  return (
    <FigureRow>
      <FigureTile
        label={words.started}
        figure={formatTime(trace.timestamp)}
        sub={words.by(formatDay(localDay(new Date(trace.timestamp))), messages.triggers[trace.trigger])}
      />
      <FigureTile
        label={words.duration}
        figure={trace.duration === null ? messages.statuses.running : formatDuration(trace.duration)}
        sub={
          trace.waited > 0
            ? words.worked(formatDuration(trace.worked), formatDuration(trace.waited))
            : usual && words.usual(formatDuration(usual.p50), formatDuration(usual.p95))
        }
      />
      <FigureTile
        label={words.steps}
        figure={formatCount(names.size)}
        sub={rounds === 0 ? words.noLoops : words.rounds(counted(rounds, 'round'))}
      />
      <FigureTile
        label={words.retries}
        figure={formatCount(retries)}
        sub={retries === 0 ? words.noRetries : (trace.errors[0]?.message ?? '')}
        tone={retries === 0 ? 'plain' : 'warn'}
      />
      <FigureTile
        label={words.tokens}
        figure={trace.tokens === null ? '—' : formatCount(trace.tokens)}
        sub={trace.tokens === null ? words.noTokens : undefined}
      />
      <FigureTile
        label={words.cost}
        figure={costText(trace, trace.currency, 'exact')}
        sub={
          trace.cost === null && trace.others.length === 0
            ? messages.overview.noCost
            : trace.unpriced > 0
              ? words.unpriced(counted(trace.unpriced, 'call'))
              : words.exact
        }
      />
    </FigureRow>
  );
}
