import type { CreditRole } from '@attain/domain/crediting/credit-deal';
import type { Deal } from '@attain/domain/crediting/deal';
import type { PayoutLine } from '@attain/domain/payouts/payout';
import { buildStatementFile, writeStatementFile } from '../../audit/statement-file.ts';
import { partner } from '../calculations/payee-inputs.ts';
import type { FullStatement } from './load-statement.ts';

/** The statement as a file that anybody can check without us: what is paid, and all it was computed from. */
export function statementJson(full: FullStatement): string {
  return writeStatementFile(verifiableStatement(full));
}

/** The verifiable form of a statement, from what was stored with the run and nothing that came later. */
export function verifiableStatement(full: FullStatement) {
  const { statement, inputs } = full;
  const { id, name } = inputs.participant;
  const period = statement.run.period;
  const shared = inputs.deals.flatMap((deal) => deal.splits.map((split) => split.participantId));
  const partners = [...new Set(shared)].filter((other) => other !== id).sort();
  return buildStatementFile({
    statement: {
      participant: { id, name },
      planName: inputs.plan.name,
      period,
      currency: statement.currency,
      lines: statement.lines.map((line) => paidLine(full, line.componentId)),
      total: statement.total,
    },
    input: {
      plan: inputs.plan,
      period,
      participants: [inputs.participant, ...partners.map(partner)],
      payeeIds: [id],
      quotas: inputs.quotas,
      deals: inputs.deals,
      exchangeRates: inputs.exchangeRates,
    },
    engineVersion: statement.proof.engineVersion,
    audit: full.seal,
  });
}

/** The line as the engine gave it, put together again from its row and the rows of its credits. */
function paidLine({ statement, rules, credits, inputs }: FullStatement, componentId: string): PayoutLine {
  const line = statement.lines.find((one) => one.componentId === componentId);
  if (!line) throw new Error(`The statement has no line ${componentId}.`);
  const { participantId } = line;
  const deals = new Map(inputs.deals.map((deal) => [deal.id, deal]));
  return {
    participantId,
    componentId,
    currency: line.currency,
    credited: line.credited,
    quota: line.quota,
    attainmentPercent: line.attainmentPercent,
    target: line.target,
    amount: line.amount,
    say: line.say,
    steps: line.steps,
    rules: rules.get(componentId) ?? [],
    nextTier: line.nextTier,
    credits: (credits.get(componentId) ?? []).map((credit) => ({
      dealId: credit.dealId,
      participantId,
      componentId,
      date: credit.date,
      credited: credit.credited,
      sharePercent: credit.sharePercent,
      role: roleOf(deals.get(credit.dealId), participantId),
      through: null,
      exchange: credit.exchange,
      earned: credit.earned,
    })),
  };
}

/** Why a deal credits somebody, as its own record says; credit of a team is not calculated here, so none rolls up. */
function roleOf(deal: Deal | undefined, participantId: string): CreditRole {
  if (deal === undefined) throw new Error('A credit names a deal that is not among its inputs.');
  if (deal.splits.some((split) => split.participantId === participantId)) return 'split';
  return deal.splits.length === 0 && deal.participantId === participantId ? 'direct' : 'overlay';
}
