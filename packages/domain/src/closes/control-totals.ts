import { decimal, plain } from '../base/decimal.ts';

/** A total of a file, and what its source states. */
export interface ControlTotal {
  /** “Rows”, or the header of the column that is added up. */
  readonly label: string;
  readonly found: string;
  /** Null: not stated. */
  readonly stated: string | null;
  /** The file states it: in its total row, or in a column. */
  readonly byFile: boolean;
  /** Its rows state different ones, so that none is taken. */
  readonly several?: boolean | undefined;
}

export const controlStates = ['equal', 'differs', 'missing'] as const;
export type ControlState = (typeof controlStates)[number];

/** How a total compares with what is stated (CLOSE-23). */
export function controlState({ found, stated }: Pick<ControlTotal, 'found' | 'stated'>): ControlState {
  if (stated === null) return 'missing';
  return decimal(found).eq(decimal(stated)) ? 'equal' : 'differs';
}

/** Whether the rows are stored only with a reason: a total differs, or the file lacks one that it should state (CLOSE-23). */
export function needsReason(total: ControlTotal): boolean {
  const state = controlState(total);
  return state === 'differs' || (state === 'missing' && total.byFile);
}

/** What is missing to the stated total; negative: so much is too much. Null: not stated. */
export function controlDifference({ found, stated }: Pick<ControlTotal, 'found' | 'stated'>): string | null {
  return stated === null ? null : plain(decimal(stated).minus(decimal(found)));
}

/** What is wrong with a total, in a sentence; null: it is equal. */
export function controlProblem(total: ControlTotal): string | null {
  const { label, found, stated, byFile, several } = total;
  const state = controlState(total);
  if (state === 'equal') return null;
  if (state === 'differs') return `${label}: ${found} in the file, ${stated} stated.`;
  if (several) return `${label}: the file states several totals.`;
  return byFile ? `${label}: the file states no total.` : `${label}: no control total was entered.`;
}
