import { noPermissionMessage } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleHelp, Lock, Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay, useMe, useScope } from '../api/me.ts';
import { localDay } from '../base/format-date.ts';
import { AnswerCard } from '../features/questions/answer-card.tsx';
import { answerKeys, answerQuestion } from '../features/questions/answer-question.ts';
import {
  describeReading,
  exampleFor,
  type Kind,
  kinds,
  type Question,
  readQuestion,
} from '../features/questions/grammar.ts';
import { sourcesOf } from '../features/questions/read-sources.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FreeTextInput } from '../ui/fields/free-text-input.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** `/tell-me`: questions about the workspace's data in plain English; the question is in the URL. */
export function TellMePage() {
  const { ask } = useSearch({ from: '/shell/tell-me' });
  const navigate = useNavigate();
  const askFor = (question: string) =>
    void navigate({ to: '/tell-me', search: { ask: question || undefined } });
  return (
    <Page title={messages.tellMe.title} meta={messages.tellMe.subtitle}>
      <div className="flex max-w-4xl flex-col gap-4">
        <AskForm asked={ask} onAsk={askFor} />
        {ask === undefined ? (
          <Examples title={messages.tellMe.examples} onAsk={askFor} />
        ) : (
          <Reply ask={ask} onAsk={askFor} />
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

function Reply({ ask, onAsk }: { ask: string; onAsk: (question: string) => void }) {
  const question = readQuestion(ask, localDay(new Date()));
  if (question) return <Answered key={JSON.stringify(question)} question={question} />;
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

function Answered({ question }: { question: Question }) {
  const { needs } = kinds[question.kind];
  const me = useMe().data;
  const scope = useScope(needs);
  const mayReadRuns = useMay('read:calculations');
  const participantId = me?.participantId ?? null;
  const answer = useQuery({
    queryKey: [...answerKeys[question.kind], 'answer', question],
    queryFn: ({ signal }) =>
      answerQuestion(question, sourcesOf({ participantId, scope: scope ?? 'own', mayReadRuns }, signal)),
    enabled: scope !== null,
  });
  if (scope === null)
    return (
      <Card>
        <EmptyState
          icon={<Lock aria-hidden />}
          title={messages.tellMe.noAccess}
          text={noPermissionMessage(needs)}
        />
      </Card>
    );
  return (
    <Loaded query={answer} failure={messages.tellMe.failure} skeleton={<Skeleton className="h-48 w-full" />}>
      {(found) => <AnswerCard answer={found} reading={describeReading(question)} />}
    </Loaded>
  );
}

function Examples({ title, onAsk }: { title: string; onAsk: (question: string) => void }) {
  const me = useMe().data;
  const open = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
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
