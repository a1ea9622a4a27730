import type { Period } from '@attain/domain/base/period';
import { copiedRows } from '../../db/copying/copied-rows.ts';
import { creditedSql } from '../../db/credited-deals.ts';
import type { TenantTx } from '../../db/database.ts';
import { type CreditedRow, creditedColumns, creditedRow } from '../records/ledger/credited-deal.ts';
import type { NeededRecords } from './needed-records.ts';

/** Whose deals of which days are read. */
export interface CreditScope {
  readonly planId: string;
  readonly period: Period;
  readonly participantIds?: readonly string[];
}

/** The consumer may be slow, so the statement that reads deals gets no shorter timeout. */
const LONGEST_MS = 60 * 60 * 1000;

/**
 * All (payee, deal) pairs, sorted as the calculation credits them: by payee, date and deal id. In a longer window there are pairs
 * of people who took part in the plan before the period and are not paid in it.
 */
export async function* creditRows(
  tx: TenantTx,
  scope: CreditScope,
  needed: Pick<NeededRecords, 'from' | 'levelsBelow'>,
): AsyncGenerator<readonly CreditedRow[]> {
  const { rows } = await tx.client.query<{ patience: string }>(
    `SELECT current_setting('statement_timeout') AS patience, set_config('statement_timeout', $1, true), set_config('work_mem', '64MB', true)`,
    [String(LONGEST_MS)],
  );
  for await (const portion of copiedRows(tx.client, creditsSql(scope, needed)))
    yield portion.map(creditedRow);
  await tx.client.query(`SELECT set_config('statement_timeout', $1, true)`, [rows[0]?.patience ?? '0']);
}

/** The query that joins payees and deals. */
function creditsSql(scope: CreditScope, needed: Pick<NeededRecords, 'from' | 'levelsBelow'>): string {
  const credit = needed.levelsBelow === null ? 'd' : 'c';
  return `${withPayees(scope, needed)}
     SELECT ${credit}.payee, ${creditedColumns} ${creditsOfPayees(needed.levelsBelow)}
      ORDER BY ${credit}.payee COLLATE "C", d.date, d.id COLLATE "C"`;
}

/** SQL: the ids of the deals that credit a payee of the period, with repeats; `ofTeam`: only those of the team, not the payee's own. */
export function creditedIdsSql(
  scope: CreditScope,
  needed: Pick<NeededRecords, 'from' | 'levelsBelow'> & { readonly ofTeam: boolean },
): string {
  const { planId, period } = scope;
  const { levelsBelow, ofTeam } = needed;
  const payee = levelsBelow === null ? 'd.payee' : 'c.payee';
  return `${withPayees(scope, needed)} SELECT d.id ${creditsOfPayees(levelsBelow)}
      AND EXISTS (SELECT 1 FROM plan_assignments a WHERE a.plan_id = ${literal(planId)}::uuid AND a.participant_id = ${payee}
                     AND a.from_date <= ${literal(period.to)}::date AND (a.to_date IS NULL OR a.to_date >= ${literal(period.from)}::date))
      ${ofTeam ? 'AND NOT EXISTS (SELECT 1 FROM owned o WHERE o.id = c.id AND o.payee = c.payee)' : ''}`;
}

/** SQL: the payees of the plan, the deals by who owns them, and through teams the credits of everyone. */
function withPayees(
  scope: CreditScope,
  { from: first, levelsBelow }: Pick<NeededRecords, 'from' | 'levelsBelow'>,
) {
  const [from, to] = [literal(first), literal(scope.period.to)];
  const days = `d.date BETWEEN ${from} AND ${to}`;
  const ofTeam = levelsBelow !== null;
  // Without roll-up, only own deals are read.
  const mine = (who: string) => (ofTeam ? 'true' : among(who, scope));
  const team = ofTeam ? belowTable(levelsBelow, from, to) : '';
  // With roll-up, deals are first matched by ID and date and read once their payees are known; without it they are read
  // at once.
  const read = ofTeam ? 'd.id, d.date' : 'd.*';
  return `WITH RECURSIVE payee AS (
       SELECT DISTINCT participant_id, greatest(from_date, ${from}::date) AS from_date, least(coalesce(to_date, ${to}::date), ${to}::date) AS to_date
         FROM plan_assignments WHERE plan_id = ${literal(scope.planId)}::uuid AND from_date <= ${to}::date AND (to_date IS NULL OR to_date >= ${from}::date) AND ${among('participant_id', scope)}
     ), ${team} owned AS (
       ${creditedSql({ read, days, among: mine })}
     )${ofTeam ? `, credited AS (${reachedThroughTeam})` : ''}`;
}

/** SQL: the credits of payees on days they are on the plan; the deals are `d`. */
function creditsOfPayees(levelsBelow: number | null): string {
  const [credits, payee] =
    levelsBelow === null ? ['owned d', 'd.payee'] : ['credited c JOIN deals d ON d.id = c.id', 'c.payee'];
  return `FROM ${credits}
      WHERE EXISTS (SELECT 1 FROM payee p WHERE p.participant_id = ${payee} AND d.date BETWEEN p.from_date AND p.to_date)`;
}

/**
 * Reporting lines over all levels with their days; lines on the same days are merged. A circle ends because the same
 * days are never added twice; the calculation reports it.
 */
function belowTable(levels: number, from: string, to: string): string {
  const limited = Number.isFinite(levels);
  return `below AS (
       SELECT manager_id AS above, participant_id AS member, greatest(from_date, ${from}::date) AS from_date,
              least(coalesce(to_date, ${to}::date), ${to}::date) AS to_date, 1 AS level
         FROM reporting_lines WHERE from_date <= ${to}::date AND (to_date IS NULL OR to_date >= ${from}::date)
       UNION
       SELECT b.above, r.participant_id, greatest(r.from_date, b.from_date), least(coalesce(r.to_date, b.to_date), b.to_date), ${limited ? 'b.level + 1' : '1'}
         FROM below b JOIN reporting_lines r ON r.manager_id = b.member AND r.from_date <= b.to_date AND (r.to_date IS NULL OR r.to_date >= b.from_date)
        ${limited ? `WHERE b.level < ${Math.trunc(levels)}` : ''}
     ),`;
}

/** Each deal once per payee it reaches, even over several paths. */
const reachedThroughTeam = `SELECT payee, id FROM owned
       UNION
       SELECT b.above, o.id FROM owned o JOIN below b ON b.member = o.payee AND o.date BETWEEN b.from_date AND b.to_date`;

/** The condition that leaves some people, where they are asked for. */
function among(who: string, { participantIds }: CreditScope): string {
  return participantIds === undefined
    ? 'true'
    : `${who} = ANY(ARRAY[${participantIds.map(literal).join(', ')}]::text[])`;
}

/** COPY takes no parameters; what goes in was checked to be a day or an id, and is quoted all the same. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
