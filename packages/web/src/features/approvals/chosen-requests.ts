import { maxDecidedAtOnce } from '@attain/domain/approvals/approval-moves';
import type { ApprovalRequest } from '../../api/shapes.ts';
import { sumByCurrency } from '../../base/sum-by-currency.ts';

/** What of a list can be decided together: the first of those the reader can decide, and those of them that are chosen. */
export function chosenOf(rows: readonly ApprovalRequest[], chosen: readonly string[]) {
  const able = rows.filter(({ mayDecide }) => mayDecide);
  // those that were decided are no longer there
  const picked = able.filter(({ id }) => chosen.includes(id)).slice(0, maxDecidedAtOnce);
  return { able, first: able.slice(0, maxDecidedAtOnce), picked };
}

/** The sum of their amounts, one for each currency. */
export function totalsOf(requests: readonly Pick<ApprovalRequest, 'amount' | 'currency'>[]) {
  return sumByCurrency(
    requests.flatMap(({ amount, currency }) =>
      amount === null || currency === null ? [] : [{ amount, currency }],
    ),
  );
}
