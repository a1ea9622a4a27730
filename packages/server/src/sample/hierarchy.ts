import { type Recipe, segmentOf } from './companies/recipe.ts';
import { dayNumber, earlier, isoDay, later } from './days.ts';
import { type People, RECORDS_BEGIN } from './people.ts';

/** Who reports to whom, both dates included; an open end is null. The head of the company has no line. */
export interface ReportingLine {
  readonly participantId: string;
  readonly managerId: string;
  readonly from: string;
  readonly to: string | null;
}

/** A place where a team sells; deals carry its name. */
export interface SampleTerritory {
  readonly name: string;
  /** Title of the leader it belongs to at the start of the year. */
  readonly region: string;
  readonly segment: string;
}

/** Who works which territory (by name), both dates included; an open end is null. */
export interface TerritoryAssignment {
  readonly participantId: string;
  readonly territory: string;
  readonly from: string;
  readonly to: string | null;
}

/** Which plan (by key) pays whom, both dates included; an open end is null. */
export interface PlanAssignment {
  readonly participantId: string;
  readonly planKey: string;
  readonly from: string;
  readonly to: string | null;
}

/** The dated hierarchy: reps under managers, managers under leaders, leaders under one head. */
export function reportingLines(recipe: Recipe, people: People): ReportingLine[] {
  const idOf = (key: string) => people.leaderIds.get(key)!;
  const leaders = recipe.leaders.flatMap(({ key, boss }): ReportingLine[] =>
    boss === null ? [] : [{ participantId: idOf(key), managerId: idOf(boss), from: RECORDS_BEGIN, to: null }],
  );
  const managers = people.managerTerms.flatMap((term) =>
    bossTerms(recipe, term.team).flatMap(({ boss, ...span }): ReportingLine[] => {
      const shared = overlap(term, span);
      return shared === null ? [] : [{ participantId: term.managerId, managerId: idOf(boss), ...shared }];
    }),
  );
  const reps = people.jobs.flatMap((job) =>
    people.managerTerms.flatMap((term): ReportingLine[] => {
      const shared = term.team === job.team ? overlap(job, term) : null;
      return shared === null
        ? []
        : [{ participantId: job.participantId, managerId: term.managerId, ...shared }];
    }),
  );
  return merge([...leaders, ...managers, ...reps], (line) => `${line.participantId} ${line.managerId}`);
}

/** Every territory of the company, in the order of its teams. */
export function territoriesOf(recipe: Recipe): SampleTerritory[] {
  const byName = new Map<string, SampleTerritory>();
  for (const team of recipe.teams) {
    const region = recipe.leaders.find((leader) => leader.key === team.boss)!.title;
    for (const name of team.territories) byName.set(name, { name, region, segment: team.segment });
  }
  return [...byName.values()];
}

/** Territories with their history. */
export function territoryAssignments(people: People): TerritoryAssignment[] {
  const spans = people.jobs.map(({ participantId, territory, from, to }) => ({
    participantId,
    territory,
    from,
    to,
  }));
  return merge(spans, (span) => `${span.participantId} ${span.territory}`);
}

/** Every rep has the plan of the job held; the assignment starts with the job, not before the plan does. */
export function planAssignments(recipe: Recipe, people: People, plansFrom: string): PlanAssignment[] {
  const spans = people.jobs.flatMap((job): PlanAssignment[] => {
    const shared = overlap(job, { from: plansFrom, to: null });
    const { planKey } = segmentOf(recipe, job.segment);
    return shared === null ? [] : [{ participantId: job.participantId, planKey, ...shared }];
  });
  return merge(spans, (span) => `${span.participantId} ${span.planKey}`);
}

interface Span {
  readonly from: string;
  readonly to: string | null;
}

function bossTerms(recipe: Recipe, teamKey: string): (Span & { readonly boss: string })[] {
  const { boss } = recipe.teams.find((team) => team.key === teamKey)!;
  const change = recipe.events.reorganisations.find((each) => each.team === teamKey);
  if (change === undefined) return [{ boss, from: RECORDS_BEGIN, to: null }];
  return [
    { boss, from: RECORDS_BEGIN, to: dayBefore(change.on) },
    { boss: change.boss, from: change.on, to: null },
  ];
}

function overlap(x: Span, y: Span): Span | null {
  const from = later(x.from, y.from);
  const to = earlier(x.to, y.to);
  return to === null || from <= to ? { from, to } : null;
}

/** Joins spans of the same key that follow one another without a day between. */
function merge<T extends Span>(spans: readonly T[], keyOf: (span: T) => string): T[] {
  const merged: T[] = [];
  for (const span of spans) {
    const last = merged.findLastIndex((each) => keyOf(each) === keyOf(span));
    const before = merged[last];
    if (before !== undefined && before.to === dayBefore(span.from)) merged[last] = { ...before, to: span.to };
    else merged.push(span);
  }
  return merged;
}

function dayBefore(iso: string): string {
  return isoDay(dayNumber(iso) - 1);
}
