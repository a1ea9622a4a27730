import { decimal, decimalProblem, HUNDRED, isDecimal, sum, ZERO } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Deal, Split } from './deal.ts';

/** Everything wrong with the shares of a deal: its splits (CREDIT-2), and the overlays on top of them (CREDIT-12). */
export function shareFaults(deal: Deal, path: string): readonly Problem[] {
  const { splits, overlays = [] } = deal;
  if (splits.length === 0 && overlays.length === 0) return [];
  const problems = [
    ...listFaults(splits, 'CREDIT-2', `${path}.splits`),
    ...listFaults(overlays, 'CREDIT-12', `${path}.overlays`),
  ];
  if (problems.length > 0) return problems;
  const total = sum(splits.map(({ sharePercent }) => decimal(sharePercent)));
  if (splits.length > 0 && !total.eq(HUNDRED)) {
    const message = `The shares total ${total.toFixed()}% instead of 100%. Correct them.`;
    problems.push({ rule: 'CREDIT-2', path: `${path}.splits`, message });
  }
  return [...problems, ...doubles(deal, overlays, path)];
}

function listFaults(list: readonly Split[], rule: string, path: string): Problem[] {
  const problems: Problem[] = [];
  const names = new Set<string>();
  for (const { participantId, sharePercent } of list) {
    const at = `${path}[${participantId}]`;
    if (names.has(participantId)) {
      problems.push({ rule, path: at, message: `"${participantId}" has two shares. Combine them into one.` });
    }
    names.add(participantId);
    if (!isDecimal(sharePercent)) problems.push({ ...decimalProblem(sharePercent, at), rule });
    else if (decimal(sharePercent).lte(ZERO)) {
      problems.push({
        rule,
        path: at,
        message: `A share of ${sharePercent}% is not above zero. Remove it.`,
      });
    }
  }
  return problems;
}

/** CREDIT-12: who is credited with a part of the deal already does not get it again on top. */
function doubles(deal: Deal, overlays: readonly Split[], path: string): readonly Problem[] {
  const owners = new Set(
    deal.splits.length === 0 ? [deal.participantId] : deal.splits.map((one) => one.participantId),
  );
  return overlays
    .filter(({ participantId }) => owners.has(participantId))
    .map(({ participantId }) => {
      const message = `"${participantId}" already receives credit for the deal itself. Remove the overlay.`;
      return { rule: 'CREDIT-12', path: `${path}.overlays[${participantId}]`, message };
    });
}
