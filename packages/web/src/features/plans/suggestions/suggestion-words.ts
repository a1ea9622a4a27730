import type { Plan } from '@attain/domain/plans/plan';
import type { PlanSuggestion } from '../../../api/shapes.ts';
import type { Meaning } from '../../../ui/badge.tsx';

/** How a suggestion stands, in words and colour. */
export const suggestionStatus: Readonly<
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

const maxLetters = 120;

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
    return Object.entries(change.set).flatMap(([field, value]) =>
      differences(fields.get(field), value, [field]).map(({ at, now, next }) => ({
        ...{ of, what: at.map(fieldWords).join(', '), now: valueWords(now), next: valueWords(next) },
      })),
    );
  });
}

type Difference = { readonly at: readonly string[]; readonly now: unknown; readonly next: unknown };

/** Where two values differ, as deep as both are of one form; what is the same is left out. */
function differences(now: unknown, next: unknown, at: readonly string[]): readonly Difference[] {
  if (JSON.stringify(now) === JSON.stringify(next)) return [];
  const both = [now, next];
  if (both.every((one) => Array.isArray(one)) || both.every(isRecord)) {
    const [before, after] = both.map((one) => new Map(Object.entries(one as object)));
    const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
    return names.flatMap((name) => {
      const place = Array.isArray(now) ? String(Number(name) + 1) : name;
      return differences(before?.get(name), after?.get(name), [...at, place]);
    });
  }
  return [{ at, now, next }];
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldWords(field: string, at = 0): string {
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return at > 0 ? spaced : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
}
