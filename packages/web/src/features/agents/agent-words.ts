import type { Agent, AgentType, RiskLevel } from '@attain/domain/agents/agent';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

export const environmentNames: Readonly<Record<Agent['environment'], string>> = {
  dev: messages.environments.dev,
  staging: messages.environments.staging,
  prod: messages.environments.prod,
};

/** Badge colors of the risk levels: low green, medium yellow, high red (AFORM-54 … AFORM-56). */
export const riskMeaning: Readonly<Record<RiskLevel, Meaning>> = { low: 'ok', medium: 'warn', high: 'bad' };

export const typeHints: Readonly<Record<AgentType, string>> = {
  Designer: messages.types.designer,
  Validator: messages.types.validator,
  Optimizer: messages.types.optimizer,
  Analyzer: messages.types.analyzer,
  Custom: messages.types.custom,
};

/** The status badge (AFORM-19, AFORM-20): saving, unsaved changes, or saved. */
export function formStatus(saving: boolean, unsaved: boolean): { label: string; meaning: Meaning } {
  if (saving) return { label: messages.status.saving, meaning: 'info' };
  return unsaved
    ? { label: messages.status.draft, meaning: 'neutral' }
    : { label: messages.status.saved, meaning: 'ok' };
}

/** The toast of a successful save (ERR-14). */
export function savedWords(name: string): { title: string; text: string } {
  return { title: messages.save.done, text: messages.save.doneText(name) };
}

/** The toast of a failed save (ERR-06, ERR-07): the server's message, or a general one. */
export function failedWords(message: string): { title: string; text: string } {
  return { title: messages.save.failed, text: message || messages.save.failedText };
}

/** The toast of a save without a session (ERR-05). */
export const signedOutWords = {
  title: messages.save.signedOut,
  text: messages.save.signedOutText,
} as const;
