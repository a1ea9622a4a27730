import type { Simulation } from '@attain/contract/simulations/simulations';
import { exposesFewPayees, seesSinglePay, smallGroupSentence } from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';
import { seenFindings } from '../findings/seen-findings.ts';

/** A simulation as the actor may see it: without amounts that reveal individual pay (ACCESS-10). */
export function seenSimulation(actor: Actor, simulation: Simulation): Simulation {
  if (seesSinglePay(actor.roles)) return simulation;
  const { lint } = simulation;
  const compared = simulation.replay ?? simulation.monteCarlo;
  if (compared !== null) {
    const { winners, losers, same } = compared;
    const isWithheld = exposesFewPayees({ payees: winners + losers + same, changed: winners + losers });
    return isWithheld
      ? { ...simulation, replay: null, monteCarlo: null, withheld: smallGroupSentence }
      : simulation;
  }
  if (lint === null) return simulation;
  const seen = seenFindings(actor, lint);
  return seen.withheld === undefined ? simulation : { ...simulation, lint: seen, withheld: seen.withheld };
}
