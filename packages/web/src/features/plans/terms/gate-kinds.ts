import {
  type AveragePart,
  asksAverage,
  type EachGate,
  type Gate,
  gateConditions,
} from '@attain/domain/plans/gate';

/** Gate type: none, each of several components, or their average. */
export type GateKind = 'none' | 'each' | 'average';

/** The type of a gate. */
export function gateKind(gate: Gate | null): GateKind {
  if (gate === null) return 'none';
  return asksAverage(gate) ? 'average' : 'each';
}

/**
 * The gate converted to another type, with components, percent and effect kept. `ids` are the available components; for an
 * average the gated one comes first. An average needs two.
 */
export function gateAsking(
  gate: Gate | null,
  kind: GateKind,
  ids: Readonly<Record<'each' | 'average', readonly string[]>>,
): Gate | null {
  if (kind === 'none' || kind === gateKind(gate)) return kind === 'none' ? null : gate;
  const atLeastPercent = gate?.atLeastPercent ?? '100';
  const closes = gate?.closes === undefined ? {} : { closes: gate.closes };
  if (kind === 'each') {
    const named =
      gate === null || !asksAverage(gate) ? [] : gate.average.map(({ componentId }) => componentId);
    const [first = ids.each[0] ?? '', ...further] = named.filter((id) => ids.each.includes(id));
    const each: EachGate = { componentId: first, atLeastPercent, ...closes };
    if (further.length === 0) return each;
    return { ...each, also: further.map((componentId) => ({ componentId, atLeastPercent })) };
  }
  const named =
    gate === null || asksAverage(gate) ? [] : gateConditions(gate).map(({ componentId }) => componentId);
  const both = [...named, ...ids.average.filter((id) => !named.includes(id))];
  return { average: evenly(both.slice(0, Math.max(named.length, 2))), atLeastPercent, ...closes };
}

/** An average with one more component: equal weights stay equal, otherwise the new part has weight 0. */
export function withPart(average: readonly AveragePart[], componentId: string): readonly AveragePart[] {
  const ids = average.map((part) => part.componentId);
  const alike = evenly(ids).every(({ weightPercent }, i) => weightPercent === average[i]?.weightPercent);
  return alike ? evenly([...ids, componentId]) : [...average, { componentId, weightPercent: '0' }];
}

/** Parts of equal weight; the first one gets the remainder. */
function evenly(ids: readonly string[]): readonly AveragePart[] {
  const each = Math.floor(100 / ids.length);
  return ids.map((componentId, i) => ({
    componentId,
    weightPercent: String(i === 0 ? 100 - each * (ids.length - 1) : each),
  }));
}
