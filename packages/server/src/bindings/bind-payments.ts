import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { createDraw } from '../slices/adjustments/create-draw.ts';
import { decideClawback } from '../slices/adjustments/decide-clawback.ts';
import { endDraw } from '../slices/adjustments/end-draw.ts';
import {
  listClawbacks,
  listDraws,
  listHolds,
  listPayAdjustments,
  listPaymentLimits,
} from '../slices/adjustments/list-adjustments.ts';
import { overrideLine } from '../slices/adjustments/override-line.ts';
import { placeHold } from '../slices/adjustments/place-hold.ts';
import { releaseHold } from '../slices/adjustments/release-hold.ts';
import { submitAdjustment } from '../slices/adjustments/submit-adjustment.ts';
import { withdrawAdjustment } from '../slices/disputes/disputed-adjustments.ts';
import { amortisePayments } from '../slices/payments/amortise-payments.ts';
import { saveBenefitPeriod } from '../slices/payments/benefit-period.ts';
import { makePayments } from '../slices/payments/make-payments.ts';
import { cancelPayments, movePayments } from '../slices/payments/move-payments.ts';
import { readPayPosition } from '../slices/payments/pay-position.ts';
import { readStatementPayments } from '../slices/payments/payments-of-statement.ts';
import { listLayouts, removeLayout, saveLayout } from '../slices/payments/payroll-layouts.ts';
import { previewPayments } from '../slices/payments/preview-payments.ts';
import {
  listLedgerLines,
  listPayees,
  listPaymentRuns,
  readLedger,
  readPaymentRun,
} from '../slices/payments/read-payments.ts';

/** The endpoints between a payout and the money, bound to their use-cases; part of `bindContract`. */
export function bindPayments(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    payments: {
      make: os.payments.make.handler(({ context, input }) => makePayments(ctx, context.actor, input)),
      preview: os.payments.preview.handler(({ context, input }) =>
        previewPayments(ctx, context.actor, input),
      ),
      saveBenefitPeriod: os.payments.saveBenefitPeriod.handler(({ context, input }) =>
        saveBenefitPeriod(ctx, context.actor, input.months),
      ),
      position: os.payments.position.handler(({ context }) => readPayPosition(ctx, context.actor)),
      list: os.payments.list.handler(({ context, input }) => listPaymentRuns(ctx, context.actor, input)),
      get: os.payments.get.handler(({ context, input }) => readPaymentRun(ctx, context.actor, input.id)),
      cancel: os.payments.cancel.handler(({ context, input }) =>
        cancelPayments(ctx, context.actor, input.id),
      ),
      withdraw: os.payments.withdraw.handler(({ context, input }) =>
        movePayments(ctx, context.actor, { id: input.id, move: 'withdraw' }),
      ),
      approve: os.payments.approve.handler(({ context, input }) =>
        movePayments(ctx, context.actor, { id: input.id, move: 'approve' }),
      ),
      post: os.payments.post.handler(({ context, input }) =>
        movePayments(ctx, context.actor, { id: input.id, move: 'post' }),
      ),
      pay: os.payments.pay.handler(({ context, input }) =>
        movePayments(ctx, context.actor, { id: input.id, move: 'pay' }),
      ),
      finalize: os.payments.finalize.handler(({ context, input }) =>
        movePayments(ctx, context.actor, { id: input.id, move: 'finalize' }),
      ),
      payees: os.payments.payees.handler(({ context, input }) => listPayees(ctx, context.actor, input)),
      ledger: os.payments.ledger.handler(({ context, input }) => readLedger(ctx, context.actor, input)),
      lines: os.payments.lines.handler(({ context, input }) => listLedgerLines(ctx, context.actor, input)),
      amortisation: os.payments.amortisation.handler(({ context, input }) =>
        amortisePayments(ctx, context.actor, input),
      ),
      ofStatement: os.payments.ofStatement.handler(({ context, input }) =>
        readStatementPayments(ctx, context.actor, input),
      ),
    },
    adjustments: {
      list: os.adjustments.list.handler(({ context, input }) =>
        listPayAdjustments(ctx, context.actor, input),
      ),
      submit: os.adjustments.submit.handler(({ context, input }) =>
        submitAdjustment(ctx, context.actor, input),
      ),
      override: os.adjustments.override.handler(({ context, input }) =>
        overrideLine(ctx, context.actor, input),
      ),
      withdraw: os.adjustments.withdraw.handler(({ context, input }) =>
        withdrawAdjustment(ctx, context.actor, input.id),
      ),
    },
    payrollLayouts: {
      list: os.payrollLayouts.list.handler(({ context }) => listLayouts(ctx, context.actor)),
      save: os.payrollLayouts.save.handler(({ context, input }) => saveLayout(ctx, context.actor, input)),
      remove: os.payrollLayouts.remove.handler(({ context, input }) =>
        removeLayout(ctx, context.actor, input.id),
      ),
    },
    draws: {
      list: os.draws.list.handler(({ context, input }) => listDraws(ctx, context.actor, input)),
      create: os.draws.create.handler(({ context, input }) => createDraw(ctx, context.actor, input)),
      end: os.draws.end.handler(({ context, input }) => endDraw(ctx, context.actor, input)),
    },
    holds: {
      list: os.holds.list.handler(({ context, input }) => listHolds(ctx, context.actor, input)),
      place: os.holds.place.handler(({ context, input }) => placeHold(ctx, context.actor, input)),
      release: os.holds.release.handler(({ context, input }) => releaseHold(ctx, context.actor, input)),
    },
    clawbacks: {
      list: os.clawbacks.list.handler(({ context, input }) => listClawbacks(ctx, context.actor, input)),
      decide: os.clawbacks.decide.handler(({ context, input }) => decideClawback(ctx, context.actor, input)),
    },
    paymentLimits: {
      list: os.paymentLimits.list.handler(({ context, input }) =>
        listPaymentLimits(ctx, context.actor, input),
      ),
    },
  };
}
