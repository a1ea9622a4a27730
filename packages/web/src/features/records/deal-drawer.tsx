import { creditedBy } from '@attain/domain/crediting/credited-by';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { dealQuery } from '../../api/queries.ts';
import type { DealDetail } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCount, formatDecimal } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { ApproveResult } from './approve-result.tsx';
import { DealCredits } from './deal-credits.tsx';
import { dealAmount } from './deal-table.tsx';

/** One deal: what it is, the row of the file it came from, and how it changed. */
export function DealDrawer({ dealId, onClose }: { dealId: string; onClose: () => void }) {
  const deal = useQuery(dealQuery(dealId));
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={`Deal ${dealId}`}>
      <Loaded query={deal} failure="The deal could not be loaded">
        {(found) => <DealFacts deal={found} />}
      </Loaded>
    </Drawer>
  );
}

function DealFacts({ deal }: { deal: DealDetail }) {
  const { provenance } = deal;
  const mayPayouts = useMay('read:payouts');
  const mayApprove = useMay('approve:results');
  const me = useMe().data?.participantId ?? null;
  const own = me !== null && creditedBy(deal).includes(me);
  return (
    <div className="flex flex-col gap-5">
      <KeyValueList
        rows={[
          { key: 'Amount', value: dealAmount(deal), figure: true },
          { key: 'Date', value: formatDay(deal.date) },
          { key: 'Participant', value: `${deal.participantName} (${deal.participantId})` },
          ...(deal.splits.length > 0
            ? [{ key: 'Split', value: <Shares of={deal.splits} deal={deal} /> }]
            : []),
          ...(deal.overlays.length > 0
            ? [{ key: 'On top (overlay)', value: <Shares of={deal.overlays} deal={deal} /> }]
            : []),
          { key: 'Kind', value: deal.kind },
          { key: 'Approved', value: approvalText(deal) },
          { key: 'Customer', value: deal.customer ?? '—' },
          { key: 'Product', value: deal.product ?? '—' },
          { key: 'Territory', value: deal.territory ?? '—' },
          ...Object.entries(deal.ownFields).map(([key, value]) => ({ key, value })),
        ]}
      />
      {mayApprove && !own && deal.awaits.length > 0 ? <ApproveResult dealId={deal.id} /> : null}
      {mayPayouts ? <DealCredits dealId={deal.id} /> : null}
      <section aria-label="Where it came from" className="flex flex-col gap-2">
        <h3 className="font-semibold">Where it came from</h3>
        {provenance.importId ? (
          <>
            <p>
              Line {formatCount(provenance.importLine)} of{' '}
              <Link className="text-primary-text underline" {...paths.import(provenance.importId)}>
                {deal.importFileName ?? 'the imported file'}
              </Link>
            </p>
            {provenance.sourceText ? (
              <CodeBlock label="original row" code={provenance.sourceText} wrap />
            ) : null}
          </>
        ) : (
          <p className="text-fg-2">It came with the sample workspace, not from a file.</p>
        )}
      </section>
      <section aria-label="History" className="flex flex-col gap-2">
        <h3 className="font-semibold">History</h3>
        {deal.history.length === 0 ? <p className="text-fg-2">Never changed since it came in.</p> : null}
        {deal.history.map((past) => (
          <div key={past.replacedAt} className="rounded-lg border px-3 py-2">
            <p className="text-12 text-fg-2">
              Until {formatMoment(past.replacedAt)}
              {past.importId ? (
                <>
                  {', replaced by '}
                  <Link className="text-primary-text underline" {...paths.import(past.importId)}>
                    an import
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

/** Who has which part of a deal, by name. */
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

/** When it was approved, by whom and why, or what waits for that. */
function approvalText({ approvedOn, approval, awaits }: DealDetail): string {
  const waiting = awaits.map(({ componentName, planName }) => `${componentName} of ${planName}`);
  if (approvedOn === null)
    return waiting.length === 0 ? '—' : `Not yet; until then not in ${waiting.join(', ')}`;
  return approval === null
    ? formatDay(approvedOn)
    : `${formatMoment(approval.at)}, ${approval.by}: ${approval.reason}`;
}

/** The fields in which a past state differs from the deal as it stands. */
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
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
