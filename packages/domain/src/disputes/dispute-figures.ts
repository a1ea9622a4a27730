import { daysBetween, plusDays } from '../base/day.ts';
import { medianOf } from '../base/median.ts';
import { type Holidays, workingDays } from '../base/working-days.ts';

/** A dispute that is not resolved. */
export interface OpenDispute {
  readonly openedOn: string;
  /** A reviewer wrote to it or took it. */
  readonly isAnswered: boolean;
}

export interface OpenFigures {
  readonly open: number;
  readonly pastDue: number;
  /** Null: none is open. */
  readonly medianAgeDays: number | null;
}

/** Working days until a reviewer answers first, and until the dispute is resolved. */
export const DUE = { answered: 2, resolved: 5 } as const;

/** How long disputes wait (DISP-11). */
export function openFigures(open: readonly OpenDispute[], today: string, holidays: Holidays): OpenFigures {
  return {
    open: open.length,
    pastDue: open.filter((one) => isPastDue(one, today, holidays)).length,
    medianAgeDays: medianOf(open.map(({ openedOn }) => Math.max(0, daysBetween(openedOn, today) - 1))),
  };
}

function isPastDue({ openedOn, isAnswered }: OpenDispute, today: string, holidays: Holidays): boolean {
  const waited = workingDays({ from: plusDays(openedOn, 1), to: today }, holidays);
  return waited > (isAnswered ? DUE.resolved : DUE.answered);
}
