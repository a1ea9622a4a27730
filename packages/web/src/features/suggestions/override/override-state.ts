/** Categories of an override, in the order of the list. */
export const overrideCodes = [
  'POLICY_CONFLICT',
  'BUSINESS_EXCEPTION',
  'REGULATORY_CONCERN',
  'RISK_ASSESSMENT',
  'STAKEHOLDER_REQUEST',
  'DATA_QUALITY',
  'OTHER',
] as const;
export type OverrideCode = (typeof overrideCodes)[number];

/** The form of an override: empty → filled → saving → closed; a failed save returns to filled with its text. */
export type OverrideState = {
  readonly step: 'empty' | 'filled' | 'saving' | 'closed';
  readonly code: OverrideCode | null;
  readonly reason: string;
  readonly error: string | null;
};

export type OverrideEvent =
  | { readonly type: 'code'; readonly code: OverrideCode | null }
  | { readonly type: 'reason'; readonly reason: string }
  | { readonly type: 'save' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'close' };

export const emptyOverride: OverrideState = { step: 'empty', code: null, reason: '', error: null };

/** The next state; events that a state does not allow change nothing. */
export function nextOverride(state: OverrideState, event: OverrideEvent): OverrideState {
  if (event.type === 'saved') return state.step === 'saving' ? { ...emptyOverride, step: 'closed' } : state;
  if (event.type === 'failed')
    return state.step === 'saving' ? { ...state, step: 'filled', error: event.error } : state;
  // while it is saved, nothing is edited, closed or sent again
  if (state.step === 'saving' || state.step === 'closed') return state;
  if (event.type === 'close') return { ...emptyOverride, step: 'closed' };
  if (event.type === 'save')
    return state.step === 'filled' ? { ...state, step: 'saving', error: null } : state;
  const code = event.type === 'code' ? event.code : state.code;
  const reason = event.type === 'reason' ? event.reason : state.reason;
  const filled = code !== null && reason.trim() !== '';
  return { step: filled ? 'filled' : 'empty', code, reason, error: state.error };
}
