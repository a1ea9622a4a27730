import { counted } from '../../base/figures.ts';
import type { Condition } from '../../plans/condition.ts';
import type { Component } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { Industry } from '../configurations/configuration.ts';
import { evenHanded } from './even-handed.ts';
import type { CheckedChange, Overlay, Verdict } from './overlay-terms.ts';

const VERSION = '1';
/** FINRA Rule 4511: books and records without a stated period are kept six years. */
const FINRA_YEARS = 6;

const ok = (description: string): Verdict => ({ status: 'OK', description });
const warning = (description: string): Verdict => ({ status: 'Warning', description });
const violation = (description: string): Verdict => ({ status: 'Violation', description });

/** A rule whose data Attain does not store. */
function unknown(id: string, name: string, description: string): Overlay {
  return { id, name, version: VERSION, check: () => warning(description) };
}

function overlay(id: string, name: string, check: (of: CheckedChange) => Verdict): Overlay {
  return { id, name, version: VERSION, check };
}

const capitalization = overlay('asc-340-40', 'ASC 340-40', ({ sales }) => {
  if (sales.count === 0)
    return warning('There are no sales whose commissions could be traced to a contract.');
  const missing = sales.count - sales.named;
  return missing === 0
    ? ok(`All ${sales.count} sales name their customer, so commissions can be capitalized by contract.`)
    : warning(`${counted(missing, 'sale')} of ${sales.count} name no customer to capitalize commissions by.`);
});

const makerChecker = overlay('maker-checker', 'Maker-checker', ({ terms: { checkers } }) =>
  checkers > 0
    ? ok(`${counted(checkers, 'user')} who did not edit the draft may activate it.`)
    : warning('No one who did not edit the draft may activate it.'),
);

const writtenContract = unknown(
  'ca-2751',
  'Written contract',
  'Signed receipts of the plan (Cal. Labor Code 2751) are not stored.',
);

const records = overlay('finra-records', 'FINRA records', ({ terms: { retentionYears } }) =>
  retentionYears >= FINRA_YEARS
    ? ok(`Details of decisions are kept for ${retentionYears} years.`)
    : warning(`Details of decisions are kept for ${retentionYears} years; FINRA Rule 4511 asks for 6.`),
);

/** Whether the plan pays more for one product than for another. */
const productNeutral = (id: string, name: string) =>
  overlay(id, name, ({ plan }) => {
    const found = activeComponents(plan).filter(favorsProducts);
    return found.length === 0
      ? ok('No component pays more for one product than for another.')
      : warning(`${namesOf(found)} pay by product, which can favor one over what a customer needs.`);
  });

const referrals = overlay('no-referral-pay', 'No pay per referral', ({ plan }) => {
  const paying = activeComponents(plan).filter(({ filter, creditFactors = [] }) =>
    [...filter, ...creditFactors.flatMap(({ where }) => where)].some(namesReferrals),
  );
  return paying.length > 0
    ? violation(`${namesOf(paying)} pay for referrals.`)
    : warning('No component asks for referrals, but deals don’t say whether they came from one.');
});

const returnsReversed = (id: string, name: string) =>
  overlay(id, name, ({ plan }) => {
    const excluding = activeComponents(plan).filter(
      (one) => one.measure.unit === '$' && leavesOutReturns(one),
    );
    return excluding.length === 0
      ? ok('Returns reduce the credit of every component that counts money.')
      : violation(`${namesOf(excluding)} exclude returns, so pay for returned sales stays.`);
  });

const riskAdjusted = overlay('risk-adjustment', 'Risk adjustment', ({ plan }) => {
  const paying = activeComponents(plan);
  const plainly = paying.filter(({ gate, multiplier }) => gate === null && multiplier === undefined);
  return plainly.length === 0
    ? ok('Every component has a gate or a multiplier that can lower its pay.')
    : warning(`${namesOf(plainly)} have no gate or multiplier that lowers pay for risk.`);
});

/** The rules of each industry, in the order of its badges (SGR-11). */
export const industryOverlays: Readonly<Record<Industry, readonly Overlay[]>> = {
  Technology: [capitalization, makerChecker],
  'Financial Services': [
    records,
    productNeutral('conflicts-of-interest', 'Conflicts of interest'),
    makerChecker,
  ],
  Healthcare: [
    unknown('anti-kickback', 'Anti-Kickback', 'Employment status (42 CFR 1001.952(i)) is not stored.'),
    referrals,
  ],
  Manufacturing: [
    unknown('works-council', 'Works council', 'Notices to a works council are not stored.'),
    returnsReversed('returns-reversed', 'Returns reversed'),
  ],
  SaaS: [capitalization, writtenContract, makerChecker, evenHanded],
  Banking: [
    unknown('crd-94', 'CRD art. 94', 'Base pay is not stored, so variable pay can’t be compared with it.'),
    unknown('deferral', 'Deferral', 'Deferred shares of variable pay are not stored.'),
    riskAdjusted,
  ],
  Insurance: [productNeutral('idd', 'IDD'), returnsReversed('chargeback-on-lapse', 'Chargeback on lapse')],
};

function namesOf(components: readonly Component[]): string {
  return components.map(({ name }) => name).join(', ');
}

/** A factor, a rate or a SPIFF for chosen products. One component for each product, without factors, is no favor by itself. */
function favorsProducts({ filter, creditFactors = [], spiff }: Component): boolean {
  const names = (conditions: readonly Condition[]) =>
    conditions.some((one) => 'field' in one && one.field === 'product');
  return creditFactors.some(({ where }) => names(where)) || (spiff !== undefined && names(filter));
}

function valuesOf(condition: Condition): readonly string[] {
  return 'in' in condition ? condition.in : [];
}

function namesReferrals(condition: Condition): boolean {
  return valuesOf(condition).some((value) => value.toLowerCase().includes('referral'));
}

/** Filters by kind decide whether a return counts. */
function leavesOutReturns({ filter }: Component): boolean {
  return filter.some((one) => {
    if (!('field' in one) || one.field !== 'kind') return false;
    if ('notIn' in one) return one.notIn.some(isReturn);
    return 'in' in one && !one.in.some(isReturn);
  });
}

function isReturn(kind: string): boolean {
  return ['return', 'refund', 'cancellation', 'lapse'].includes(kind.toLowerCase());
}
