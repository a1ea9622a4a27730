import type { Agent, AgentType, RiskLevel } from '@attain/domain/agents/agent';
import type { Meaning } from '../../ui/badge.tsx';

/** How an environment is called on screen. */
export const environmentNames: Readonly<Record<Agent['environment'], string>> = {
  dev: 'Development',
  staging: 'Staging',
  prod: 'Production',
};

/** The colour of a risk: low green, medium yellow, high red (AFORM-54 … AFORM-56). */
export const riskMeaning: Readonly<Record<RiskLevel, Meaning>> = { low: 'ok', medium: 'warn', high: 'bad' };

/** What an agent of a type is for. */
export const typeHints: Readonly<Record<AgentType, string>> = {
  Designer: 'Proposes plans, quotas, territories',
  Validator: 'Checks what others made',
  Optimizer: 'Looks for a better one',
  Analyzer: 'Explains what happened',
  Custom: 'Whatever its workflow does',
};

/** What the status badge says (AFORM-19, AFORM-20): a save is under way, or something is not saved, or all of it is. */
export function formStatus(saving: boolean, unsaved: boolean): { label: string; meaning: Meaning } {
  if (saving) return { label: 'Saving...', meaning: 'info' };
  return unsaved ? { label: 'Draft', meaning: 'neutral' } : { label: 'Saved', meaning: 'ok' };
}

/** The toast of a save that worked (ERR-14). */
export function savedWords(name: string): { title: string; text: string } {
  return { title: 'Agent Saved', text: `Agent "${name}" has been saved successfully` };
}

/** The toast of a save that did not (ERR-06, ERR-07): the error's own words, or ours when it has none. */
export function failedWords(message: string): { title: string; text: string } {
  return { title: 'Save Failed', text: message || 'Failed to save agent metadata' };
}

/** The toast of a save after the session was gone (ERR-05). */
export const signedOutWords = {
  title: 'Authentication Required',
  text: 'Please log in to save agent metadata.',
} as const;
