import type { LintReport } from '@attain/contract/simulations/findings';
import { isSmallGroup, seesSinglePay, smallGroupSentence } from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';

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
