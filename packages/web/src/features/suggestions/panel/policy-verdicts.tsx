import { Link } from '@tanstack/react-router';
import { useMay } from '../../../api/me.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { firstOf } from '../words.ts';
import { messages } from './policy-messages.ts';

const meanings = { allows: 'ok', observes: 'warn', forbids: 'bad' } as const;

/** Suggestions that are named; the others are counted. */
const named = 3;

function concernsWords(titles: readonly string[]): string {
  const { first, more } = firstOf(titles, named);
  return first.length > 0 ? messages.concerns(first, more) : '';
}

export type PolicyVerdictsProps = {
  policies: readonly {
    id: string;
    name: string;
    description: string;
    verdict: keyof typeof meanings;
    suggestions: readonly string[];
  }[];
};

/** What each active policy says of applying the open suggestions. */
export function PolicyVerdicts({ policies }: PolicyVerdictsProps) {
  const mayOpen = useMay('read:policies');
  return (
    <section aria-label={messages.label}>
      <h3 className="text-12 font-medium text-fg-2">{messages.label}</h3>
      <ul className="mt-1 flex flex-col gap-2">
        {policies.map(({ id, name, description, verdict, suggestions }) => (
          <li key={id} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-2">
              <Badge meaning={meanings[verdict]}>{messages.verdicts[verdict]}</Badge>
              {mayOpen ? (
                <Link {...paths.policy(id)} className="min-h-6 underline">
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
            </span>
            <span className="text-12 text-pretty text-fg-2 wrap-anywhere">
              {[description, concernsWords(suggestions)].filter((part) => part !== '').join(' ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
