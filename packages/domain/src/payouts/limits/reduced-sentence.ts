import { type Decimal, decimal, ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';

/**
 * The sentence of a line whose pay became `amount` after it was said: that amount at its head, and at its end why it is no longer
 * what the rate paid. `name` is the component's.
 */
export function reducedMessage(
  line: { readonly message: string; readonly amount: string },
  now: {
    readonly name: string;
    readonly amount: Decimal;
    readonly currency: string;
    readonly why: (before: string) => string;
  },
): string {
  const { name, amount, currency, why } = now;
  const before = decimal(line.amount);
  const shown = (value: Decimal) => `${money(value.abs(), currency)} ${currency}`;
  const head = `${name} ${before.lt(ZERO) ? 'takes back' : 'pays'} ${shown(before)}`;
  const verb = amount.eq(ZERO) ? 'nothing' : shown(amount);
  const said = line.message.startsWith(head)
    ? `${head.slice(0, -shown(before).length)}${verb}${line.message.slice(head.length, -1)}`
    : line.message.slice(0, -1);
  return `${said}; ${why(shown(before))}.`;
}
