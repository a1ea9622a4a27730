import { Link } from '@tanstack/react-router';
import { Circle, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { Close } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

const { steps: words } = messages;

type Step = Close['steps'][number];

const looks = {
  done: { Icon: CircleCheck, tone: 'text-ok-text', box: '' },
  blocked: { Icon: CircleAlert, tone: 'text-bad-text', box: 'bg-bad-soft' },
  open: { Icon: CircleDashed, tone: 'text-warn-text', box: '' },
  waiting: { Icon: Circle, tone: 'text-fg-3', box: '' },
} as const;

/** The steps from the last deal to the payment, each with its state and due day. */
export function CloseSteps({ close }: { close: Close }) {
  return (
    <Card flush title={words.title}>
      <ol className="grid overflow-hidden rounded-b-lg grid-cols-2 gap-px border-t bg-border @xl:grid-cols-4 @7xl:grid-cols-12">
        {close.steps.map((step, index) => (
          <StepCell
            key={step.step}
            step={step}
            number={index + 1}
            detail={detailOf(step, close)}
            month={close.month}
          />
        ))}
      </ol>
    </Card>
  );
}

type StepCellProps = { step: Step; number: number; detail: string; month: string };

function StepCell({ step, number, detail, month }: StepCellProps) {
  const { Icon, tone, box } = looks[step.state];
  return (
    <li className="bg-surface">
      <div className={`flex h-full flex-col gap-0.5 px-3 py-2 ${box}`}>
        <span className={`inline-flex items-center gap-1.5 text-12 ${tone}`}>
          <Icon aria-hidden className="size-4 shrink-0" />
          <span aria-hidden>{number}</span>
          <span className="truncate">{words.states[step.state]}</span>
        </span>
        <span className="font-medium">
          {step.step === 'sign-off' && step.state !== 'waiting' ? (
            <Link className="text-primary-text underline" {...paths.reviews(month)}>
              {words.names[step.step]}
            </Link>
          ) : (
            words.names[step.step]
          )}
        </span>
        <span className="text-12 text-fg-2">{detail}</span>
        <span className={`mt-auto pt-1 text-12 ${step.isLate ? 'text-bad-text' : 'text-fg-3'}`}>
          {formatDay(step.due)}
          {step.isLate ? `, ${words.late}` : ''}
        </span>
      </div>
    </li>
  );
}

function detailOf({ step, done, of }: Step, { deals, disputes, findings }: Close): string {
  if (step === 'load') {
    const last = deals.lastLoaded ? words.lastLoaded(deals.lastLoaded) : words.notLoaded;
    return findings.some(({ kind }) => kind === 'totals') ? `${last}. ${words.totals}` : last;
  }
  if (step === 'fix') return messages.blockers(findings.filter(({ blocks }) => blocks).length);
  if (step === 'disputes') return disputes.open === 0 ? words.noDisputes : words.openDisputes(disputes.open);
  return words.count(done, of);
}
