import type { GovernedAction } from './policy.ts';

/** What a policy decides about. It holds no ids of runs, so equal requests are decided once. */
export interface PolicyRequest {
  readonly principal: { readonly id: string; readonly roles: readonly string[] };
  readonly action: GovernedAction;
  readonly resource:
    | { readonly type: 'Agent'; readonly id: string; readonly name: string }
    | {
        readonly type: 'Connection';
        readonly id: string;
        readonly name: string;
        readonly kind: string;
        /** Blank: unknown. */
        readonly region: string;
        /** Blank: not a registered connection. */
        readonly risk: string;
        readonly classification: string;
      }
    | {
        readonly type: 'Suggestion';
        readonly id: string;
        readonly name: string;
        readonly plan: string;
        /** Blank: a user or an agent made it. */
        readonly analyser: string;
      };
  readonly facts: {
    readonly environment: string;
    /** The agent’s id; blank for a workflow without an agent. */
    readonly agent: string;
    readonly risk: string;
    readonly handlesMoney: boolean;
    readonly trigger: string;
  };
  /** Data that may reach a call, such as `personal:eu`. */
  readonly labels: readonly string[];
}

export const verdicts = ['allow', 'deny', 'observe'] as const;
/** `observe`: a policy that is not enforced would have denied it. */
export type Verdict = (typeof verdicts)[number];
