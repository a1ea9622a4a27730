import type { PayoutLine } from '@attain/domain/payouts/payout';
import { buildStatementFile, writeStatementFile } from '@attain/domain/proofs/statement-file';
import { nodeDigest } from '../../audit/node-digest.ts';
import { inputOf } from '../payouts/stored-inputs.ts';
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
  return buildStatementFile(nodeDigest, {
    statement: {
      participant: { id, name },
      planName: inputs.plan.name,
      period,
      currency: statement.currency,
      lines: statement.lines.map((line) => paidLine(full, line.componentId)),
      total: statement.total,
    },
    input: inputOf(inputs),
    engineVersion: statement.proof.engineVersion,
    audit: full.seal,
  });
}

/** The line as the engine gave it, put together again from its row and the rows of its credits. */
function paidLine({ statement, rules, credits }: FullStatement, componentId: string): PayoutLine {
  const line = statement.lines.find((one) => one.componentId === componentId);
  if (!line) throw new Error(`The statement has no line ${componentId}.`);
  const { participantId } = line;
  return {
    participantId,
    componentId,
    currency: line.currency,
    credited: line.credited,
    quota: line.quota,
    attainmentPercent: line.attainmentPercent,
    target: line.target,
    amount: line.amount,
    message: line.message,
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
      role: credit.role,
      through: credit.through,
      exchange: credit.exchange,
      ...(credit.factor && { factor: credit.factor }),
      earned: credit.earned,
    })),
    ...(line.window && { window: line.window }),
    ...line.carried,
  };
}
