import { exampleFor, kinds, questionKinds, takesFollowUps } from '@attain/domain/questions/grammar';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleHelp, Lock, Sparkles } from 'lucide-react';
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { describeError, HttpError } from '../api/http-error.ts';
import { keys } from '../api/keys.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMe } from '../api/me.ts';
import type { QuestionAnswer } from '../api/shapes.ts';
import { AnswerCard } from '../features/questions/answer-card.tsx';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FreeTextInput } from '../ui/fields/free-text-input.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** `/tell-me`: questions about the workspace's data in plain English; the question is in the URL. */
export function TellMePage() {
  const { ask, context } = useSearch({ from: '/shell/tell-me' });
  const navigate = useNavigate();
  const answer = useQuery({
    queryKey: [...keys.calculations, 'ask', ask, context],
    queryFn: ({ signal }) => client.questions.ask({ question: ask ?? '', context }, { signal }),
    enabled: ask !== undefined,
    retry: (count, error) => !isNotAllowed(error) && count < 2,
  });
  const askFor = (question: string) =>
    void navigate({ to: '/tell-me', search: { ask: question || undefined } });
  const before = answer.data?.read ?? undefined;
  const askAfter = (question: string) =>
    void navigate({ to: '/tell-me', search: { ask: question || undefined, context: before } });
  return (
    <Page title={messages.tellMe.title} meta={messages.tellMe.subtitle}>
      <div className="flex max-w-4xl flex-col gap-4">
        <AskForm asked={ask} onAsk={askAfter} />
        {ask === undefined ? (
          <Examples title={messages.tellMe.examples} onAsk={askFor} />
        ) : (
          <Reply asked={{ question: ask, context }} answer={answer} onAsk={askFor} />
        )}
      </div>
    </Page>
  );
}

function AskForm({ asked, onAsk }: { asked: string | undefined; onAsk: (question: string) => void }) {
  const [text, setText] = useState(asked ?? '');
  useEffect(() => setText(asked ?? ''), [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(text.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <div className="min-w-60 flex-1">
          <FreeTextInput
            controlSize="lg"
            aria-label={messages.tellMe.question}
            placeholder={messages.tellMe.placeholder}
            maxLength={300}
            autoFocus={asked === undefined}
            lead={<Sparkles aria-hidden className="size-4 text-ai-text" />}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" variant="ai" size="lg">
          {messages.tellMe.ask}
        </Button>
      </form>
    </search>
  );
}

function Reply({
  asked,
  answer,
  onAsk,
}: {
  asked: ComponentProps<typeof AnswerCard>['asked'];
  answer: UseQueryResult<QuestionAnswer>;
  onAsk: (question: string) => void;
}) {
  if (isNotAllowed(answer.error))
    return (
      <Card>
        <EmptyState
          icon={<Lock aria-hidden />}
          title={messages.tellMe.noAccess}
          text={describeError(answer.error)}
        />
      </Card>
    );
  return (
    <Loaded query={answer} failure={messages.tellMe.failure} skeleton={<Skeleton className="h-48 w-full" />}>
      {(found) =>
        found.read === null ? (
          <NotUnderstood ask={asked.question} onAsk={onAsk} />
        ) : (
          <>
            <AnswerCard answer={found} asked={asked} />
            <FollowUps questions={found.followUps} hint={takesFollowUps(found.read.kind)} onAsk={onAsk} />
          </>
        )
      }
    </Loaded>
  );
}

function FollowUps({
  questions,
  hint,
  onAsk,
}: {
  questions: readonly string[];
  /** A text that names only another period or person is understood next. */
  hint: boolean;
  onAsk: (question: string) => void;
}) {
  return (
    <section aria-label={messages.tellMe.askNext} className="flex flex-col gap-2">
      <h2 className="text-14 font-semibold">{messages.tellMe.askNext}</h2>
      <ul className="flex flex-wrap gap-2">
        {questions.map((question) => (
          <li key={question}>
            <Button onClick={() => onAsk(question)}>{question}</Button>
          </li>
        ))}
      </ul>
      {hint ? <p className="text-12 text-fg-2">{messages.tellMe.askNextHint}</p> : null}
    </section>
  );
}

function isNotAllowed(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'NOT_ALLOWED';
}

function NotUnderstood({ ask, onAsk }: { ask: string; onAsk: (question: string) => void }) {
  return (
    <>
      <Card>
        <EmptyState
          icon={<CircleHelp aria-hidden />}
          title={messages.tellMe.notUnderstood}
          text={messages.tellMe.notUnderstoodText(ask)}
        />
      </Card>
      <Examples title={messages.tellMe.tryThese} onAsk={onAsk} />
    </>
  );
}

function Examples({ title, onAsk }: { title: string; onAsk: (question: string) => void }) {
  const me = useMe().data;
  const open = questionKinds.flatMap((kind) => {
    const held = me?.permissions.find(({ permission }) => permission === kinds[kind].needs);
    const example = held ? exampleFor(kind, held.scope) : null;
    return example === null ? [] : [{ kind, name: kinds[kind].name, example }];
  });
  return (
    <Card title={title}>
      {open.length === 0 ? (
        <p className="text-fg-2">{messages.tellMe.noQuestions}</p>
      ) : (
        <ul className="grid gap-2 @lg:grid-cols-2 @4xl:grid-cols-3">
          {open.map(({ kind, name, example }) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onAsk(example)}
                className="flex h-full w-full flex-col items-start gap-0.5 rounded-md border px-3 py-2 text-start hover:border-border-strong hover:bg-surface-2"
              >
                <span className="text-12 text-fg-3">{name}</span>
                <span>{example}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
