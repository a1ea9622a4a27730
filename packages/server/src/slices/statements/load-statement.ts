import type { PaymentDetail } from '@attain/contract/payments';
import type { PayoutCredit, Statement } from '@attain/contract/payouts';
import { scopeOf } from '@attain/domain/access/permissions';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { StatementAudit } from '@attain/domain/proofs/statement-file';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { mustHaveHash } from '../audit/not-as-recorded.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { paymentsOfStatement } from '../payments/payments-of-statement.ts';
import { explainedLines } from '../payouts/explained-lines.ts';
import { creditsBehind } from '../payouts/paid-lines.ts';
import { mustBeRecordedPay } from '../payouts/recorded-payouts.ts';
import { type StoredInputs, selectInputs } from '../payouts/stored-inputs.ts';
import { visibleRun } from '../payouts/visible-run.ts';
import { selectAcknowledged } from './acknowledgement-store.ts';
import { payProgress } from './pay-status.ts';
import { sealOf } from './statement-seal.ts';
import { selectSurroundings } from './statements-store.ts';

/** Names a statement: one participant's pay in one run. */
export interface StatementName {
  readonly runId: string;
  readonly participantId: string;
}

/** A statement with all its sources. */
export interface FullStatement {
  readonly statement: Statement;
  /** The numbers of the rules of each line, by component. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
  readonly inputs: StoredInputs;
  /** Credits of a line, by component. */
  readonly credits: ReadonlyMap<string, readonly PayoutCredit[]>;
  /** The audit log's word for it. */
  readonly seal: StatementAudit | null;
  /** How it was paid, newest first, as far as the reader may see that; none while no payment took it in. */
  readonly payments: readonly PaymentDetail[];
}

/** One participant's statement with its inputs, without credits. Throws NOT_FOUND outside the actor's reach. */
export async function loadStatement(
  tx: TenantTx,
  wanted: StatementName & { actor: Actor },
): Promise<Omit<FullStatement, 'credits' | 'seal' | 'payments'> & { linesOf: string }> {
  const { actor, runId, participantId } = wanted;
  const { run, linesOf, visible } = await visibleRun(tx, {
    actor,
    permission: 'read:statements',
    runId,
  });
  mustSee(visible, participantId);
  const inputs = found(await selectInputs(tx, linesOf, participantId), 'statement');
  await mustBeRecordedPay(tx, linesOf, [participantId]);
  mustHaveHash(inputs.plan, inputs.documentHash, `The plan ${inputs.plan.name}`);
  const { tenantName, ...person } = await selectSurroundings(tx, participantId, run.period.to);
  const stored = await explainedLines(tx, linesOf, inputs);
  const total = moneyText(sum(stored.map((line) => decimal(line.amount))), run.currency);
  const [progress] = await payProgress(tx, [
    { runId: linesOf, participantId, currency: run.currency, total },
  ]);
  const statement: Statement = {
    run,
    participant: { id: participantId, name: inputs.participant.name, ...person },
    tenantName,
    currency: run.currency,
    total,
    status: progress?.status ?? 'calculated',
    earlier: progress?.earlier ?? null,
    acknowledgedAt: (await selectAcknowledged(tx, [{ runId: linesOf, participantId }]))[0] ?? null,
    lines: stored.map(({ rules: _rules, ...line }) => ({ ...line, runId })),
    proof: {
      resultHash: found(run.resultHash, 'statement'),
      inputHash: inputs.inputHash,
      documentHash: inputs.documentHash,
      engineVersion: run.engineVersion,
    },
  };
  const rules = new Map(stored.map((line) => [line.componentId, line.rules]));
  return { statement, rules, inputs, linesOf };
}

/** The same with every credit and what became of it, for files. NOT_FOUND outside the actor's reach. */
export function loadFullStatement(
  ctx: AppContext,
  actor: Actor,
  name: StatementName,
): Promise<FullStatement> {
  return ctx.read(actor, async (tx) => {
    const { linesOf, ...rest } = await loadStatement(tx, { ...name, actor });
    const credits = new Map<string, readonly PayoutCredit[]>();
    for (const { componentId } of rest.statement.lines) {
      const line = { runId: linesOf, participantId: name.participantId, componentId };
      credits.set(componentId, await creditsBehind(tx, line));
    }
    const seal = await sealOf(tx, ctx, { runId: linesOf, participantId: name.participantId });
    const mayPayments = scopeOf(actor.roles, 'read:payments') !== null && rest.statement.lines.length > 0;
    const payments = mayPayments ? await paymentsOfStatement(tx, { ...name, actor }) : [];
    return { ...rest, credits, seal, payments };
  });
}
