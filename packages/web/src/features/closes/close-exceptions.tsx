import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { closeExceptionsQuery } from '../../api/requests/close-queries.ts';
import type { PayException } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { ExceptionsExport } from './exception-export.tsx';
import { messages as words } from './exceptions-messages.ts';

const keyOf = ({ planId, rule, participantId, componentId }: PayException) =>
  [planId, rule, participantId, componentId].join(' ');

/** What looks odd in the pay of a close, largest amounts first; each is cleared with a reason, or fixed. */
export function CloseExceptions({ month }: { month: string }) {
  const query = useQuery(closeExceptionsQuery(month));
  const [clearing, setClearing] = useState<PayException | null>(null);
  return (
    <Card
      flush
      title={words.title}
      actions={query.data && query.data.total > 0 ? <ExceptionsExport month={month} /> : null}
      beside={query.data ? <Badge meaning="neutral">{words.open(query.data.open)}</Badge> : null}
    >
      <Loaded query={query} failure={words.failure} skeleton={<SkeletonText lines={4} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <p className="flex items-center gap-2 px-4 pb-3 text-fg-2">
              <CircleCheck aria-hidden className="size-4 text-ok-text" /> {words.none}
            </p>
          ) : (
            <>
              <ul className="max-h-96 divide-y overflow-y-auto border-t">
                {rows.map((one) => (
                  <Exception key={keyOf(one)} one={one} onClear={() => setClearing(one)} />
                ))}
              </ul>
              {total > rows.length ? (
                <p className="border-t px-4 py-2 text-12 text-fg-2">{words.more(total - rows.length)}</p>
              ) : null}
            </>
          )
        }
      </Loaded>
      {clearing === null ? null : (
        <ClearDialog month={month} one={clearing} onClose={() => setClearing(null)} />
      )}
    </Card>
  );
}

function Exception({ one, onClear }: { one: PayException; onClear: () => void }) {
  const { participantId, participantName, componentName, cleared } = one;
  const what = [componentName, `${one.planName} ${one.periodKey}`].filter((text) => text !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 @lg:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="font-medium">
          {words.rules[one.rule]}
          {participantId === null ? null : (
            <>
              {': '}
              <Link
                className="text-primary-text underline"
                {...paths.run(one.runId)}
                search={{ search: participantId }}
              >
                {participantName ?? participantId}
              </Link>{' '}
              <span className="text-12 font-normal text-fg-2">{participantId}</span>
            </>
          )}
        </div>
        <div className="text-12 wrap-anywhere text-fg-2">
          {one.message} {what.join(', ')}
        </div>
        {cleared === null ? null : (
          <div className="text-12 wrap-anywhere text-fg-2">
            {words.cleared(cleared.by, formatMoment(cleared.at), cleared.reason)}
          </div>
        )}
      </div>
      <span className="figures font-medium">{formatMoney(one.amount, { currency: one.currency })}</span>
      {cleared === null ? (
        <Button size="sm" onClick={onClear}>
          {words.clear}
        </Button>
      ) : (
        <Badge meaning="ok">{words.done}</Badge>
      )}
    </li>
  );
}

function ClearDialog({ month, one, onClose }: { month: string; one: PayException; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const act = useAct({
    act: client.closes.clear,
    changes: [keys.closes, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: words.done, meaning: 'ok' });
      onClose();
    },
  });
  const { planId, rule, participantId, componentId } = one;
  return (
    <ActDialog
      title={words.clearTitle(one.participantName ?? one.planName)}
      description={`${words.rules[rule]}. ${one.message}`}
      act={act}
      label={words.clear}
      disabled={reason.trim() === ''}
      onAct={() => act.mutate({ month, planId, rule, participantId, componentId, reason: reason.trim() })}
      onClose={onClose}
    >
      <Field label={words.reason} required hint={words.reasonHint}>
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ActDialog>
  );
}
