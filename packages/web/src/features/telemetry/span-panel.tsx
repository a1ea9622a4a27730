import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { workflowRunQuery } from '../../api/queries.ts';
import { RunValue } from '../../api/requests/run-value.tsx';
import type { Trace, TraceSpan } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type KeyValue, KeyValueList } from '../../ui/key-value-list.tsx';
import { messages } from './messages.ts';
import { durationWords, statusLook } from './trace-words.ts';

const words = messages.span;

type SpanPanelProps = {
  trace: Trace;
  span: TraceSpan;
  onClose: () => void;
  /** A link to a run inside this one. */
  runLink: (runId: string, label: string) => ReactNode;
};

/** One span in detail, with the input and output of its step. */
export function SpanPanel({ trace, span, onClose, runLink }: SpanPanelProps) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another span is another place to look at
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [span.id]);
  const look = statusLook(span.status);
  return (
    <aside ref={place} aria-label={span.title} className="scroll-mt-4" data-testid="span-details">
      <Card
        title={span.kind === 'turn' ? messages.waterfall.round((span.turn ?? 0) + 1) : span.title}
        beside={<Badge meaning={look.meaning}>{look.label}</Badge>}
        actions={<IconButton label={words.close} icon={<X aria-hidden />} onClick={onClose} />}
      >
        <div className="flex flex-col gap-4">
          {span.error ? (
            <p className="rounded-md bg-bad-soft px-3 py-2 text-bad-text wrap-break-word">
              {span.error.message}
            </p>
          ) : null}
          <KeyValueList rows={factsOf(span, trace.currency)} />
          {span.isTimed || span.kind !== 'step' ? null : <p className="text-12 text-fg-3">{words.instant}</p>}
          {span.runId === trace.id ? null : <p>{runLink(span.runId, words.openRun)}</p>}
          {span.kind === 'step' ? <Values span={span} /> : null}
        </div>
      </Card>
    </aside>
  );
}

function factsOf(span: TraceSpan, currency: string): KeyValue[] {
  const figure = (key: string, value: ReactNode): KeyValue => ({ key, value, figure: true });
  return [
    ...(span.kind === 'step' ? [{ key: words.type, value: span.type, mono: true }] : []),
    ...(span.iteration ? [{ key: words.iteration, value: span.iteration, mono: true }] : []),
    figure(words.starts, formatDuration(span.start)),
    figure(words.took, durationWords(span)),
    figure(words.worked, formatDuration(span.worked)),
    ...(span.waited > 0 ? [figure(words.waited, formatDuration(span.waited))] : []),
    ...span.waits.map((wait) =>
      figure(
        words.reasons[wait.for],
        wait.duration === null ? messages.waterfall.running : formatDuration(wait.duration),
      ),
    ),
    ...(span.tokens === null ? [] : [figure(words.tokens, formatCount(span.tokens))]),
    ...(span.cost === null
      ? []
      : [figure(words.cost, formatMoney(span.cost, { currency, decimals: 'exact' }))]),
  ];
}

/** Input and output of the step, as its run shows them. */
function Values({ span }: { span: TraceSpan }) {
  const run = useQuery(workflowRunQuery(span.runId));
  return (
    <Loaded query={run} failure={words.valueFailure}>
      {(found) => {
        if (found.withheld !== null) return <p className="text-fg-2">{found.withheld}</p>;
        const step = found.steps.find((one) => one.node === span.node && one.iteration === span.iteration);
        if (!step || (step.input === null && step.output === null))
          return <p className="text-fg-2">{words.noValues}</p>;
        const which = { run: span.runId, step: `${step.node}@${step.iteration}`, maxHeight: '16rem' };
        return (
          <>
            {step.attempt === span.attempt ? null : <p className="text-12 text-fg-3">{words.latest}</p>}
            <RunValue
              {...which}
              side="in"
              caption={words.input}
              label={words.inputOf(step.title)}
              value={step.input}
              cut={step.cut?.input}
            />
            <RunValue
              {...which}
              side="out"
              caption={words.output}
              label={words.outputOf(step.title)}
              value={step.output}
              cut={step.cut?.output}
            />
          </>
        );
      }}
    </Loaded>
  );
}
