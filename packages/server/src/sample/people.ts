import type { Participant } from '@attain/domain/quotas/participant';
import { drawName, emailOf, type NamePool } from './companies/names.ts';
import { type LevelRecipe, type Recipe, segmentOf, type TeamRecipe } from './companies/recipe.ts';
import { dayNumber, FISCAL_YEAR, isoDay, later, weekdayOnOrBefore } from './days.ts';
import { type Prng, stream } from './prng.ts';

/** A participant as the workspace shows them. */
export interface SampleParticipant extends Participant {
  readonly email: string;
  /** At the end of the year, or on the last day. */
  readonly title: string;
  /** ISO 4217: the currency of the target variable, and of the plan that pays. */
  readonly currency: string;
}

/** A spell of one rep in one team and one territory, both dates included; null = until further notice. */
export interface Job {
  readonly participantId: string;
  readonly team: string;
  readonly segment: string;
  readonly territory: string;
  /** Index into the segment's levels. */
  readonly level: number;
  readonly from: string;
  readonly to: string | null;
}

/** Who manages a team, and from when to when. */
export interface ManagerTerm {
  readonly team: string;
  readonly managerId: string;
  readonly from: string;
  readonly to: string | null;
}

export interface People {
  readonly participants: readonly SampleParticipant[];
  /** Leader key → participant id. */
  readonly leaderIds: ReadonlyMap<string, string>;
  readonly managerTerms: readonly ManagerTerm[];
  readonly jobs: readonly Job[];
}

/** Before this day the workspace keeps no jobs, lines or territories. */
export const RECORDS_BEGIN = '2024-01-01';
const MID_YEAR = '2025-07-01';

/** Invents everybody of the company: leaders, managers, reps, hires and leavers, with their dated jobs. */
export function inventPeople(recipe: Recipe, reservedNames: readonly string[]): People {
  const desk = openDesk(recipe, reservedNames);
  const leaderIds = new Map(
    recipe.leaders.map((leader) => {
      const pay = { title: leader.title, currency: leader.currency, targetVariable: leader.targetVariable };
      return [
        leader.key,
        desk.enter({ ...pay, pool: leader.pool, hiredOn: earlyHire(desk.prng), leftOn: null }),
      ];
    }),
  );
  const managerTerms = recipe.teams.flatMap((team) => enterManagers(recipe, team, desk));
  const jobs = enterReps(recipe, desk);
  return { participants: desk.participants, leaderIds, managerTerms, jobs };
}

interface Entry {
  readonly title: string;
  readonly currency: string;
  readonly targetVariable: number | null;
  readonly commissionRatePercent?: string | null;
  readonly pool: NamePool;
  readonly hiredOn: string;
  readonly leftOn: string | null;
}

interface Desk {
  readonly prng: Prng;
  readonly participants: SampleParticipant[];
  /** Adds a participant under the next id and returns the id. */
  enter(entry: Entry): string;
}

function openDesk(recipe: Recipe, reservedNames: readonly string[]): Desk {
  const prng = stream(`${recipe.key}/people`);
  const taken = new Set(reservedNames);
  const participants: SampleParticipant[] = [];
  function enter(entry: Entry): string {
    const id = `${recipe.idPrefix}-${1001 + participants.length}`;
    const name = drawName(prng, entry.pool, taken);
    participants.push({
      id,
      name,
      email: emailOf(name, recipe.emailDomain),
      title: entry.title,
      hiredOn: entry.hiredOn,
      leftOn: entry.leftOn,
      currency: entry.currency,
      targetVariableAnnual: entry.targetVariable === null ? null : `${entry.targetVariable}.00`,
      commissionRatePercent: entry.commissionRatePercent ?? null,
    });
    return id;
  }
  return { prng, participants, enter };
}

function enterManagers(recipe: Recipe, team: TeamRecipe, desk: Desk): ManagerTerm[] {
  const segment = segmentOf(recipe, team.segment);
  const top = segment.levels.at(-1)!.targetVariable ?? 60_000;
  const common = {
    title: team.title,
    currency: segment.currency,
    targetVariable: Math.round((top * 115) / 100_000) * 1000,
    pool: team.pool,
  };
  const lastDay = recipe.events.handovers.find((each) => each.team === team.key)?.lastDay ?? null;
  const managerId = desk.enter({ ...common, hiredOn: earlyHire(desk.prng), leftOn: lastDay });
  const first = { team: team.key, managerId, from: RECORDS_BEGIN, to: lastDay };
  if (lastDay === null) return [first];
  const from = isoDay(dayNumber(lastDay) + 1);
  const successor = desk.enter({ ...common, hiredOn: from, leftOn: null });
  return [first, { team: team.key, managerId: successor, from, to: null }];
}

/** What the year holds for a rep beyond doing the job. */
type Fate = 'stays' | 'hired' | 'leaves' | 'changes-territory';

function enterReps(recipe: Recipe, desk: Desk): Job[] {
  const seats = recipe.teams.flatMap((team) =>
    Array.from({ length: team.seats }, (_, seat) => ({ team, seat })),
  );
  const fates = drawFates(recipe, seats.length, desk.prng, (index) => {
    const { team, seat } = seats[index]!;
    return index === 0 || recipe.events.moves.some((move) => move.team === team.key && move.seat === seat);
  });
  return seats.flatMap(({ team, seat }, index) =>
    enterRep(recipe, { team, seat, fate: fates[index]! }, desk),
  );
}

function drawFates(recipe: Recipe, count: number, prng: Prng, isSettled: (index: number) => boolean): Fate[] {
  const fates = Array.from({ length: count }, (): Fate => 'stays');
  const { hires, leavers, territoryChanges } = recipe.events;
  const wanted: Fate[] = [
    ...Array.from({ length: hires }, (): Fate => 'hired'),
    ...Array.from({ length: leavers }, (): Fate => 'leaves'),
    ...Array.from({ length: territoryChanges }, (): Fate => 'changes-territory'),
  ];
  for (const fate of wanted) {
    let index = prng.below(count);
    while (isSettled(index) || fates[index] !== 'stays') index = prng.below(count);
    fates[index] = fate;
  }
  return fates;
}

function enterRep(
  recipe: Recipe,
  place: { readonly team: TeamRecipe; readonly seat: number; readonly fate: Fate },
  desk: Desk,
): Job[] {
  const { team, seat, fate } = place;
  const { prng } = desk;
  const move = recipe.events.moves.find((each) => each.team === team.key && each.seat === seat);
  const lastTeam = recipe.teams.find((each) => each.key === move?.toTeam) ?? team;
  const isPromotion = lastTeam.segment !== team.segment;
  const level = isPromotion ? 0 : drawLevel(prng, segmentOf(recipe, team.segment).levels, fate);
  const lastSegment = segmentOf(recipe, lastTeam.segment);
  const pay = lastSegment.levels[level]!;
  const hiredOn = fate === 'hired' ? randomWeekday(prng, '2025-01-06', '2025-11-17') : repHire(prng);
  const leftOn = fate === 'leaves' ? randomWeekday(prng, '2025-02-28', '2025-11-28') : null;
  const participantId = desk.enter({
    ...pay,
    currency: lastSegment.currency,
    pool: team.pool,
    hiredOn,
    leftOn,
  });

  const from = later(hiredOn, RECORDS_BEGIN);
  const job = { participantId, team: team.key, segment: team.segment, level };
  const territory = team.territories[seat % team.territories.length]!;
  const change = move?.on ?? (fate === 'changes-territory' ? MID_YEAR : null);
  if (change === null) return [{ ...job, territory, from, to: leftOn }];
  const nextTerritory =
    move === undefined ? team.territories[(seat + 1) % team.territories.length]! : lastTeam.territories[0]!;
  return [
    { ...job, territory, from, to: isoDay(dayNumber(change) - 1) },
    {
      ...job,
      team: lastTeam.key,
      segment: lastTeam.segment,
      territory: nextTerritory,
      from: change,
      to: null,
    },
  ];
}

/** New people start at the lowest level; a third of the others are senior. */
function drawLevel(prng: Prng, levels: readonly LevelRecipe[], fate: Fate): number {
  return fate === 'hired' ? 0 : Math.min(prng.pick([0, 0, 0, 1, 1, 2]), levels.length - 1);
}

function earlyHire(prng: Prng): string {
  return randomWeekday(prng, '2016-02-01', '2023-11-30');
}

/** One in twelve reps joined in the last quarter of the year before and is still ramping. */
function repHire(prng: Prng): string {
  return prng.chance(83)
    ? randomWeekday(prng, '2024-10-07', '2024-12-13')
    : randomWeekday(prng, '2018-01-08', '2024-08-30');
}

function randomWeekday(prng: Prng, from: string, to: string): string {
  return isoDay(weekdayOnOrBefore(prng.between(dayNumber(from), dayNumber(to))));
}

/** Whether the participant is employed on that date. */
export function isEmployed(participant: Participant, date: string): boolean {
  const { hiredOn, leftOn } = participant;
  return (hiredOn === null || hiredOn <= date) && (leftOn === null || date <= leftOn);
}

/** The part of a job inside the generated year; null when it lies outside. */
export function withinYear(job: Job): { readonly from: string; readonly to: string } | null {
  const from = later(job.from, FISCAL_YEAR.from);
  const to = job.to !== null && job.to < FISCAL_YEAR.to ? job.to : FISCAL_YEAR.to;
  return from <= to ? { from, to } : null;
}
