import { isoDay, QUARTERS, weekdayOnOrBefore } from '../days.ts';
import { isEmployed } from '../people.ts';
import { stream } from '../prng.ts';
import { type DraftDeal, decimalOfCents, type Market } from './market.ts';

/**
 * Takes back `recipe.returnCount` different sales, 7 to 75 days later and within the year, four in seven wholly, the
 * others 20 to 60 %. A return keeps the sale's people, product, customer and currency, so it credits back what the
 * sale credited; everybody concerned is employed through that
 * whole quarter.
 */
export function drawReturns(market: Market, sales: readonly DraftDeal[]): DraftDeal[] {
  const { recipe, people } = market;
  const prng = stream(`${recipe.key}/returns`);
  const byId = new Map(people.participants.map((participant) => [participant.id, participant]));
  const used = new Set<DraftDeal>();
  const returns: DraftDeal[] = [];
  while (returns.length < recipe.returnCount) {
    const sale = prng.pick(sales);
    const day = weekdayOnOrBefore(sale.day + prng.between(7, 75));
    const date = isoDay(day);
    const credited = [sale.participantId, ...sale.splits.map((split) => split.participantId)];
    const quarter = QUARTERS.find((each) => each.from <= date && date <= each.to);
    if (quarter === undefined || used.has(sale)) continue;
    const present = (id: string) =>
      isEmployed(byId.get(id)!, quarter.from) && isEmployed(byId.get(id)!, quarter.to);
    if (!credited.every(present)) continue;
    used.add(sale);
    const percent = prng.chance(571) ? 100 : prng.between(4, 12) * 5;
    const cents = -Math.floor((sale.cents * percent) / 100);
    returns.push({ ...sale, date, day, cents, amount: decimalOfCents(cents), kind: 'return', sale });
  }
  return returns;
}
