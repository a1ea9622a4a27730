import type { Plan } from '@attain/domain/plans/plan';
import type { PlanSuggestion } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** How a suggestion stands, in words and colour. */
export const suggestionStanding: Readonly<
  Record<PlanSuggestion['status'], { label: string; meaning: Meaning }>
> = {
  open: { label: 'Open', meaning: 'ai' },
  accepted: { label: 'Accepted', meaning: 'ok' },
  overridden: { label: 'Overridden', meaning: 'warn' },
  rejected: { label: 'Rejected', meaning: 'neutral' },
};

type OverrideCode = NonNullable<NonNullable<PlanSuggestion['decision']>['code']>;

/** The kinds of reason to do otherwise, as people read them. */
export const overrideWords: Readonly<Record<OverrideCode, string>> = {
  POLICY_CONFLICT: 'Policy conflict',
  BUSINESS_EXCEPTION: 'Business exception',
  REGULATORY_CONCERN: 'Regulatory concern',
  RISK_ASSESSMENT: 'Risk assessment',
  STAKEHOLDER_REQUEST: 'Stakeholder request',
  DATA_QUALITY: 'Data quality',
  OTHER: 'Other',
};

/** One line of what a suggestion changes: whose, what, what it says now and would say. */
export type ChangeLine = {
  readonly of: string;
  readonly what: string;
  readonly now: string;
  readonly next: string;
};

const mostLetters = 120;

/** What a suggestion changes against a plan's document, line by line; nothing for a component that is not there any more. */
export function changeLines(changes: PlanSuggestion['changes'], plan: Plan): readonly ChangeLine[] {
  return changes.flatMap((change): ChangeLine[] => {
    if ('add' in change) {
      return [{ of: valueWords(change.add.name), what: 'Component', now: 'none', next: 'added' }];
    }
    const id = 'remove' in change ? change.remove : change.component;
    const component = plan.components.find((one) => one.id === id);
    const of = component?.name ?? id;
    if ('remove' in change)
      return [{ of, what: 'Component', now: component ? 'there' : 'none', next: 'removed' }];
    const fields = new Map<string, unknown>(Object.entries(component ?? {}));
    return Object.entries(change.set).map(([field, value]) => ({
      of,
      what: fieldWords(field),
      now: valueWords(fields.get(field)),
      next: valueWords(value),
    }));
  });
}

function fieldWords(field: string): string {
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
}
