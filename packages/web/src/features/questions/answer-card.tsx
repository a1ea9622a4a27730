import { Link } from '@tanstack/react-router';
import { ArrowRight, Sparkles } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { Answer, Fact } from './answer.ts';
import { messages } from './messages.ts';

/** An answer with its reading of the question and the records behind it. */
export function AnswerCard({ answer, reading }: { answer: Answer; reading: string }) {
  return (
    <Card
      title={messages.card.title}
      beside={
        <Badge meaning="ai" icon={<Sparkles aria-hidden />}>
          {messages.card.badge}
        </Badge>
      }
      footer={<p className="text-12 text-fg-3">{messages.card.reading(reading)}</p>}
    >
      <p role="status" className="max-w-prose text-14 font-medium">
        {answer.message}
      </p>
      {answer.facts.length > 0 ? (
        <ol aria-label={messages.card.facts} className="mt-3 divide-y border-t">
          {answer.facts.map((fact) => (
            <FactRow key={fact.id} fact={fact} />
          ))}
        </ol>
      ) : null}
    </Card>
  );
}

function FactRow({ fact }: { fact: Fact }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 @lg:grid-cols-[minmax(0,1fr)_auto_14rem]">
      <span className="min-w-0">
        <span className="font-medium">{fact.label}</span>
        {fact.note ? <span className="block text-12 text-fg-2">{fact.note}</span> : null}
      </span>
      <span className="figures text-end font-medium whitespace-nowrap">{fact.figure}</span>
      <Link
        {...fact.link}
        className="col-span-2 inline-flex min-h-6 items-center gap-1 text-primary-text hover:underline @lg:col-span-1 @lg:justify-end"
      >
        {fact.source}
        <ArrowRight aria-hidden className="size-3.5 shrink-0 rtl:rotate-180" />
      </Link>
    </li>
  );
}
