import type { LintReport } from '@attain/contract/simulations/findings';
import type { Simulation } from '@attain/contract/simulations/simulations';
import {
  isSmallGroup,
  seesSinglePay,
  smallGroupSentence,
  tellsFew,
} from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';

/** A simulation as the actor may see it: without amounts that tell what single people are paid (ACCESS-10). */
export function seenSimulation(actor: Actor, simulation: Simulation): Simulation {
  if (seesSinglePay(actor.roles)) return simulation;
  const { lint } = simulation;
  const compared = simulation.replay ?? simulation.monteCarlo;
  if (compared !== null) {
    const { winners, losers, same } = compared;
    const isWithheld = tellsFew({ payees: winners + losers + same, changed: winners + losers });
    return isWithheld
      ? { ...simulation, replay: null, monteCarlo: null, withheld: smallGroupSentence }
      : simulation;
  }
  if (lint === null) return simulation;
  const seen = seenFindings(actor, lint);
  return seen.withheld === undefined ? simulation : { ...simulation, lint: seen, withheld: seen.withheld };
}

/** Findings as the actor may see them: without the money at stake for few payees. */
export function seenFindings<T extends LintReport>(actor: Actor, report: T): T {
  if (seesSinglePay(actor.roles)) return report;
  const total = isSmallGroup(report.looked.payees) ? null : report.looked.total;
  const findings = report.findings.map((finding) =>
    finding.stake !== null && isSmallGroup(finding.stake.payees) ? { ...finding, stake: null } : finding,
  );
  const isWithheld = total === null || findings.some((finding, at) => finding !== report.findings[at]);
  return isWithheld
    ? { ...report, findings, looked: { ...report.looked, total }, withheld: smallGroupSentence }
    : report;
}
