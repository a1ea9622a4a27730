import type { JsonValue } from '../../json-value.ts';

/** Where in what came in a figure stands, and what stands there. */
export interface Evidence {
  /** Such as `rows[3].amount`; `input` is the whole. */
  readonly path: string;
  readonly value: JsonValue;
}

/** What can be found out: each is a way of counting or computing, none is a judgement. */
export const findingKinds = [
  'count',
  'total',
  'mean',
  'highest',
  'lowest',
  'groups',
  'far-off',
  'missing',
  'repeated',
  'fault',
  'value',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** One sentence with the rule it was found by and the places it rests on. */
export interface AnalystFinding {
  readonly kind: FindingKind;
  /** AN-3 … AN-10 in RULES.md. */
  readonly rule: string;
  /** The field it is about; empty for the whole. */
  readonly field: string;
  readonly message: string;
  readonly evidence: readonly Evidence[];
}
