import { creditedBy } from '@attain/domain/crediting/credited-by';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { dealQuery } from '../../api/queries.ts';
import type { DealDetail } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCount, formatDecimal, sentenceCase } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { ApproveResult } from './approve-result.tsx';
import { DealCredits } from './deal-credits.tsx';
import { dealAmount } from './deal-table.tsx';
import { messages } from './messages.ts';
import { DealReceipts } from './receipt-table.tsx';

/** The notes on the deal; `isOwn`: it credits the reader. `onUnsaved` takes what would be lost on closing. */
type NotesOf = (isOwn: boolean, onUnsaved: (unsaved: string | undefined) => void) => ReactNode;

/** One deal with its source row and its history. */
export function DealDrawer({
  dealId,
  onClose,
  notes,
}: {
  dealId: string;
  onClose: () => void;
  notes: NotesOf;
}) {
  const deal = useQuery(dealQuery(dealId));
  const [unsaved, setUnsaved] = useState<string>();
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.deal.title(dealId)}
      unsaved={unsaved}
    >
      <Loaded query={deal} failure={messages.deal.failure}>
        {(found) => <DealFacts deal={found} notes={(isOwn) => notes(isOwn, setUnsaved)} />}
      </Loaded>
    </Drawer>
  );
}

function DealFacts({ deal, notes }: { deal: DealDetail; notes: (isOwn: boolean) => ReactNode }) {
  const { provenance } = deal;
  const mayPayouts = useMay('read:payouts');
  const mayApprove = useMay('approve:results');
  const me = useMe().data?.participantId ?? null;
  const own = me !== null && creditedBy(deal).includes(me);
  return (
    <div className="flex flex-col gap-5">
      <KeyValueList
        rows={[
          { key: messages.deal.amount, value: dealAmount(deal), figure: true },
          { key: messages.deal.date, value: formatDay(deal.date) },
          { key: messages.deal.participant, value: `${deal.participantName} (${deal.participantId})` },
          ...(deal.splits.length > 0
            ? [{ key: messages.deal.split, value: <Shares of={deal.splits} deal={deal} /> }]
            : []),
          ...(deal.overlays.length > 0
            ? [{ key: messages.deal.overlay, value: <Shares of={deal.overlays} deal={deal} /> }]
            : []),
          { key: messages.deal.type, value: sentenceCase(deal.kind) },
          { key: messages.deal.approved, value: approvalText(deal) },
          { key: messages.deal.customer, value: deal.customer ?? '—' },
          { key: messages.deal.product, value: deal.product ?? '—' },
          { key: messages.deal.territory, value: deal.territory ?? '—' },
          ...Object.entries(deal.ownFields).map(([key, value]) => ({ key, value })),
        ]}
      />
      {mayApprove && !own && deal.awaits.length > 0 ? <ApproveResult dealId={deal.id} /> : null}
      <DealReceipts dealId={deal.id} />
      {mayPayouts ? <DealCredits dealId={deal.id} /> : null}
      {notes(own)}
      <section aria-label={messages.deal.source} className="flex flex-col gap-2">
        <h3 className="font-semibold">{messages.deal.source}</h3>
        {provenance.importId ? (
          <>
            <p>
              {messages.deal.line(formatCount(provenance.importLine))}{' '}
              <Link className="text-primary-text underline" {...paths.import(provenance.importId)}>
                {deal.importFileName ?? messages.deal.importedFile}
              </Link>
            </p>
            {provenance.sourceText ? (
              <CodeBlock label={messages.deal.originalRow} code={provenance.sourceText} wrap />
            ) : null}
          </>
        ) : (
          <p className="text-fg-2">{messages.deal.sample}</p>
        )}
      </section>
      <section aria-label={messages.deal.history} className="flex flex-col gap-2">
        <h3 className="font-semibold">{messages.deal.history}</h3>
        {deal.history.length === 0 ? <p className="text-fg-2">{messages.deal.unchanged}</p> : null}
        {deal.history.map((past) => (
          <div key={past.replacedAt} className="rounded-lg border px-3 py-2">
            <p className="text-12 text-fg-2">
              {messages.deal.until(formatMoment(past.replacedAt))}
              {past.importId ? (
                <>
                  {', '}
                  <Link className="text-primary-text underline" {...paths.import(past.importId)}>
                    {messages.deal.replaced}
                  </Link>
                </>
              ) : null}
            </p>
            <KeyValueList rows={changedFields(past.before, deal)} />
          </div>
        ))}
      </section>
    </div>
  );
}

function Shares({ of: shares, deal: { people } }: { of: DealDetail['splits']; deal: DealDetail }) {
  const names = new Map(people.map(({ participantId, name }) => [participantId, name]));
  return (
    <ul>
      {shares.map(({ participantId: id, sharePercent }) => (
        <li key={id} className="flex justify-between gap-4">
          <span className="min-w-0">{names.has(id) ? `${names.get(id)} (${id})` : id}</span>
          <span className="figures">{formatDecimal(sharePercent)}%</span>
        </li>
      ))}
    </ul>
  );
}

/** Time, person and reason of the approval, or the components waiting for it. */
function approvalText({ approvedOn, approval, awaits }: DealDetail): string {
  const waiting = awaits.map(({ componentName, planName }) =>
    messages.deal.componentOf(componentName, planName),
  );
  if (approvedOn === null) return waiting.length === 0 ? '—' : messages.deal.awaits(waiting.join(', '));
  return approval === null
    ? formatDay(approvedOn)
    : `${formatMoment(approval.at)}, ${approval.by}: ${approval.reason}`;
}

/** The fields in which a past version differs from the current deal. */
function changedFields(before: Record<string, unknown>, deal: DealDetail) {
  const now: Record<string, unknown> = { ...deal };
  const { ownFields = {}, ...others } = before;
  const shown = Object.entries(others).filter(
    ([key, value]) => key in now && JSON.stringify(now[key]) !== JSON.stringify(value),
  );
  const own = ownFields as Readonly<Record<string, string>>;
  const names = [...new Set([...Object.keys(own), ...Object.keys(deal.ownFields)])];
  const changed = names.filter((name) => own[name] !== deal.ownFields[name]);
  return [...shown, ...changed.map((name) => [name, own[name] ?? '—'] as const)].map(([key, value]) => ({
    key: messages.deal.fields[key] ?? key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
