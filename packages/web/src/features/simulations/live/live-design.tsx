import type { Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Failed } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { liveDesignKey, liveDesignQuery } from '../../../api/requests/simulation-queries.ts';
import type { LiveDesign as Answer } from '../../../api/shapes.ts';
import { formatDay } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { LiveOutcome } from './live-outcome.tsx';
import { liveSpans } from './live-spans.ts';
import { messages } from './messages.ts';

/** An answer that takes longer is given up for the plan that is on screen by then. */
const patienceMs = 1_000;
/** The span that is asked for when none is chosen. */
const usualSpan = 'usual';

/** Whether the cost is followed, and over which span; kept by the page, so that it stays while components are switched. */
export type LiveView = { asked: boolean; chosen: string };

/** The view before anybody asked. */
export const closedView: LiveView = { asked: false, chosen: usualSpan };

export type LiveDesignProps = {
  view: LiveView;
  onView: (view: LiveView) => void;
  planId: string;
  /** The plan on screen, saved or not. */
  document: Plan;
};

/** Cost, winners and losers of the plan on screen over past periods; once started, it follows every edit. */
export function LiveDesign({ planId, document, view, onView }: LiveDesignProps) {
  const may = useMay('run:simulations');
  const { asked, chosen } = view;
  const cache = useQueryClient();
  const valid = useLastValid(document);
  const shown = useLatest(valid.plan, useIsFetching({ queryKey: liveDesignKey(planId) }) > 0);
  const span = chosen === usualSpan ? undefined : chosen;
  const query = liveDesignQuery({ planId, document: shown, span });
  const found = useQuery({ ...query, enabled: asked, placeholderData: (before) => before });
  const usual = useQuery({
    ...liveDesignQuery({ planId, document: shown, span: undefined }),
    enabled: asked && chosen === usualSpan,
    placeholderData: (before) => before,
  }).data?.span;
  const spans = useMemo(() => liveSpans(document, usual?.to), [document, usual?.to]);
  if (!may) return null;
  const answer = asked ? found.data : undefined;
  const stop = () => {
    onView({ ...view, asked: false });
    void cache.cancelQueries({ queryKey: query.queryKey });
  };
  return (
    <Card
      title={messages.title}
      actions={
        asked ? (
          <div className="flex min-w-0 items-center gap-2">
            <div className="w-48 min-w-0 shrink">
              <Select
                aria-label={messages.periods}
                value={chosen}
                onValueChange={(span) => onView({ ...view, chosen: span })}
                options={[{ value: usualSpan, label: messages.lastYear }, ...spans]}
              />
            </div>
            <Button size="sm" onClick={stop}>
              {messages.stop}
            </Button>
          </div>
        ) : null
      }
    >
      {asked ? (
        <div className="flex flex-col gap-3">
          {valid.is ? null : <p className="text-12 text-warn-text">{messages.problems}</p>}
          <Body
            answer={answer}
            found={found}
            updating={valid.is && (found.isPlaceholderData || shown !== document)}
          />
        </div>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="max-w-prose text-pretty text-fg-2">{messages.text}</p>
          <Button onClick={() => onView({ ...view, asked: true })}>{messages.start}</Button>
        </div>
      )}
    </Card>
  );
}

type BodyProps = {
  answer: Answer | undefined;
  found: Parameters<typeof Failed>[0]['query'] & { isError: boolean };
  updating: boolean;
};

function Body({ answer, found, updating }: BodyProps) {
  if (found.isError) return <Failed query={found} failure={messages.failure} />;
  if (!answer?.outcome) {
    const { done, total } = answer?.reading ?? { done: 0, total: null };
    return (
      <ProgressBar
        label={messages.reading}
        {...(total !== null && total > 0 && { value: done / total })}
        detail={messages.readingDetail(done, total)}
      />
    );
  }
  return (
    <>
      <LiveOutcome outcome={answer.outcome} currency={answer.currency} />
      <p className="text-12 text-fg-3">
        {messages.span(formatDay(answer.span.from), formatDay(answer.span.to))}{' '}
        {answer.outcome.calculated > 0 ? messages.calculated(answer.outcome.calculated) : null}{' '}
        <span role="status">{updating ? messages.updating : null}</span>
      </p>
    </>
  );
}

/** The value as soon as nobody is busy with the one before: one request at a time, always with the newest. */
function useLatest<Value>(value: Value, busy: boolean): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return;
    const timer = setTimeout(() => setShown(value), busy ? patienceMs : 0);
    return () => clearTimeout(timer);
  }, [value, shown, busy]);
  return shown;
}

/** The newest plan on screen that has no errors, so that figures stay while one is being typed. */
function useLastValid(document: Plan): { plan: Plan; is: boolean } {
  const is = useMemo(() => checkPlan(document).length === 0, [document]);
  const [last, setLast] = useState(document);
  if (is && last !== document) setLast(document);
  return { plan: is ? document : last, is };
}
