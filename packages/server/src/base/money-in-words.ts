/** An amount as sentences show it: `$3,163,154.71`. Exact: the text never passes through a binary float. */
export function moneyInWords(amount: string, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount as `${number}`);
}
