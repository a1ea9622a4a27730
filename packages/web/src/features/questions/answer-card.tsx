import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, Sparkles } from 'lucide-react';
import type { QuestionAnswer } from '../../api/shapes.ts';
import { type Wordable, Worded } from '../../api/worded.tsx';
import { attainmentText } from '../../base/format-attainment.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

type Fact = QuestionAnswer['facts'][number];

type AskedQuestion = Omit<Extract<Wordable, { of: 'answer' }>, 'of' | 'shown'>;

/** An answer with its reading of the question and the records behind it. */
export function AnswerCard({ answer, asked }: { answer: QuestionAnswer; asked: AskedQuestion }) {
  return (
    <Card
      title={messages.title}
      beside={
        <Badge meaning="ai" icon={<Sparkles aria-hidden />}>
          {messages.badge}
        </Badge>
      }
      footer={<p className="text-12 text-fg-3">{messages.reading(answer.reading ?? '')}</p>}
    >
      <Worded of={{ of: 'answer', ...asked, shown: answer.text }}>
        {(worded) => (
          <p role="status" className="max-w-prose text-14 font-medium">
            {worded ?? answer.text}
          </p>
        )}
      </Worded>
      {answer.facts.length > 0 ? (
        <ol aria-label={messages.facts} className="mt-3 divide-y border-t">
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
      <span className="figures text-end font-medium whitespace-nowrap">{figureOf(fact)}</span>
      <Link
        {...linkOf(fact.link)}
        className="col-span-2 inline-flex min-h-6 items-center gap-1 text-primary-text hover:underline @lg:col-span-1 @lg:justify-end"
      >
        {fact.source}
        <ArrowRight aria-hidden className="size-3.5 shrink-0 rtl:rotate-180" />
      </Link>
    </li>
  );
}

function figureOf({ value, unit }: Fact): string {
  if (value === null) return '';
  if (unit === '%') return attainmentText(value);
  return unit === null ? formatDecimal(value) : formatMoney(value, { currency: unit });
}

function linkOf(link: Fact['link']): LinkProps {
  switch (link.to) {
    case 'calculation':
      return paths.run(link.runId);
    case 'statement':
      return paths.statement(link.runId, link.participantId);
    case 'statements':
      return { to: '/compensation/statements', search: { search: link.participantId } };
    case 'line':
      return paths.line(link);
    case 'deal':
      return paths.deal(link.dealId);
    case 'import':
      return paths.import(link.importId);
    case 'suggestion':
      return paths.suggestion(link.suggestionId);
    case 'approval':
      return paths.approval(link.approvalId);
    case 'task':
      return paths.task(link.taskId);
    case 'dispute':
      return paths.dispute(link.disputeId);
    case 'plan':
      return paths.plan(link.planId);
    case 'opportunities':
      return { ...paths.opportunities, search: { ...paths.opportunities.search, ...link.days } };
    case 'dashboard':
      return paths.overview;
  }
}
