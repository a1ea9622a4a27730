import type { Shown } from '../shown.ts';
import type { Said } from './outcome-words.ts';

/** The toast after one Apply: findings without changes are only marked. */
export function appliedWords({
  title,
  changes,
  decision,
}: Pick<Shown, 'title' | 'changes' | 'decision'>): Said {
  return { title: 'Suggestion Applied', text: textOf(title, changes, decision), meaning: 'ok' };
}

function textOf(title: string, changes: Shown['changes'], decision: Shown['decision']): string {
  const version = decision?.draftVersion ?? 1;
  if (changes.length === 0) return `“${title}” is marked as applied. Make its changes by hand.`;
  return version === 1
    ? `“${title}” was added to the draft.`
    : `“${title}” was added to draft v${version}. Pay changes once that is activated.`;
}
