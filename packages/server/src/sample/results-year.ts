import { type Recipe, segmentOf } from './companies/recipe.ts';
import { dayNumber, isoDay, QUARTERS, weekdayOnOrBefore } from './days.ts';
import { type Prng, stream } from './prng.ts';
import { type Career, measuredMonths } from './quotas-year.ts';
import type { SampleDeal } from './selling/market.ts';

/**
 * The measured results of the year, one `Score` and one `Count` per rep and month, dated on the month's last weekday:
 * pipeline hygiene between 40 and 100 with one decimal, and strategic wins (whole, often none).
 */
export function resultsOfYear(recipe: Recipe, careers: readonly Career[]): SampleDeal[] {
  const prng = stream(`${recipe.key}/results`);
  return careers.flatMap((career) => {
    const { measured } = segmentOf(recipe, career.segment);
    if (measured === null) return [];
    const habitTenths = prng.between(690, 880);
    const winsPerMille = prng.between(750, 1150);
    return QUARTERS.flatMap((quarter) =>
      measuredMonths(career, quarter).flatMap((monthEnd): SampleDeal[] => {
        const tenths = Math.min(1000, Math.max(400, habitTenths + Math.floor((prng.normal() * 60) / 65_536)));
        const monthly = Math.floor((measured.winsPerQuarter[quarter.number - 1]! * winsPerMille) / 3);
        const score = `${Math.floor(tenths / 10)}.${tenths % 10}`;
        const wins = String(drawWins(prng, monthly));
        return [
          result(recipe, career, { monthEnd, unit: 'Score', amount: score }),
          result(recipe, career, { monthEnd, unit: 'Count', amount: wins }),
        ];
      }),
    );
  });
}

/** About `perMille` thousandths of a win: four tries, each with a quarter of that chance. */
function drawWins(prng: Prng, perMille: number): number {
  let wins = 0;
  for (let attempt = 0; attempt < 4; attempt++) if (prng.chance(Math.floor(perMille / 4))) wins++;
  return wins;
}

function result(
  recipe: Recipe,
  career: Career,
  measured: { readonly monthEnd: string; readonly unit: 'Score' | 'Count'; readonly amount: string },
): SampleDeal {
  const { monthEnd, unit, amount } = measured;
  const participantId = career.participant.id;
  return {
    id: `${recipe.idPrefix}-${unit === 'Score' ? 'S' : 'C'}25-${monthEnd.slice(5, 7)}-${participantId.slice(-4)}`,
    date: isoDay(weekdayOnOrBefore(dayNumber(monthEnd))),
    amount,
    unit,
    currency: null,
    participantId,
    splits: [],
    kind: 'result',
    product: null,
    territory: null,
    customer: null,
    returnOf: null,
  };
}
