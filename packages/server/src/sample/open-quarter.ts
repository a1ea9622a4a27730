import type { Quota } from '@attain/domain/quotas/participant';
import type { Recipe } from './companies/recipe.ts';
import { dayNumber, FISCAL_YEAR, isoDay, OPEN_QUARTERS, QUARTERS, SAMPLE_DAY } from './days.ts';
import { isEmployed } from './people.ts';
import { type Prng, stream } from './prng.ts';
import type { SampleTenant } from './sample-tenant.ts';
import { decimalOfCents, type SampleDeal } from './selling/market.ts';

/** The same weekday of the next quarter. */
const THIRTEEN_WEEKS = 91;
const [FIRST_QUARTER] = OPEN_QUARTERS;
const FOURTH_QUARTER = QUARTERS[3]!;
const LAST_WEEKDAY_OF_JANUARY = '2026-01-30';

type IsThere = (participantId: string, day: string) => boolean;

/**
 * Adds the year that has begun to a company whose year is over: its quotas, and its deals, scores and counts up to the sample's day.
 * Every sale of the fourth quarter's first weeks comes again 13 weeks later, to another customer and in another size. The random
 * stream is its own, so all other rows stay as they are.
 */
export function addOpenQuarter(company: SampleTenant, { key, idPrefix }: Recipe): SampleTenant {
  const people = new Map(company.participants.map((one) => [one.id, one]));
  const isThere: IsThere = (id, day) => isEmployed(people.get(id)!, day);
  return {
    ...company,
    fixedDay: SAMPLE_DAY,
    quotas: [...company.quotas, ...quotasOf(company, isThere)],
    deals: [
      ...company.deals,
      ...salesOf(company, isThere, { prng: stream(`${key}/open-quarter`), idPrefix }),
    ],
    results: [...company.results, ...resultsOf(company, isThere)],
  };
}

/** Each quarter asks for 6% more than a year before, or than the fourth quarter of those who were hired during the year. */
function quotasOf({ quotas }: SampleTenant, isThere: IsThere): Quota[] {
  const wasThere = ({ participantId }: Quota) => isThere(participantId, FISCAL_YEAR.from);
  const measureOf = ({ participantId, unit }: Quota) => `${participantId} ${unit}`;
  const ofYear = Map.groupBy(quotas, measureOf);
  return quotas
    .filter((quota) => quota.from === FOURTH_QUARTER.from && isThere(quota.participantId, FIRST_QUARTER.from))
    .flatMap((last) =>
      OPEN_QUARTERS.map(({ number, from, to }): Quota => {
        const before = ofYear.get(measureOf(last))!.find((one) => one.from === QUARTERS[number - 1]!.from);
        const { amount } = (wasThere(last) ? before : undefined) ?? last;
        return { ...last, from, to, amount: last.unit === '$' ? raised(amount) : amount };
      }),
    );
}

/** To the nearest 500. */
function raised(amount: string): string {
  return `${Math.round((Number(amount) * 106) / 50_000) * 500}.00`;
}

function salesOf(
  { deals, customers }: SampleTenant,
  isThere: IsThere,
  { prng, idPrefix }: { prng: Prng; idPrefix: string },
): SampleDeal[] {
  const buyers = Map.groupBy(customers, ({ territory, currency }) => `${territory} ${currency}`);
  return deals
    .flatMap((deal): SampleDeal[] => {
      const date = isoDay(dayNumber(deal.date) + THIRTEEN_WEEKS);
      const credited = [deal.participantId, ...deal.splits.map(({ participantId }) => participantId)];
      if (deal.kind !== 'sale' || date < FIRST_QUARTER.from || date >= SAMPLE_DAY) return [];
      if (!credited.every((id) => isThere(id, date))) return [];
      const { name } = prng.pick(buyers.get(`${deal.territory} ${deal.currency}`)!);
      return [{ ...deal, date, amount: resized(deal, prng), customer: name }];
    })
    .map((deal, at) => ({ ...deal, id: `${idPrefix}-D26-${String(at + 1).padStart(4, '0')}` }));
}

/** 26% to 108% of the size, in whole units from 1,000 on: the fourth quarter sells half as much again as the first. */
function resized({ amount }: SampleDeal, prng: Prng): string {
  const cents = Math.floor((Number(amount.replace('.', '')) * prng.between(260, 1080)) / 1000);
  return decimalOfCents(Math.max(cents >= 100_000 ? Math.floor(cents / 100) * 100 : cents, 4_900));
}

/** January's scores and counts: those of October again. */
function resultsOf({ results }: SampleTenant, isThere: IsThere): SampleDeal[] {
  return results
    .filter(
      ({ id, participantId }) => id.includes('25-10-') && isThere(participantId, LAST_WEEKDAY_OF_JANUARY),
    )
    .map((one) => ({ ...one, id: one.id.replace('25-10-', '26-01-'), date: LAST_WEEKDAY_OF_JANUARY }));
}
