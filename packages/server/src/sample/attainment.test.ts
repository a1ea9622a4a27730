import { periodsOf } from '@attain/domain/base/period';
import { calculate } from '@attain/domain/payouts/calculate';
import type { PayoutLine } from '@attain/domain/payouts/payout';
import { expect, test } from 'vitest';
import type { SamplePlan } from './plans.ts';
import type { SampleTenant } from './sample-tenant.ts';
import { sampleWorkspace } from './workspace.ts';

const { tenants } = sampleWorkspace();
const [software] = tenants;

/** Everything an active plan pays in 2025, as the engine calculates it. */
function linesOf(tenant: SampleTenant, { key, plan }: SamplePlan): PayoutLine[] {
  return periodsOf(plan.calendar, 2025).flatMap((period) => {
    const held = tenant.assignments.filter(
      (each) =>
        each.planKey === key && each.from <= period.to && (each.to === null || each.to >= period.from),
    );
    const payeeIds = [...new Set(held.map(({ participantId }) => participantId))];
    const deals = [...tenant.deals, ...tenant.results];
    const { participants, quotas, exchangeRates } = tenant;
    const paid = calculate({ plan, period, participants, payeeIds, quotas, deals, exchangeRates });
    if (!paid.ok) throw new Error(`${key} ${period.key}: ${JSON.stringify(paid.problems.slice(0, 3))}`);
    return paid.value.lines;
  });
}

// a company with a course is paid by it, from one month to the next: terms/run-course.test.ts
const paying = tenants
  .filter(({ course }) => course === undefined)
  .flatMap((tenant) => tenant.plans.map((plan) => ({ tenant, plan, key: plan.key })));

test.each(paying.filter(({ plan }) => plan.status === 'Active'))(
  '$key pays its people in 2025',
  ({ tenant, plan }) => {
    const lines = linesOf(tenant, plan);
    expect(lines.filter(({ amount }) => Number(amount) > 0).length).toBeGreaterThan(0.8 * lines.length);
    // A month in which a specialist's returns exceed the sales takes pay back; it is rare, as in life.
    expect(lines.filter(({ amount }) => Number(amount) < 0).length).toBeLessThan(0.03 * lines.length);
  },
);

test('attainment is believable: a median quarter of 92 to 100 %, and 55 to 60 % of the reps reach the year', () => {
  const bookings = software!.plans
    .filter(({ status, plan }) => status === 'Active' && plan.type !== 'sales-commission')
    .concat(software!.plans.filter(({ key }) => key === 'fy25-commercial-commission'))
    .flatMap((plan) => linesOf(software!, plan))
    .filter(({ componentId, quota }) => quota !== null && ['acv-bookings', 'bookings'].includes(componentId));
  const quarters = bookings.map(({ credited, quota }) => Number(credited) / Number(quota));
  expect(quarters.length).toBeGreaterThan(520);
  expect(median(quarters)).toBeGreaterThan(0.92);
  expect(median(quarters)).toBeLessThanOrEqual(1);

  const years = [...Map.groupBy(bookings, ({ participantId }) => participantId).values()].map(
    (lines) => total(lines.map(({ credited }) => credited)) / total(lines.map(({ quota }) => quota!)),
  );
  const share = (fits: (attainment: number) => boolean) => years.filter(fits).length / years.length;
  expect(share((each) => each >= 1)).toBeGreaterThanOrEqual(0.55);
  expect(share((each) => each >= 1)).toBeLessThanOrEqual(0.6);
  expect(share((each) => each > 1.5)).toBeGreaterThan(0.02);
  expect(share((each) => each > 1.5)).toBeLessThan(0.08);
  expect(share((each) => each < 0.7)).toBeGreaterThan(0.02);
  expect(share((each) => each < 0.7)).toBeLessThan(0.12);
});

function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)]!;
}

function total(amounts: readonly string[]): number {
  return amounts.reduce((all, amount) => all + Number(amount), 0);
}
