import type { Period } from '@attain/domain/base/period';
import { type CountedDeals, countedDeals, type PayWarning } from '@attain/domain/findings/nothing-counts';
import type { ConditionFacts, ConditionField } from '@attain/domain/plans/condition';
import { type OwnField, ownNameOf } from '@attain/domain/plans/own-fields';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { activeComponents } from '@attain/domain/plans/plan-checks';
import { isInForceIn } from '@attain/domain/plans/terms';
import pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { creditedIdsSql } from './credit-rows.ts';

/** Days whose deals a run measures. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Why components of a run have no credit, or which credited deals lack the own amount they add (LINT-14). Deals are read only for
 * components without credit and for own amounts. Expects the run's lines in `tx`, before any rollback of them.
 */
export async function runWarnings(
  { records, tx }: { readonly records: TenantTx; readonly tx: WriteTx },
  run: { readonly id: string; readonly planId: string; readonly period: Period },
  { plan, measured }: { readonly plan: Plan; readonly measured: Days },
): Promise<readonly PayWarning[]> {
  const credited = await selectCredited(tx, run.id);
  const inForce = activeComponents(plan).filter(({ effective }) => isInForceIn(effective, run.period));
  const found = new Map<string, PayWarning>();
  const keep = (warning: PayWarning | null) => warning && found.set(warning.componentId, warning);
  const without = inForce.filter(({ id }) => !credited.has(id));
  const hasReportingLines = without.length > 0 && (await selectHasReportingLines(records, measured));
  for (const counted of await counting(records, without, measured)) keep(counted.why(hasReportingLines));
  const adding = inForce.filter(({ id, measure }) => measure.own !== undefined && !found.has(id));
  for (const same of Map.groupBy(adding, ({ credit }) => JSON.stringify(credit ?? null)).values()) {
    const credit = same[0]?.credit;
    const ids = creditedIdsSql(
      { planId: run.planId, period: run.period },
      { from: measured.from, levelsBelow: levelsOf(credit), ofTeam: credit?.of === 'team' },
    );
    for (const counted of await counting(records, same, measured, ids)) keep(counted.lacking());
  }
  return inForce.flatMap(({ id }) => found.get(id) ?? []);
}

/** How far below a payee the deals are that a component counts; null: only the payee's own are. */
function levelsOf(credit: Component['credit']): number | null {
  return credit === undefined || credit.of === 'own' ? null : (credit.levels ?? Number.POSITIVE_INFINITY);
}

/** Counts the deals of the days for each component: all of them, or those with the ids that a query selects. */
async function counting(
  tx: TenantTx,
  components: readonly Component[],
  days: Days,
  idsSql?: string,
): Promise<readonly CountedDeals[]> {
  if (components.length === 0) return [];
  const counted = components.map(countedDeals);
  for (const { deals, ...facts } of await selectFacts(tx, askedOf(components), { ...days, idsSql }))
    for (const one of counted) one.add(facts, deals);
  return counted;
}

interface Asked {
  /** Fields that filters read. */
  readonly fields: readonly ConditionField[];
  /** Own fields of which only the presence of a number matters. */
  readonly amounts: readonly string[];
}

function askedOf(components: readonly Component[]): Asked {
  const fields = [...new Set(components.flatMap(({ filter }) => filter.map(({ field }) => field)))].sort();
  const amounts = new Set(components.flatMap(({ measure }) => measure.own ?? []));
  return { fields, amounts: [...amounts].filter((name) => !fields.includes(`own:${name}`)).sort() };
}

async function selectCredited(tx: TenantTx, runId: string): Promise<ReadonlySet<string>> {
  const { rows } = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT component_id AS id FROM payout_lines WHERE tenant_id = $1 AND run_id = $2 AND credited <> 0`,
    [tx.tenantId, runId],
  );
  return new Set(rows.map(({ id }) => id));
}

const columns: Readonly<Record<Exclude<ConditionField, OwnField>, string>> = {
  product: 'product',
  territory: 'territory',
  customer: 'customer',
  kind: 'kind',
  currency: 'currency',
  amount: 'amount',
  termMonths: 'term_months',
  date: 'date',
  approvedOn: 'approved_on',
};

/** The deals of the days, those alike in every asked field as one. */
async function selectFacts(
  tx: TenantTx,
  { fields, amounts }: Asked,
  { from, to, idsSql }: Days & { readonly idsSql: string | undefined },
): Promise<readonly (ConditionFacts & { readonly deals: number })[]> {
  const asked = Object.entries(columns).map(([field, column]) =>
    fields.some((one) => one === field) ? `${column} AS "${field}"` : `NULL AS "${field}"`,
  );
  const own = ownFieldsSql(
    fields.flatMap((field) => ownNameOf(field) ?? []),
    amounts,
  );
  const groups = [
    'unit',
    ...fields.flatMap((field) => columnOf(field) ?? []),
    ...(own === null ? [] : [own]),
  ];
  const { rows } = await tx.client.query<ConditionFacts & { deals: number }>(
    `SELECT unit, ${asked.join(', ')}, ${own ?? "'{}'::jsonb"} AS "ownFields", count(*)::int AS deals FROM deals
      WHERE tenant_id = $1 AND date BETWEEN $2 AND $3 ${idsSql === undefined ? '' : `AND id IN (${idsSql})`} GROUP BY ${groups.join(', ')}`,
    [tx.tenantId, from, to],
  );
  return rows;
}

function columnOf(field: ConditionField): string | null {
  return ownNameOf(field) === null ? columns[field as keyof typeof columns] : null;
}

/** Those of the own fields that are asked for; null: none is. Amounts are almost unique, so that those of one form are read as one. */
function ownFieldsSql(names: readonly string[], amounts: readonly string[]): string | null {
  if (names.length + amounts.length === 0) return null;
  const form = (name: string) => `regexp_replace(own_fields->>${name}, '[0-9]', '1', 'g')`;
  const pairs = [
    ...names.map(pg.escapeLiteral).map((name) => `${name}, own_fields->>${name}`),
    ...amounts.map(pg.escapeLiteral).map((name) => `${name}, ${form(name)}`),
  ];
  return `jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')}))`;
}

async function selectHasReportingLines(tx: TenantTx, { from, to }: Days): Promise<boolean> {
  const { rows } = await tx.client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM reporting_lines
      WHERE tenant_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2)) AS found`,
    [tx.tenantId, from, to],
  );
  return rows[0]?.found ?? false;
}
