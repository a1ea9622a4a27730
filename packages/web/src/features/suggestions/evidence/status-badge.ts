import type { Meaning } from '../../../ui/badge.tsx';
import { messages } from './messages.ts';

/** The state of a validation; `unreached`: the server did not answer. */
export type ValidationState = 'validating' | 'verified' | 'error' | 'unreached';

/** Verified is green, what is not validated yet amber, anything else red. */
export function statusBadge(state: ValidationState | 'pending' | 'failed' | undefined): {
  meaning: Meaning;
  label: string;
} {
  if (state === 'validating') return { meaning: 'info', label: messages.validating };
  if (state === 'verified') return { meaning: 'ok', label: messages.verified };
  if (state === 'pending' || state === 'unreached') return { meaning: 'warn', label: messages.pending };
  return { meaning: 'bad', label: messages.failed };
}
