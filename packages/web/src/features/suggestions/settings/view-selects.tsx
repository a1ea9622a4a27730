import {
  type Industry,
  industries,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/http-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { messages } from '../messages.ts';
import { configurationsQuery } from '../queries.ts';
import { firstOf } from '../words.ts';
import { useView } from './use-view.ts';
import { wordsOf } from './view-words.ts';

/** Active policies shown by name. */
const shownPolicies = 2;

export type ViewSelectsProps = { persona: Persona; industry: Industry };

/** Chooses persona and industry. Neither changes a right. */
export function ViewSelects({ persona, industry }: ViewSelectsProps) {
  const [, choose] = useView();
  return (
    <>
      <Select
        aria-label={messages.view.persona}
        controlSize="sm"
        value={persona}
        onValueChange={(value) => {
          const chosen = personas.find((one) => one === value);
          if (chosen) choose({ persona: chosen });
        }}
        options={personas.map((value) => ({ value, label: value }))}
      />
      <Select
        aria-label={messages.view.industry}
        controlSize="sm"
        value={industry}
        onValueChange={(value) => {
          const chosen = industries.find((one) => one === value);
          if (chosen) choose({ industry: chosen });
        }}
        options={industries.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

/** The words and duties that persona and industry bring. */
export function ViewWords({ persona, industry }: ViewSelectsProps) {
  const loaded = useQuery(configurationsQuery());
  const trade = loaded.data?.industries.get(industry);
  const words = wordsOf(loaded.data?.personas.get(persona)?.fieldLabels, trade?.fieldLabels);
  const policies = firstOf(trade?.complianceBadges ?? [], shownPolicies);
  return (
    <>
      {loaded.isError ? (
        <p role="alert" className="text-12 text-bad-text">
          {messages.view.failure(describeError(loaded.error))}
        </p>
      ) : null}
      {policies.first.length > 0 ? (
        <ul aria-label={messages.view.badges} className="flex flex-wrap gap-1">
          {policies.first.map((badge) => (
            <li key={badge} className="inline-flex">
              <Badge>{badge}</Badge>
            </li>
          ))}
          {policies.more > 0 ? (
            <li className="inline-flex">
              <Badge>{messages.card.more(policies.more)}</Badge>
            </li>
          ) : null}
        </ul>
      ) : null}
      {words.length > 0 ? (
        <ul aria-label={messages.view.words} className="flex flex-wrap gap-x-1.5 text-11 text-fg-3">
          {words.map((word) => (
            <li key={word} className="not-last:after:ms-1.5 not-last:after:content-['·']">
              {word}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
