import type { PlanSummary, Simulation } from '../../api/shapes.ts';

/** Fields of the dialog; empty means not chosen. */
export type SimulationOrder = {
  kind: Simulation['kind'];
  planId: string;
  /** Empty: the newest. */
  version: string;
  baselinePlanId: string;
  /** Empty: the active one. */
  baselineVersion: string;
  from: string;
  to: string;
  scenarios: string;
  seed: string;
};

/** The initial fields, for one plan or none. */
export function newOrder(planId: string): SimulationOrder {
  return {
    kind: 'replay',
    planId,
    version: '',
    baselinePlanId: '',
    baselineVersion: '',
    from: '',
    to: '',
    scenarios: '500',
    seed: 'attain',
  };
}

/** Plans to compare with: active ones in the same currency, and the plan's own earlier version. */
export function comparablePlans(plans: readonly PlanSummary[], planId: string): PlanSummary[] {
  const draft = plans.find(({ id }) => id === planId);
  return plans.filter(
    ({ id, activeVersion, currency, version }) =>
      currency === draft?.currency && (activeVersion !== null || (id === planId && version > 1)),
  );
}

/**
 * Fills empty fields: the first complete draft, compared with its own active or earlier version or the only other plan.
 * With several candidates the baseline stays empty.
 */
export function withDefaults(order: SimulationOrder, plans: readonly PlanSummary[]): SimulationOrder {
  const draft =
    plans.find(({ id }) => id === order.planId) ??
    plans.find(({ status, totalWeight }) => status === 'Draft' && totalWeight === 100) ??
    plans[0];
  const others = comparablePlans(plans, draft?.id ?? '');
  const different = others.filter(({ id, version }) => id !== draft?.id || version > 1);
  const baseline =
    others.find(({ id }) => id === order.baselinePlanId) ??
    different.find(({ id }) => id === draft?.id) ??
    (different.length === 1 ? different[0] : undefined);
  const baselineVersion =
    order.baselineVersion || versionBefore({ ...order, planId: draft?.id ?? '' }, baseline);
  return { ...order, planId: draft?.id ?? '', baselinePlanId: baseline?.id ?? '', baselineVersion };
}

/** Whether both sides are the same version of the same plan. */
export function comparesWithItself(order: SimulationOrder, plans: readonly PlanSummary[]): boolean {
  const plan = plans.find(({ id }) => id === order.planId);
  if (!plan || order.kind === 'lint' || order.planId !== order.baselinePlanId) return false;
  return (order.version || String(plan.version)) === (order.baselineVersion || String(plan.activeVersion));
}

/**
 * The baseline version if the active one doesn't fit: an inactive plan, or a plan compared with its own newest version, uses
 * the version before. Empty: the active version.
 */
export function versionBefore(
  { planId, version }: SimulationOrder,
  baseline: PlanSummary | undefined,
): string {
  if (baseline === undefined || baseline.version === 1) return '';
  const withItself = baseline.id === planId && version === '' && baseline.activeVersion === baseline.version;
  return baseline.activeVersion === null || withItself ? String(baseline.version - 1) : '';
}

/** Whether a text is a valid number of scenarios; `1e3` is not. */
export function isScenarioCount(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 10 && Number(text) <= 5000;
}

/** The request body. */
export function sentOrder(order: SimulationOrder) {
  const { kind, planId, version, baselinePlanId, baselineVersion, from, to, scenarios, seed } = order;
  return {
    kind,
    planId,
    ...(version ? { version: Number(version) } : {}),
    ...(kind === 'lint' ? {} : { baselinePlanId }),
    ...(kind !== 'lint' && baselineVersion ? { baselineVersion: Number(baselineVersion) } : {}),
    ...(from && to ? { span: `${from}..${to}` } : {}),
    ...(kind === 'monte-carlo' ? { scenarios: Number(scenarios), seed } : {}),
  };
}
