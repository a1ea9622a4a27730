import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, Circle, CircleCheck, X } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { importsQuery, plansQuery, runsQuery } from '../../api/queries.ts';
import { peopleCountQuery } from '../../api/requests/people-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { preferencesQuery } from '../../api/use-preferences.ts';
import { requestAction } from '../../base/requested-action.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from './messages.ts';

type Step = { id: string; label: string; done: boolean; link: LinkProps; onOpen?: () => void };

/** What a new workspace still needs before it pays someone, in order; gone when done or dismissed. */
export function FirstSteps() {
  const cache = useQueryClient();
  const people = useQuery(peopleCountQuery({ state: 'active' }));
  const imports = useQuery(importsQuery());
  const plans = useQuery(plansQuery());
  const runs = useQuery(runsQuery());
  const preferences = useQuery(preferencesQuery());
  const dismiss = useAct({
    act: client.auth.savePreferences,
    changes: [],
    failure: messages.firstSteps.failure,
    onDone: (saved) => cache.setQueryData(keys.preferences, saved),
  });
  if (!people.data || !imports.data || !plans.data || !runs.data || !preferences.data) return null;
  const isAlone = people.data < 2;
  const steps: readonly Step[] = [
    {
      id: 'people',
      label: messages.firstSteps.people,
      done: !isAlone,
      link: paths.people,
      onOpen: () => requestAction('invite-person'),
    },
    {
      id: 'import',
      label: messages.firstSteps.import,
      done: imports.data.rows.some(
        ({ status, undone, undoes }) => status === 'committed' && !undone && !undoes,
      ),
      // everything else names participants
      link: paths.newImportOf('participants'),
    },
    {
      id: 'plan',
      label: messages.firstSteps.plan,
      done: plans.data.rows.some(({ status }) => status === 'Active'),
      link: paths.plans,
    },
    {
      id: 'payees',
      label: messages.firstSteps.payees,
      done: plans.data.rows.some(
        ({ activeVersion, assignedCount }) => activeVersion !== null && assignedCount > 0,
      ),
      link: paths.eligibility,
    },
    {
      id: 'calculation',
      label: messages.firstSteps.calculation,
      done: runs.data.rows.some(({ status }) => status === 'completed'),
      link: paths.payout,
    },
  ];
  if (preferences.data.firstStepsDismissed || steps.every(({ done }) => done)) return null;
  return (
    <Card
      title={messages.firstSteps.title}
      actions={
        <IconButton
          size="sm"
          variant="ghost"
          label={messages.firstSteps.dismiss}
          icon={<X aria-hidden />}
          onClick={() => dismiss.mutate({ firstStepsDismissed: true })}
        />
      }
    >
      {isAlone ? <p className="mb-2 text-fg-2">{messages.firstSteps.alone}</p> : null}
      <ol className="divide-y">
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step: { label, done, link, onOpen } }: { step: Step }) {
  return (
    <li className="flex items-center gap-2 py-2">
      {done ? (
        <>
          <CircleCheck aria-hidden className="size-4 text-ok-text" />
          <span className="text-fg-3">
            {label}
            <span className="sr-only">, {messages.firstSteps.done}</span>
          </span>
        </>
      ) : (
        <>
          <Circle aria-hidden className="size-4 text-fg-3" />
          <Link
            {...link}
            onClick={onOpen}
            className="inline-flex items-center gap-1 text-primary-text hover:underline"
          >
            {label} <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        </>
      )}
    </li>
  );
}
