import type { Period } from '../base/period.ts';
import type { Deal } from '../crediting/deal.ts';
import { exchangeTable } from '../crediting/exchange.ts';
import type { CalculationInput } from '../payouts/payout.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { attendanceBook, takesPartIn } from '../quotas/attendance.ts';
import type { Participant, Quota } from '../quotas/participant.ts';
import { componentsReading, paidTogether } from './reading-components.ts';
import { componentsAskingFor, componentsCounting } from './touched-components.ts';

/** What one payee's pay was, or is, computed from. */
export interface PayeeRecords
  extends Pick<
    CalculationInput,
    | 'quotas'
    | 'deals'
    | 'exchangeRates'
    | 'reportingLines'
    | 'enrolments'
    | 'leaves'
    | 'ramps'
    | 'payTerms'
    | 'earlier'
  > {
  readonly participant: Participant;
  readonly fundLeft?: Exclude<CalculationInput['fundLeft'], 'settle-here' | undefined>;
}

/** One record that became another, in words, and the components whose lines it can decide. */
export interface ChangedInput {
  readonly message: string;
  readonly componentIds: readonly string[];
}

/**
 * What differs between the records a payee was paid on and those of now, record by record (DEP-6); null: not paid then, or no
 * longer. A line of which any figure is another has a record here that names its component.
 */
export function changedInputs(
  setting: { readonly plan: Plan; readonly period: Period },
  before: PayeeRecords | null,
  after: PayeeRecords | null,
): readonly ChangedInput[] {
  const { plan } = setting;
  const all = activeComponents(plan);
  if (before === null && after === null) return [];
  if (before === null) return [named(plan, `${after?.participant.name} is now paid by the plan.`, all)];
  if (after === null) return [named(plan, `${before.participant.name} is no longer paid by the plan.`, all)];
  const days = ['from'] as const;
  const line = ['participantId', 'managerId', 'from'] as const;
  const everywhere = [
    ...differing([before.participant], [after.participant], { noun: 'Participant', key: ['id'] }),
    ...differing(before.enrolments ?? [], after.enrolments ?? [], {
      noun: 'Part in the plan from',
      key: days,
    }),
    ...differing(before.leaves ?? [], after.leaves ?? [], { noun: 'Leave from', key: days }),
    ...differing(before.ramps ?? [], after.ramps ?? [], { noun: 'Ramp from', key: days }),
    ...differing(before.payTerms ?? [], after.payTerms ?? [], { noun: 'Pay term from', key: days }),
    ...differing(before.reportingLines ?? [], after.reportingLines ?? [], {
      noun: 'Reporting line',
      key: line,
    }),
  ];
  return [
    ...everywhere.map(({ message }) => named(plan, message, all)),
    ...ofDeals(setting, before, after),
    ...ofQuotas(plan, before, after),
    ...convertedQuotas(plan, { before, after }),
    ...ofComponents(setting, before, after),
  ];
}

function ofDeals(
  { plan, period }: { plan: Plan; period: Period },
  before: PayeeRecords,
  after: PayeeRecords,
): ChangedInput[] {
  const together = comesAndGoes(period, before, after);
  const counting = (deal: Deal) => (together ? activeComponents(plan) : componentsCounting(plan, deal));
  const changed = differing(before.deals, after.deals, { noun: 'Deal', key: ['id'] });
  const ids = new Set(changed.map(({ was, is }) => (was ?? is)?.id));
  const kept = after.deals.filter(({ id }) => !ids.has(id));
  return [
    ...changed.map(({ message, was, is }) =>
      named(
        plan,
        message,
        [was, is].flatMap((deal) => (deal === null ? [] : counting(deal))),
      ),
    ),
    ...converted(plan, kept, { before, after }),
  ];
}

/** Who takes no part has lines only while something is credited or carried: then all of them come and go together. */
function comesAndGoes(period: Period, ...sides: readonly PayeeRecords[]): boolean {
  return sides.some(
    (side) => !takesPartIn(side.participant, attendanceBook(side)(side.participant.id), period),
  );
}

/** DEP-3: deals that are as they were, but not their rate. */
function converted(
  plan: Plan,
  deals: readonly Deal[],
  { before, after }: { before: PayeeRecords; after: PayeeRecords },
): ChangedInput[] {
  const old = exchangeTable(before.exchangeRates, plan.currency);
  const now = exchangeTable(after.exchangeRates, plan.currency);
  const byDay = (plan.exchange?.on ?? 'deal-date') === 'deal-date';
  const others = differing(before.exchangeRates, after.exchangeRates, {
    noun: 'Rate',
    key: ['from', 'to', 'date'],
  });
  return deals.flatMap((deal) => {
    const { id, currency, date, unit } = deal;
    if (unit !== '$' || currency === null || currency === plan.currency) return [];
    const [was, is] = [old.find(currency, date)?.shown, now.find(currency, date)?.shown];
    const differs = was?.rate !== is?.rate || was?.date !== is?.date || was?.source !== is?.source;
    const [pair] = others.filter((one) =>
      [one.was ?? one.is].some((r) => [r?.from, r?.to].includes(currency)),
    );
    if (!differs && (byDay || pair === undefined)) return [];
    const message = differs
      ? `Deal ${id} of ${date} is converted from ${currency} at ${shown(is)}; it was ${shown(was)}.`
      : `Deal ${id} of ${date} is in ${currency}. ${pair?.message}`;
    return [named(plan, message, componentsCounting(plan, deal))];
  });
}

const shown = (rate: { readonly rate: string; readonly date: string } | undefined) =>
  rate === undefined ? 'no rate' : `${rate.rate} of ${rate.date}`;

const quotaName = ({ componentId, unit, from, to }: Quota) =>
  `for ${componentId ?? 'all components'} (${unit}) from ${from} to ${to}`;

function ofQuotas(plan: Plan, before: PayeeRecords, after: PayeeRecords): ChangedInput[] {
  const key = ['componentId', 'unit', 'from', 'to'] as const;
  return differing(before.quotas, after.quotas, { noun: 'Quota', key, message: quotaName }).map(
    ({ message, was, is }) =>
      named(
        plan,
        message,
        [was, is].flatMap((quota) => (quota === null ? [] : componentsAskingFor(plan, quota))),
      ),
  );
}

/** DEP-3: quotas that are as they were while a rate of their currency is another. */
function convertedQuotas(
  plan: Plan,
  { before, after }: { before: PayeeRecords; after: PayeeRecords },
): ChangedInput[] {
  const others = differing(before.exchangeRates, after.exchangeRates, {
    noun: 'Rate',
    key: ['from', 'to', 'date'],
  });
  return after.quotas.flatMap((quota) => {
    const { currency = plan.currency } = quota;
    if (currency === plan.currency) return [];
    const pair = others.find((one) =>
      [one.was ?? one.is].some((rate) => [rate?.from, rate?.to].includes(currency)),
    );
    if (pair === undefined) return [];
    const message = `The quota ${quotaName(quota)} is in ${currency}. ${pair.message}`;
    return [named(plan, message, componentsAskingFor(plan, quota))];
  });
}

/** What other calculations have left for one component: earlier pay, and what remains of a fund. */
function ofComponents(
  { plan, period }: { plan: Plan; period: Period },
  before: PayeeRecords,
  after: PayeeRecords,
): ChangedInput[] {
  const earlier = differing(before.earlier ?? [], after.earlier ?? [], {
    noun: 'Earlier pay of',
    key: ['componentId', 'from', 'to'],
  });
  const funds = differing(before.fundLeft ?? [], after.fundLeft ?? [], {
    noun: 'What the fund leaves for',
    key: ['componentId', 'dealId'],
  });
  const together = comesAndGoes(period, before, after);
  return [...earlier, ...funds].map(({ message, was, is }) =>
    named(
      plan,
      message,
      activeComponents(plan).filter(({ id }) => together || id === (was ?? is)?.componentId),
    ),
  );
}

function named(plan: Plan, message: string, components: readonly Component[]): ChangedInput {
  const touched = components.length > 0 && paidTogether(plan) ? activeComponents(plan) : components;
  return { message, componentIds: componentsReading(plan, touched).map(({ id }) => id) };
}

interface Differing<T> {
  readonly was: T | null;
  readonly is: T | null;
  readonly message: string;
}

function differing<T extends object>(
  before: readonly T[],
  after: readonly T[],
  { noun, key, message }: { noun: string; key: readonly (keyof T)[]; message?: (one: T) => string },
): Differing<T>[] {
  const keyOf = (one: T) => JSON.stringify(key.map((field) => one[field]));
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Map(after.map((one) => [keyOf(one), one]));
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((id) => {
    const [was, is] = [old.get(id) ?? null, now.get(id) ?? null];
    const some = was ?? is;
    if (some === null) return [];
    const fields = fieldsOf(was, is).filter(([, one, other]) => one !== other);
    if (fields.length === 0) return [];
    const name = `${noun} ${message?.(some) ?? key.map((field) => some[field]).join(' ')}`;
    return [{ was, is, message: differenceText(name, { was, is, fields }) }];
  });
}

/** A field with what it was and what it is. */
type Field = readonly [name: string, was: string, is: string];

function fieldsOf(was: object | null, is: object | null): Field[] {
  const [old, now] = [new Map(Object.entries(was ?? {})), new Map(Object.entries(is ?? {}))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((field) => [field, textOf(old.get(field)), textOf(now.get(field))]);
}

function differenceText<T>(
  name: string,
  { was, is, fields }: { was: T | null; is: T | null; fields: readonly Field[] },
): string {
  const amount = (at: 1 | 2) => {
    const said = fields
      .filter(([field]) => ['amount', 'currency', 'date', 'to', 'left'].includes(field))
      .map((field) => `${field[0]} ${field[at]}`);
    return said.length === 0 ? '' : ` (${said.join(', ')})`;
  };
  if (was === null) return `${name} is new${amount(2)}.`;
  if (is === null) return `${name} was removed${amount(1)}.`;
  return `${name}: ${fields.map(([field, old, now]) => `${field} ${old} becomes ${now}`).join(', ')}.`;
}

/** Lists such as splits are said share by share, own fields by name. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'object' && !Array.isArray(value)) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return fields.length === 0 ? 'none' : fields.map(([name, text]) => `${name} ${text}`).join(', ');
  }
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => Object.values(one as object).join(' ')).join(' + ');
}
