import type { PlanTest } from '@attain/domain/findings/plan-test';

/** The test without empty rows and fields. */
export function tidyCase(test: PlanTest): PlanTest {
  const { amounts = [], total, rejected = [] } = test.expect;
  const paid = amounts.filter(({ amount }) => amount !== '');
  return {
    ...test,
    name: test.name.trim(),
    payee: filled(test.payee),
    quotas: test.quotas.filter(({ amount }) => amount !== '').map(filled),
    deals: test.deals.filter(({ amount }) => amount !== '').map(filled),
    exchangeRates: test.exchangeRates.filter(({ rate }) => rate !== '').map(filled),
    expect: {
      ...(paid.length > 0 ? { amounts: paid } : {}),
      ...(total ? { total } : {}),
      ...(rejected.length > 0 ? { rejected } : {}),
    },
  };
}

function filled<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== '' && value !== undefined),
  ) as Row;
}
