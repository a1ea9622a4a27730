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

/** Names a line of a calculation, or what one deal earned in it (null: the whole line); empty where it is not chosen yet. */
export type PaidDeal = {
  participantId: string;
  calculationId: string;
  componentId: string;
  dealId: string | null;
};

/** Nothing is chosen yet. */
export const noPaidDeal: PaidDeal = { participantId: '', calculationId: '', componentId: '', dealId: '' };

/** All that a line paid. */
export const wholeOf = ({ runId, participantId, componentId }: LineKey): PaidDeal => ({
  ...{ participantId, componentId, dealId: null },
  calculationId: runId,
});

export type PaidDealFieldsProps = { value: PaidDeal; onValueChange: (deal: PaidDeal) => void };

export type PartOfLineProps = PaidDealFieldsProps & { currency: string; amount: string };

/** Chooses the whole line or one deal in it; of a line without deals there is only the whole. Of many deals a search finds one. */
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
          label="Search deals or customers"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <Field
        label="What of it"
        required
        hint={foundWords(deals.length, { settled, searches, complete })}
        error={query.isError ? `The deals could not be loaded: ${describeError(query.error)}` : undefined}
      >
        <Select
          value={choiceOf(dealId)}
          disabled={query.isPending}
          onValueChange={(chosen) =>
            onValueChange({ ...value, dealId: chosen === whole ? null : chosen.slice('deal '.length) })
          }
          placeholder="The whole line, or a deal…"
          options={[
            { value: whole, label: 'The whole line', hint: `pays ${formatMoney(amount, { currency })}` },
            // what was chosen stays chosen when another search no longer finds it
            ...(dealId && !isFound ? [{ value: choiceOf(dealId), label: dealId }] : []),
            ...deals,
          ]}
        />
      </Field>
      {query.isSuccess && !complete ? (
        <Button size="sm" busy={query.isFetchingNextPage} onClick={loadMore}>
          More deals
        </Button>
      ) : null}
    </div>
  );
}

const whole = 'whole line';

/** So many are read through at a glance. */
const fewDeals = 12;

const choiceOf = (dealId: string | null) => (dealId === null ? whole : dealId && `deal ${dealId}`);

/** One entry for each deal, with all that it earned in the line. */
function dealChoices(credits: readonly PayoutCredit[], currency: string) {
  const byDeal = new Map<string, PayoutCredit[]>();
  for (const credit of credits) byDeal.set(credit.dealId, [...(byDeal.get(credit.dealId) ?? []), credit]);
  return [...byDeal].map(([dealId, all]) => ({
    value: choiceOf(dealId),
    label: dealId,
    hint: [
      all[0] ? formatDay(all[0].date) : '',
      all[0]?.deal?.customer ?? '',
      `earned ${all.map(({ earned }) => formatMoney(earned, { currency })).join(' + ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  }));
}

function foundWords(count: number, at: { settled: string; searches: boolean; complete: boolean }) {
  if (!at.searches) return undefined;
  if (count === 0) return at.complete ? `No deal like “${at.settled}”` : undefined;
  return `${count}${at.complete ? '' : ' and more'} ${count === 1 && at.complete ? 'deal' : 'deals'}`;
}
