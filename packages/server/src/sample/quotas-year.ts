import type { Quota } from '@attain/domain/quotas/participant';
import { type Recipe, segmentOf } from './companies/recipe.ts';
import { dayNumber, MONTH_ENDS, QUARTERS, type Quarter } from './days.ts';
import { isEmployed, type Job, type People, type SampleParticipant, withinYear } from './people.ts';
import { stream } from './prng.ts';

/** All consecutive jobs of one rep in one segment: what is planned, sold and scaled together. */
export interface Career {
  readonly participant: SampleParticipant;
  readonly segment: string;
  readonly jobs: readonly Job[];
  /** What is to be booked in each quarter of the year, whole units of the segment's currency. */
  readonly bookings: readonly [number, number, number, number];
}

/** Percent of the full quota in the quarter of hire and the ones after it; from the fourth on 100. */
const RAMP_PERCENTS = [30, 60, 85] as const;

/** The careers that touch the generated year, with what each quarter is to bring: seasonal, ramped, by days employed. */
export function planCareers(recipe: Recipe, people: People): Career[] {
  const prng = stream(`${recipe.key}/quotas`);
  const groups = new Map<string, Job[]>();
  for (const job of people.jobs) {
    if (withinYear(job) === null) continue;
    const key = `${job.participantId} ${job.segment}`;
    groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  return [...groups.values()].map((jobs) => {
    const { participantId, segment, level } = jobs[0]!;
    const participant = people.participants.find((each) => each.id === participantId)!;
    const yearly = segmentOf(recipe, segment).levels[level]!.yearlyBookings;
    const personal = Math.round((yearly * prng.between(36, 45)) / 40);
    const shares = segmentOf(recipe, segment).quotaPercents;
    const inQuarter = (quarter: Quarter) =>
      bookingsOf({ yearly: personal, share: shares[quarter.number - 1]!, participant, jobs, quarter });
    const [first, second, third, fourth] = QUARTERS;
    const bookings = [inQuarter(first!), inQuarter(second!), inQuarter(third!), inQuarter(fourth!)] as const;
    return { participant, segment, jobs, bookings };
  });
}

/** Quarterly quotas of every rep who has one: bookings, hygiene score and strategic wins. */
export function quotasOfYear(recipe: Recipe, careers: readonly Career[]): Quota[] {
  return careers.flatMap((career) => {
    const segment = segmentOf(recipe, career.segment);
    if (!segment.hasQuota) return [];
    return QUARTERS.flatMap((quarter): Quota[] => {
      const bookings = career.bookings[quarter.number - 1]!;
      if (bookings === 0) return [];
      const span = {
        participantId: career.participant.id,
        componentId: null,
        from: quarter.from,
        to: quarter.to,
      };
      const quotas: Quota[] = [{ ...span, unit: '$', amount: `${bookings}.00` }];
      const months = measuredMonths(career, quarter).length;
      if (segment.measured === null || months === 0) return quotas;
      const wins = Math.max(
        1,
        Math.floor((segment.measured.winsPerQuarter[quarter.number - 1]! * months) / 3),
      );
      quotas.push({ ...span, unit: 'Score', amount: `${segment.measured.scorePerMonth * months}` });
      quotas.push({ ...span, unit: 'Count', amount: `${wins}` });
      return quotas;
    });
  });
}

/** The month ends of a quarter on which the rep holds the job: the days a score and a count are taken. */
export function measuredMonths(career: Career, quarter: Quarter): string[] {
  return MONTH_ENDS.filter(
    (end) =>
      quarter.from <= end &&
      end <= quarter.to &&
      isEmployed(career.participant, end) &&
      career.jobs.some((job) => job.from <= end && (job.to === null || end <= job.to)),
  );
}

/** Percent of full productivity in a quarter for somebody hired on that day. */
export function rampPercent(hiredOn: string | null, quarter: Quarter): number {
  if (hiredOn === null) return 100;
  const hired = Number(hiredOn.slice(0, 4)) * 4 + Math.floor((Number(hiredOn.slice(5, 7)) - 1) / 3);
  return RAMP_PERCENTS[2025 * 4 + quarter.number - 1 - hired] ?? 100;
}

/** Yearly figure × seasonal share × ramp × days in the job ÷ days of the quarter, to the nearest 500, at least 500. */
function bookingsOf(from: {
  readonly yearly: number;
  readonly share: number;
  readonly participant: SampleParticipant;
  readonly jobs: readonly Job[];
  readonly quarter: Quarter;
}): number {
  const { quarter } = from;
  const first = dayNumber(quarter.from);
  const last = dayNumber(quarter.to);
  let days = 0;
  for (const job of from.jobs) {
    const begin = Math.max(first, dayNumber(job.from));
    const end = job.to === null ? last : Math.min(last, dayNumber(job.to));
    days += Math.max(0, end - begin + 1);
  }
  if (days === 0) return 0;
  const ramped = from.yearly * from.share * rampPercent(from.participant.hiredOn, quarter) * days;
  return Math.max(1, Math.round(ramped / (10_000 * (last - first + 1) * 500))) * 500;
}
