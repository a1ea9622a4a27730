import { type Permission, teamsHolding } from '@attain/domain/access/permissions';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';

/** First and last day; null: no end. */
export interface Days {
  readonly from: string;
  readonly to: string | null;
}

/** Days on which the rows of a participant are within reach; null: unbounded. */
interface ReachDays {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Whose rows of which days a person may see, by participant; null: everyone's. A leader sees the rows of the days on which the
 * participant was in their team (ACCESS-3), and who holds a role for a team those of that team (ACCESS-42).
 */
export type Reach = ReadonlyMap<string, readonly ReachDays[]> | null;

/** Scope of the actor's permission. Throws NOT_ALLOWED without the permission. */
export async function reachOf(
  tx: TenantTx,
  actor: Pick<Actor, 'roles' | 'participantId'>,
  permission: Permission,
): Promise<Reach> {
  if (mustAllow(actor, permission) === 'tenant') return null;
  const { own, ownTeam, teamsOf } = teamsHolding(actor.roles, permission);
  const self = actor.participantId === null ? [] : [actor.participantId];
  const leaders = [...new Set([...(ownTeam ? self : []), ...teamsOf])];
  const team = leaders.length === 0 ? new Map<string, ReachDays[]>() : await teamsUnder(tx, leaders);
  if (own) for (const id of self) team.set(id, [{ from: null, to: null }]);
  return team;
}

/** Participants whose rows of the days the actor may see; null: everyone. Throws NOT_ALLOWED without the permission. */
export async function visibleParticipants(
  tx: TenantTx,
  actor: Actor,
  permission: Permission,
  days: Days,
): Promise<string[] | null> {
  return idsWithin(await reachOf(tx, actor, permission), days);
}

/** Participants within reach on the days; null: everyone. */
export function idsWithin(reach: Reach, days: Days): string[] | null {
  return reach && [...reach.keys()].filter((id) => reaches(reach, id, days));
}

/** True if a participant is within reach on at least one of the days. */
export function reaches(reach: Reach, participantId: string, days: Days): boolean {
  if (reach === null) return true;
  return (reach.get(participantId) ?? []).some(
    ({ from, to }) =>
      (to === null || to >= days.from) && (from === null || days.to === null || from <= days.to),
  );
}

/** The reach as one parameter of a statement, read there by `withinReach`. */
export function reachParameter(reach: Reach): string | null {
  if (reach === null) return null;
  const ranges = [...reach].map(([id, all]) => [
    id,
    `{${all.map(({ from, to }) => `[${from ?? ''},${to ?? ''}]`).join(',')}}`,
  ]);
  return JSON.stringify(Object.fromEntries(ranges));
}

/** SQL condition: the participant's row of the days is within the reach in the parameter. `to` may be NULL: no end. */
export function withinReach(
  parameter: string,
  participantId: string,
  days: { from: string; to: string },
): string {
  const reach = `${parameter}::jsonb`;
  // the list of ids is built once for a statement and can use an index; the days are read of those rows only
  return `(${reach} IS NULL OR (${participantId} = ANY(ARRAY(SELECT jsonb_object_keys(${reach})))
    AND (${reach} ->> ${participantId})::datemultirange
      && daterange(${days.from}, CASE WHEN ${days.to} < ${days.from} THEN ${days.from} ELSE ${days.to} END, '[]')))`;
}

/** Leaders with all direct and indirect reports, with dates. */
async function teamsUnder(tx: TenantTx, leaderIds: readonly string[]): Promise<Map<string, ReachDays[]>> {
  const result = await tx.client.query<{ id: string } & ReachDays>(
    `WITH RECURSIVE team(id, days) AS (
       SELECT leader, daterange(NULL, NULL) FROM unnest($1::text[]) AS leader
       UNION
       SELECT r.participant_id, t.days * daterange(r.from_date, r.to_date, '[]')
         FROM reporting_lines r JOIN team t ON r.manager_id = t.id
        WHERE r.tenant_id = $2 AND NOT isempty(t.days * daterange(r.from_date, r.to_date, '[]'))
     )
     SELECT id, lower(days)::text AS "from", (upper(days) - 1)::text AS "to" FROM team`,
    [leaderIds, tx.tenantId],
  );
  const team = new Map<string, ReachDays[]>();
  for (const { id, from, to } of result.rows) team.set(id, [...(team.get(id) ?? []), { from, to }]);
  return team;
}

/** Everyone whose team has one of the participants on the day, and the participants themselves. */
export async function leadersOf(
  tx: TenantTx,
  participantIds: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  const result = await tx.client.query<{ id: string }>(
    `WITH RECURSIVE leader(id) AS (
       SELECT unnest($1::text[])
       UNION
       SELECT r.manager_id FROM reporting_lines r JOIN leader l ON r.participant_id = l.id
        WHERE r.tenant_id = $2 AND $3::date BETWEEN r.from_date AND coalesce(r.to_date, 'infinity')
     )
     SELECT id FROM leader WHERE id IS NOT NULL`,
    [participantIds, tx.tenantId, day],
  );
  return new Set(result.rows.map(({ id }) => id));
}

/** Throws NOT_FOUND outside the actor's reach: an error must not reveal that a row exists. */
export function mustSee(visible: string[] | null, participantId: string): void {
  if (visible !== null && !visible.includes(participantId)) {
    throw new ApiError('NOT_FOUND', 'Participant not found.');
  }
}
