import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measuredSpan } from '@attain/domain/attainment/window';
import { decimal, isDecimal } from '@attain/domain/base/decimal';
import { counted, money } from '@attain/domain/base/figures';
import { countedDeals, type PayWarning } from '@attain/domain/findings/nothing-counts';
import type { Calculation, CalculationInput } from '@attain/domain/payouts/payout';
import { type Total, totalsByComponent, totalsByPayee } from '@attain/domain/payouts/totals';
import { activeComponents } from '@attain/domain/plans/plan-checks';
import { isInForceIn } from '@attain/domain/plans/terms';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { stringify } from 'csv-stringify/sync';
import { hashOf } from '../audit/canonical.ts';

/** Results of a calculation and their hashes. They depend on the input alone: no clock, no machine. */
export interface CalculationReport {
  readonly engineVersion: string;
  readonly plan: { readonly name: string; readonly hash: string };
  readonly period: CalculationInput['period'];
  readonly currency: string;
  readonly total: string;
  readonly payees: readonly (Total & { readonly name: string })[];
  readonly components: readonly (Total & { readonly name: string })[];
  readonly dealCount: number;
  /** Why components credit nothing at all. */
  readonly warnings: readonly PayWarning[];
  /** SHA-256 of the canonical form of the input, and of all lines. */
  readonly inputHash: string;
  readonly resultHash: string;
}

/** Why components credit nothing at all (LINT-14). */
function payWarnings(input: CalculationInput, { lines }: Calculation): readonly PayWarning[] {
  const { plan, period, deals, reportingLines = [] } = input;
  const credited = new Set(
    lines.filter((line) => !decimal(line.credited).eq(0)).map((line) => line.componentId),
  );
  return activeComponents(plan).flatMap((component) => {
    const days = measuredSpan(plan, component, period);
    if (credited.has(component.id) || !days.ok || !isInForceIn(component.effective, period)) return [];
    const counted = countedDeals(component);
    for (const deal of deals)
      if (deal.date >= days.value.from && deal.date <= days.value.to) counted.add(deal);
    return counted.why(reportingLines.length > 0) ?? [];
  });
}

/** True if its warnings explain why no component of the plan credits anything. */
export function paysNoOne({ warnings }: CalculationReport, { plan, period }: CalculationInput): boolean {
  const inForce = activeComponents(plan).filter(({ effective }) => isInForceIn(effective, period));
  return warnings.length > 0 && inForce.length === warnings.length;
}

/** Sums a calculation up. */
export function reportOf(input: CalculationInput, calculation: Calculation): CalculationReport {
  const people = new Map(input.participants.map((one) => [one.id, one.name]));
  const components = new Map(input.plan.components.map((one) => [one.id, one.name]));
  const { from, to } = input.period;
  return {
    engineVersion: calculation.engineVersion,
    plan: { name: input.plan.name, hash: hashOf(input.plan) },
    period: input.period,
    currency: calculation.currency,
    total: calculation.total,
    payees: totalsByPayee(calculation).map((total) => ({ ...total, name: people.get(total.id) ?? total.id })),
    components: totalsByComponent(calculation).map((total) => ({
      ...total,
      name: components.get(total.id) ?? total.id,
    })),
    dealCount: input.deals.filter((deal) => deal.date >= from && deal.date <= to).length,
    warnings: payWarnings(input, calculation),
    inputHash: hashOf(input),
    resultHash: hashOf(calculation.lines),
  };
}

export const payoutColumns = [
  'participantId',
  'participantName',
  'componentId',
  'componentName',
  'credited',
  'quota',
  'attainmentPercent',
  'target',
  'amount',
  'currency',
  'credits',
  'message',
] as const;
export const creditColumns = [
  'participantId',
  'componentId',
  'dealId',
  'date',
  'credited',
  'sharePercent',
  'factorPercent',
  'exchangeRate',
  'earned',
  'currency',
] as const;

/** Writes the four files; each is complete before it has its name. */
export async function writeReport(
  folder: string,
  report: CalculationReport,
  calculation: Calculation,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = new Map(report.payees.map(({ id, name }) => [id, name]));
  const components = new Map(report.components.map(({ id, name }) => [id, name]));
  const payouts = calculation.lines.map((line) => ({
    participantId: line.participantId,
    participantName: names.get(line.participantId) ?? line.participantId,
    componentId: line.componentId,
    componentName: components.get(line.componentId) ?? line.componentId,
    credited: line.credited,
    quota: line.quota ?? '',
    attainmentPercent: line.attainmentPercent ?? '',
    target: line.target ?? '',
    amount: line.amount,
    currency: line.currency,
    credits: String(line.credits.length),
    message: line.message,
  }));
  const credits = calculation.lines.flatMap((line) =>
    line.credits.map((credit) => ({
      participantId: credit.participantId,
      componentId: credit.componentId,
      dealId: credit.dealId,
      date: credit.date,
      credited: credit.credited,
      sharePercent: credit.sharePercent,
      factorPercent: credit.factor?.percent ?? '100',
      exchangeRate: credit.exchange?.rate ?? '',
      earned: credit.earned,
      currency: line.currency,
    })),
  );
  const explanations = calculation.lines.map(({ credits: _credits, ...line }) => line);
  await writeWhole(join(folder, 'payouts.csv'), table(payoutColumns, payouts));
  await writeWhole(join(folder, 'credits.csv'), table(creditColumns, credits));
  await writeWhole(join(folder, 'explanations.json'), `${canonicalText(explanations)}\n`);
  await writeWhole(join(folder, 'summary.json'), `${canonicalText(report)}\n`);
}

/** The outcome for a person at a terminal. */
export function summaryText(report: CalculationReport): string {
  const inCurrency = (amount: string) => money(decimal(amount), report.currency);
  const rows = [
    ...report.payees.map(({ id, name, amount }) => [id, name, inCurrency(amount)] as const),
    ['', 'Total', inCurrency(report.total)] as const,
  ];
  const width = (at: 0 | 1 | 2) => Math.max(...rows.map((row) => row[at].length));
  const [ids, names, amounts] = [width(0), width(1), width(2)];
  const lines = rows.map(
    ([id, name, amount]) => `${id.padEnd(ids)}  ${name.padEnd(names)}  ${amount.padStart(amounts)}`,
  );
  const head = `${report.plan.name}, ${report.period.key} (${report.period.from} to ${report.period.to}), ${counted(report.dealCount, 'deal')}, in ${report.currency}`;
  return `${head}\n\n${lines.join('\n')}\n\nresult ${report.resultHash}\n`;
}

function table<Row extends Record<string, string>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    cast: {
      string: (text) =>
        text.startsWith('-') && isDecimal(text) ? { value: text, escape_formulas: false } : text,
    },
  });
}

async function writeWhole(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
