import { decimal } from '../../base/decimal.ts';
import { moneyText } from '../../base/money.ts';
import type { EarlierPay } from '../../payouts/payout.ts';
import { minorUnits } from '../statistics.ts';

/** More digits than an amount may be told with to a later period (BASE-1). */
const UNTOLD = 10n ** 20n;

/** What a scenario has paid and carried so far, component by component, in minor units: what its later periods are told. */
export class RememberedPay {
  readonly #carried = new Map<string, bigint>();
  readonly #paid = new Map<string, { readonly from: string; readonly amount: bigint }[]>();

  /** The same once more, so that another scenario goes on from here. */
  copy(): RememberedPay {
    const copy = new RememberedPay();
    for (const [id, carried] of this.#carried) copy.#carried.set(id, carried);
    for (const [id, paid] of this.#paid) copy.#paid.set(id, paid);
    return copy;
  }

  /** What earlier periods of one payee have paid, and what the last of them carried. */
  static of(earlier: readonly EarlierPay[], currency: string): RememberedPay {
    const known = new RememberedPay();
    const units = (amount: string) => minorUnits(moneyText(decimal(amount), currency));
    for (const one of earlier.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
      const { amount, carried, componentId, from } = one;
      const before = known.#paid.get(componentId) ?? [];
      known.#carried.set(componentId, units(carried));
      known.#paid.set(componentId, [...before, { from, amount: units(amount) }]);
    }
    return known;
  }

  /** Whether anything was carried into the next period for one of the components. */
  owes(components: readonly string[]): boolean {
    return components.some((id) => (this.#carried.get(id) ?? 0n) !== 0n);
  }

  /**
   * What is paid of a line's worth in a period that begins on `from`: with what was carried here, up to the limit that carries
   * (PAY-33), less what the window has paid already (MEASURE-4). It is remembered; null where it is too much to be told.
   */
  pay(
    componentId: string,
    from: string,
    { max, deductsFrom, worth }: { max: bigint | null; deductsFrom: string | null; worth: bigint },
  ): bigint | null {
    const carriedIn = this.#carried.get(componentId) ?? 0n;
    const claim = worth + carriedIn;
    const before = this.#paid.get(componentId) ?? [];
    const deducted = deductsFrom === null ? [] : before.filter((one) => one.from >= deductsFrom);
    const amount = within(claim, max) - deducted.reduce((all, one) => all + one.amount, 0n);
    const carried = max !== null || carriedIn !== 0n ? claim - amount : 0n;
    if (within(amount, UNTOLD) !== amount || within(carried, UNTOLD) !== carried) return null;
    this.#carried.set(componentId, carried);
    this.#paid.set(componentId, [...before, { from, amount }]);
    return amount;
  }
}

/** An amount held to ± a limit; null: none. */
export function within(amount: bigint, max: bigint | null): bigint {
  if (max === null) return amount;
  return amount > max ? max : amount < -max ? -max : amount;
}
