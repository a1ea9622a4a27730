import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { creditsQuery } from '../../api/queries.ts';
import type { LineKey, PayoutCredit } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';

/** A paid line, or one deal in it (null: the whole line). Fields are empty until chosen. */
export type PaidDeal = {
  participantId: string;
  calculationId: string;
  componentId: string;
  dealId: string | null;
};

/** The empty choice. */
export const noPaidDeal: PaidDeal = { participantId: '', calculationId: '', componentId: '', dealId: '' };

/** The whole line. */
export const wholeOf = ({ runId, participantId, componentId }: LineKey): PaidDeal => ({
  participantId,
  componentId,
  dealId: null,
  calculationId: runId,
});

export type PaidDealFieldsProps = { value: PaidDeal; onValueChange: (deal: PaidDeal) => void };

export type PartOfLineProps = PaidDealFieldsProps & { currency: string; amount: string };

/** Picks the whole line or one of its deals; long lists get a search field. */
export function PartOfLine({ value, onValueChange, currency, amount }: PartOfLineProps) {
  const { participantId, calculationId, componentId, dealId } = value;
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim());
  const line = { runId: calculationId, participantId, componentId };
  const { rows, complete, loadMore, query } = useRows(creditsQuery(line, settled || undefined));
  const deals = dealChoices(rows, currency);
  const isFound = deals.some((deal) => deal.value === choiceOf(dealId));
  const searches = search !== '' || (query.isSuccess && (!complete || deals.length > fewDeals));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {searches ? (
        <SearchField
          exact
          wide
          label={messages.part.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <Field
        label={messages.part.label}
        required
        hint={foundText(deals.length, { settled, searches, complete })}
        error={query.isError ? messages.part.failure(describeError(query.error)) : undefined}
      >
        <Select
          value={choiceOf(dealId)}
          disabled={query.isPending}
          onValueChange={(chosen) =>
            onValueChange({ ...value, dealId: chosen === whole ? null : chosen.slice('deal '.length) })
          }
          placeholder={messages.part.placeholder}
          options={[
            {
              value: whole,
              label: messages.part.wholeLine,
              hint: messages.part.pays(formatMoney(amount, { currency })),
            },
            // the chosen deal stays listed if the search no longer finds it
            ...(dealId && !isFound ? [{ value: choiceOf(dealId), label: dealId }] : []),
            ...deals,
          ]}
        />
      </Field>
      {query.isSuccess && !complete ? (
        <Button size="sm" busy={query.isFetchingNextPage} onClick={loadMore}>
          {messages.part.more}
        </Button>
      ) : null}
    </div>
  );
}

const whole = 'whole line';

/** Lists of up to this many deals need no search. */
const fewDeals = 12;

const choiceOf = (dealId: string | null) => (dealId === null ? whole : dealId && `deal ${dealId}`);

/** One option per deal, with its earnings in the line. */
function dealChoices(credits: readonly PayoutCredit[], currency: string) {
  const byDeal = new Map<string, PayoutCredit[]>();
  for (const credit of credits) byDeal.set(credit.dealId, [...(byDeal.get(credit.dealId) ?? []), credit]);
  return [...byDeal].map(([dealId, all]) => ({
    value: choiceOf(dealId),
    label: dealId,
    hint: [
      all[0] ? formatDay(all[0].date) : '',
      all[0]?.deal?.customer ?? '',
      messages.part.earned(all.map(({ earned }) => formatMoney(earned, { currency })).join(' + ')),
    ]
      .filter(Boolean)
      .join(', '),
  }));
}

function foundText(count: number, at: { settled: string; searches: boolean; complete: boolean }) {
  if (!at.searches) return undefined;
  if (count === 0) return at.complete ? messages.part.noMatch(at.settled) : undefined;
  return messages.part.found(count, at.complete);
}
