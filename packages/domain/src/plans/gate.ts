/** How far another component must be reached, in percent of its quota. */
export interface GateCondition {
  readonly componentId: string;
  readonly atLeastPercent: string;
}

/** What every gate says of its being closed. */
interface Closing {
  /**
   * What a closed gate closes: the whole pay, or only rates higher than the first tier's, the accelerator, what a curve or
   * matrix pays above 100 % of quota. Left out: everything.
   */
  readonly closes?: 'everything' | 'higher-rates';
}

/** Asks for one component's attainment, or for each of several at its own percent. */
export interface EachGate extends GateCondition, Closing {
  /** What must be reached as well, each of another component: all products at 95 %, say. Left out: nothing more. */
  readonly also?: readonly GateCondition[];
}

/** A component in an average, and how much of the average its attainment is. */
export interface AveragePart {
  readonly componentId: string;
  /** Above zero; the parts of an average sum to 100. */
  readonly weightPercent: string;
}

/**
 * Asks for the weighted average of several attainments, each over its component's own window: ACV 60 %, renewals 30 %, services
 * 10 %, together at 90 %. The component that is gated may be one of them: no gate changes an attainment.
 */
export interface AverageGate extends Closing {
  readonly average: readonly AveragePart[];
  readonly atLeastPercent: string;
  /** The most that one attainment counts, so that one product cannot make up for the others. Left out: as far as it goes. */
  readonly countAtMostPercent?: string;
}

/** What must have been reached before a component pays in full. */
export type Gate = EachGate | AverageGate;

/** Whether a gate asks for the average of several, and not for each. */
export function asksAverage(gate: Gate): gate is AverageGate {
  return 'average' in gate;
}

/** Everything a gate asks of each component, the first condition first; it is open where all of them are reached (PAY-10). */
export function gateConditions({
  componentId,
  atLeastPercent,
  also = [],
}: EachGate): readonly GateCondition[] {
  return [{ componentId, atLeastPercent }, ...also];
}
