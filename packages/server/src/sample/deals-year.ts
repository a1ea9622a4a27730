import type { SampleCustomer } from './companies/customers.ts';
import { type Recipe, type SegmentRecipe, segmentOf } from './companies/recipe.ts';
import { isoDay } from './days.ts';
import { apportion, lognormal, ONE, type Prng, stream } from './prng.ts';
import type { Career } from './quotas-year.ts';
import { type DraftDeal, decimalOfCents, type Market, type SampleDeal } from './selling/market.ts';
import { drawReturns } from './selling/returns.ts';
import { careerDays, holds, sellingDays } from './selling/selling-days.ts';
import { drawSplits } from './selling/splits.ts';

/**
 * The sales and returns of the year in date order, exactly `recipe.dealCount`. Each rep's paying sales are scaled so
 * that the year brings that rep's talent × quota before splits and returns; sizes are lognormal around it.
 */
export function dealsOfYear(market: Market): SampleDeal[] {
  const { recipe, careers } = market;
  const days = careers.map((career) =>
    careerDays(career, sellingDays(segmentOf(recipe, career.segment).salesPercents)),
  );
  const expected = careers.map((career, i) =>
    Math.floor((days[i]!.total * segmentOf(recipe, career.segment).dealsPerYear) / 1000),
  );
  const counts = apportion(recipe.dealCount - recipe.returnCount, expected);
  const prng = stream(`${recipe.key}/deals`);
  const talents = drawTalents(recipe, careers);
  const customers = new Map<string, SampleCustomer[]>();
  for (const customer of market.customers) {
    customers.set(customer.territory, [...(customers.get(customer.territory) ?? []), customer]);
  }
  const sales = careers.flatMap((career, i) =>
    salesOf(market, {
      career,
      talent: talents.get(career.participant.id)!,
      customers,
      prng,
      days: Array.from({ length: counts[i]! }, () => days[i]!.dayAt(prng.below(days[i]!.total))),
    }),
  );
  return numbered(recipe, [...sales, ...drawReturns(market, sales)]);
}

/** How much of the quota each rep tends to reach, in 1/65,536; one in 20 shines, one in 14 struggles. */
function drawTalents(recipe: Recipe, careers: readonly Career[]): Map<string, number> {
  const prng = stream(`${recipe.key}/talents`);
  return new Map(
    careers.map(({ participant }) => {
      const usual = (lognormal(prng, 170) * 1016) / 1000;
      const luck = prng.below(1000);
      const factor = luck < 50 ? 150 : luck < 120 ? 58 : participant.leftOn === null ? 100 : 82;
      return [participant.id, Math.floor((usual * factor) / 100)];
    }),
  );
}

interface Seller {
  readonly career: Career;
  readonly talent: number;
  readonly customers: ReadonlyMap<string, readonly SampleCustomer[]>;
  readonly prng: Prng;
  readonly days: readonly number[];
}

function salesOf(market: Market, seller: Seller): DraftDeal[] {
  const { career, prng } = seller;
  const segment = segmentOf(market.recipe, career.segment);
  const sizes = seller.days.map((day) => {
    const product = drawProduct(segment, prng);
    return {
      day,
      product,
      size: Math.floor((lognormal(prng, segment.sizeSigmaPerMille) * product.sizePercent) / 100),
    };
  });
  const paying = sizes.filter((sale) => sale.product.pays);
  const sum = (paying.length > 0 ? paying : sizes).reduce((all, sale) => all + sale.size, 0);
  // The 3 % on top make up for what returns will take away.
  const yearUnits = career.bookings.reduce((all, bookings) => all + bookings, 0) * 103;
  const yearCents = Math.floor((yearUnits * seller.talent) / ONE);
  return sizes.map(({ day, product, size }) => {
    const job = career.jobs.find((each) => holds(each, day))!;
    const customer = drawCustomer(seller.customers.get(job.territory)!, prng);
    const planned = Math.floor((size * yearCents) / sum);
    const cents = roundPrice(market.exchange(planned, segment.currency, customer.currency, day), prng);
    return {
      date: isoDay(day),
      day,
      cents,
      amount: decimalOfCents(cents),
      unit: '$',
      currency: customer.currency,
      participantId: job.participantId,
      splits: drawSplits(market, { job, segment, day, prng }),
      kind: 'sale',
      product: product.name,
      territory: job.territory,
      customer: customer.name,
      sale: null,
    };
  });
}

function drawProduct(segment: SegmentRecipe, prng: Prng): SegmentRecipe['products'][number] {
  const total = segment.products.reduce((all, product) => all + product.weight, 0);
  let draw = prng.below(total);
  for (const product of segment.products) {
    draw -= product.weight;
    if (draw < 0) return product;
  }
  throw new Error(`Sample segment ${segment.key} has no products.`);
}

/** A few customers buy often, most seldom. */
function drawCustomer(customers: readonly SampleCustomer[], prng: Prng): SampleCustomer {
  return customers[prng.below(prng.below(customers.length) + 1)]!;
}

/** Prices people quote: whole units, tens from 5,000 and fifties from 20,000; one in five keeps its cents. */
function roundPrice(cents: number, prng: Prng): number {
  if (prng.chance(200)) return Math.max(cents, 4_900);
  const step = cents >= 2_000_000 ? 5_000 : cents >= 500_000 ? 1_000 : 100;
  return Math.max(Math.round(cents / step) * step, 4_900);
}

/** Gives every deal its id in date order and turns the sale of a return into that sale's id. */
function numbered(recipe: Recipe, drafts: readonly DraftDeal[]): SampleDeal[] {
  const inOrder = drafts
    .map((draft, index) => ({ draft, index }))
    .sort((x, y) => x.draft.day - y.draft.day || x.index - y.index);
  const width = String(inOrder.length).length;
  const ids = new Map(
    inOrder.map(({ draft }, i) => [draft, `${recipe.idPrefix}-D25-${String(i + 1).padStart(width, '0')}`]),
  );
  return inOrder.map(({ draft }) => {
    const { day: _day, cents: _cents, sale, ...deal } = draft;
    return { id: ids.get(draft)!, ...deal, returnOf: sale === null ? null : ids.get(sale)! };
  });
}
