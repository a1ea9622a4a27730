/** An amount as sentences show it: `$3,163,154.71`. Exact: the text never passes through a binary float. */
export function moneyInWords(amount: string, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount as `${number}`);
}

/** The same with every decimal given, and negatives in brackets: `($1,200.505)`. For statements, as on screen. */
export function exactMoneyInWords(amount: string, currency: string): string {
  const { maximumFractionDigits: minor = 0 } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencySign: 'accounting',
    signDisplay: 'negative',
    minimumFractionDigits: minor,
    maximumFractionDigits: Math.max(minor, amount.split('.')[1]?.length ?? 0),
  });
  return format.format(amount as `${number}`);
}
