import type { ClawbackPolicy } from '@attain/domain/payments/clawbacks';
import type { Draw } from '@attain/domain/payments/payment';

/** Months that are worked off one after another while the sample is made: calculated, paid, and what was decided in between. */
export interface SampleCourse {
  /** User name of whoever makes payments; somebody else approves them. */
  readonly maker: string;
  readonly approver: string;
  readonly months: readonly SampleMonth[];
}

export interface SampleMonth {
  /** `2025-01`. */
  readonly period: string;
  /** What is decided before its payments are made. */
  readonly acts: readonly SampleAct[];
  /** Whether its payments are approved, posted and paid, or wait for approval. */
  readonly isPaid: boolean;
}

/** Something decided about pay. A release names the deal that was held; a clawback the month whose pay it takes back. */
export type SampleAct =
  | ({ readonly act: 'draw'; readonly participantId: string; readonly reason: string } & Omit<Draw, 'id'>)
  | { readonly act: 'hold'; readonly dealId: string; readonly percent: string; readonly reason: string }
  | { readonly act: 'release'; readonly dealId: string; readonly percent: string; readonly reason: string }
  | ({
      readonly act: 'clawback';
      readonly participantId: string;
      readonly planKey: string;
      readonly period: string;
      readonly componentId: string;
      readonly dealId: string;
      readonly decidedOn: string;
      readonly reason: string;
    } & ClawbackPolicy);
