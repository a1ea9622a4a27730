import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { disputeAnswerQuery } from '../../api/requests/dispute-queries.ts';
import type { Dispute, DisputeAnswer } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** For reviewers: why the disputed deal counts or not, and which single record would give the expected pay. */
export function AnswerPanel({ dispute }: { dispute: Dispute }) {
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...disputeAnswerQuery(dispute.id), enabled: open });
  if (dispute.expected === null && dispute.dealId === null) return null;
  return (
    <section aria-label={messages.answer.title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.answer.title}</h3>
      {open ? (
        <Loaded query={query} failure={messages.answer.failure} skeleton={<SkeletonText lines={4} />}>
          {(answer) => (
            <>
              <Why answer={answer} dispute={dispute} />
              {answer.causes === null ? null : <Causes causes={answer.causes} dispute={dispute} />}
            </>
          )}
        </Loaded>
      ) : (
        <>
          <p className="text-fg-2">{messages.answer.text}</p>
          <Button className="self-start" onClick={() => setOpen(true)}>
            {messages.answer.find}
          </Button>
        </>
      )}
    </section>
  );
}

function Why({ answer: { why }, dispute }: { answer: DisputeAnswer; dispute: Dispute }) {
  if (dispute.dealId === null) return null;
  if (why.length === 0) return <p>{messages.answer.noDeal(dispute.dealId)}</p>;
  return (
    <>
      <h4 className="text-12 font-semibold text-fg-2">{messages.answer.why(dispute.dealId)}</h4>
      <ul className="flex flex-col gap-1">
        {why.map((one) => (
          <li key={one.componentId} className="flex flex-wrap items-baseline gap-x-2">
            <Badge meaning={one.isCounted ? 'ok' : 'neutral'}>{one.componentName}</Badge>
            <span className="text-pretty">{one.message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type CausesProps = { causes: NonNullable<DisputeAnswer['causes']>; dispute: Dispute };

function Causes({ causes: { hits, nearest, tried }, dispute }: CausesProps) {
  const expected = formatMoney(dispute.expected, { currency: dispute.currency });
  const shown = hits.length > 0 ? hits : nearest === null ? [] : [nearest];
  return (
    <>
      <h4 className="text-12 font-semibold text-fg-2">
        {hits.length > 0 ? messages.answer.gives(expected) : messages.answer.noneGives(expected, tried)}
      </h4>
      <ul className="flex flex-col gap-2">
        {shown.map((one) => (
          <li key={one.message} className="rounded-lg border px-3 py-2">
            <Cause cause={one} dispute={dispute} />
          </li>
        ))}
      </ul>
    </>
  );
}

type CauseProps = { cause: NonNullable<CausesProps['causes']['nearest']>; dispute: Dispute };

/** One record in another state; trying it pays the calculation again and stores nothing but the preview. */
function Cause({ cause: { message, pays, change }, dispute }: CauseProps) {
  const { calculationId, currency, participantName } = dispute;
  const mayTry = useMay('run:calculations');
  const tried = useAct({
    act: client.recalculations.make,
    changes: [[...keys.calculations, calculationId, 'recalculations'], keys.audit],
    failure: messages.answer.tryFailure,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 grow text-pretty">{message}</span>
      <span className="figures font-medium">{formatMoney(pays, { currency })}</span>
      {tried.data ? (
        <span role="status" className="flex basis-full flex-wrap gap-x-2 text-12 text-fg-2">
          {messages.answer.changes(
            formatMoney(tried.data.delta, { currency: tried.data.currency, signed: true }),
            tried.data.payees.length,
          )}
          <Link
            {...paths.run(calculationId)}
            search={{ tab: 'records' }}
            className="text-primary-text underline"
          >
            {messages.answer.apply}
          </Link>
        </span>
      ) : change !== null && mayTry ? (
        <Button
          size="sm"
          busy={tried.isPending}
          onClick={() =>
            tried.mutate({ id: calculationId, change, reason: messages.answer.reason(participantName) })
          }
        >
          {messages.answer.try}
        </Button>
      ) : null}
    </div>
  );
}
