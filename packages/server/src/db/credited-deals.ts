/** The first day of the quarter of a deal `d`. */
export const quarterOfDeal = `date_trunc('quarter', d.date::timestamp)::date`;

/** What is read of credited deals, in SQL. */
interface CreditedDeals {
  /** The columns to read of the deals `d`. */
  readonly read: string;
  /** A condition on their date; all deals without it. */
  readonly days?: string;
  /** A further condition on the id of who is credited. */
  readonly among?: (who: string) => string;
  /** The table of the deals. */
  readonly from?: string;
}

/** Whom deals credit without their teams, as `payee`, a row each, with what is read of the deal. */
export function creditedSql({
  read,
  days = 'true',
  among = () => 'true',
  from = 'deals',
}: CreditedDeals): string {
  const named = (who: string, share: string, condition: string) =>
    `SELECT ${who} AS payee, ${read} FROM ${from} d${share} WHERE ${condition} AND ${days} AND ${among(who)}`;
  return [
    named('d.participant_id', '', 'd.splits IS NULL'),
    named("s->>'participantId'", ', jsonb_array_elements(d.splits) s', 'd.splits IS NOT NULL'),
    named("o->>'participantId'", ', jsonb_array_elements(d.overlays) o', 'd.overlays IS NOT NULL'),
  ].join(' UNION ALL ');
}
