/** A superseded suggestion was replaced by one with newer figures; it is never decided. */
export const suggestionStatuses = ['open', 'applied', 'overridden', 'rejected', 'superseded'] as const;
export type SuggestionStatus = (typeof suggestionStatuses)[number];

export type SuggestionMove = 'apply' | 'undo' | 'override' | 'reopen' | 'reject' | 'supersede';

/** The legal moves: the status each starts from, and where it leads (SGR-3). Buttons and server read this table. */
export const suggestionMoves: Readonly<
  Record<SuggestionMove, { readonly from: SuggestionStatus; readonly to: SuggestionStatus }>
> = {
  apply: { from: 'open', to: 'applied' },
  undo: { from: 'applied', to: 'open' },
  override: { from: 'open', to: 'overridden' },
  reopen: { from: 'overridden', to: 'open' },
  reject: { from: 'open', to: 'rejected' },
  supersede: { from: 'open', to: 'superseded' },
};

/** The status after a move; null: the move is illegal. */
export function movedTo(status: SuggestionStatus, move: SuggestionMove): SuggestionStatus | null {
  const { from, to } = suggestionMoves[move];
  return status === from ? to : null;
}

/** Whether applying it changes the plan, or marks what a person does by hand. Findings, and changes of records, are not applied. */
export function isApplicable(of: {
  readonly changes: readonly unknown[];
  readonly analyser: string | null;
}): boolean {
  return of.changes.length > 0 || of.analyser === null;
}

/** The moves that are legal now. */
export function openSuggestionMoves(status: SuggestionStatus): readonly SuggestionMove[] {
  return (Object.keys(suggestionMoves) as SuggestionMove[]).filter((move) => movedTo(status, move) !== null);
}
