import { adjustments } from './adjustments.ts';
import { assignments } from './assignments.ts';
import { deals } from './deals.ts';
import { exchangeRates } from './exchange-rates.ts';
import type { FileKind, Kind } from './kind.ts';
import { leaves } from './leaves.ts';
import { opportunities } from './opportunities.ts';
import { parallelPay } from './parallel-pay.ts';
import { participants } from './participants.ts';
import { payTerms } from './pay-terms.ts';
import { paymentLimits } from './payment-limits.ts';
import { planComponents } from './plan-components.ts';
import { quotas } from './quotas.ts';
import { ramps } from './ramps.ts';
import { receipts } from './receipts.ts';
import { reportingLines } from './reporting-lines.ts';
import { territories } from './territories.ts';

/** Every kind of file by its name. */
export const allKinds: Readonly<Record<FileKind, Kind>> = {
  assignments,
  deals,
  opportunities,
  participants,
  quotas,
  territories,
  leaves,
  ramps,
  'pay-terms': payTerms,
  'payment-limits': paymentLimits,
  adjustments,
  receipts,
  'reporting-lines': reportingLines,
  'parallel-pay': parallelPay,
  'exchange-rates': exchangeRates,
  'plan-components': planComponents,
};
