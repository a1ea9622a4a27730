import { canonicalOf, canonicalText } from '@attain/domain/proofs/canonical';
import type { Participant, Quota } from '@attain/domain/quotas/participant';
import type { PayeeInput } from './payee-inputs.ts';

/** The canonical text of one payee's inputs, of which plan and deals are written already. */
export function inputText({ input, dealsText }: PayeeInput, planText: string): string {
  const members: Record<string, string> = {
    plan: planText,
    deals: dealsText,
    participants: listText(input.participants, inOrder, 6),
    quotas: listText(input.quotas, quotaInOrder, 6),
  };
  for (const [name, value] of Object.entries(input)) members[name] ??= canonicalText(value);
  return canonicalOf(members);
}

/**
 * Records as they are stored hold text or null under names that are known, so that plain JSON of their members in the order of
 * RFC 8785 is canonical; those with more or fewer members are written member by member.
 */
function listText<T extends object>(list: readonly T[], order: (one: T) => T, members: number): string {
  return list.every((one) => Object.keys(one).length === members)
    ? JSON.stringify(list.map(order))
    : canonicalText(list);
}

function inOrder(one: Participant): Participant {
  const { commissionRatePercent, hiredOn, id, leftOn, name, targetVariableAnnual } = one;
  return { commissionRatePercent, hiredOn, id, leftOn, name, targetVariableAnnual };
}

function quotaInOrder({ amount, componentId, from, participantId, to, unit }: Quota): Quota {
  return { amount, componentId, from, participantId, to, unit };
}
