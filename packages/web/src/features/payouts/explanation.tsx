import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatSentence } from '../../api/format-sentence.ts';
import type { Explanation } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { Arithmetic, AttainmentBar, NextTierNote } from './arithmetic.tsx';
import { CreditTable } from './credit-table.tsx';
import { messages } from './messages.ts';

export type ExplanationViewProps = { line: Explanation; linkDeals: boolean; linkStatement: boolean };

/** Explanation of a payout line: sentence, figures, steps, next tier and deals. */
export function ExplanationView({ line, linkDeals, linkStatement }: ExplanationViewProps) {
  const { currency } = line;
  const figure = (amount: string) => formatCredit(amount, line);
  return (
    <div className="@container flex flex-col gap-5">
      <p className="text-14 text-pretty">{formatSentence(line.message, currency)}</p>
      <FigureRow>
        <FigureTile label={messages.explanation.pay} figure={formatMoney(line.amount, { currency })} />
        <FigureTile
          label={messages.explanation.credited}
          figure={figure(line.window?.credited ?? line.credited)}
          sub={
            line.window
              ? messages.explanation.creditedNow(figure(line.credited), line.creditCount)
              : messages.explanation.deals(line.creditCount)
          }
        />
        {line.quota === null ? null : (
          <FigureTile label={messages.explanation.quota} figure={figure(line.quota)} />
        )}
        {line.target === null ? null : (
          <FigureTile label={messages.explanation.target} figure={formatMoney(line.target, { currency })} />
        )}
      </FigureRow>
      <AttainmentBar line={line} />
      <Part title={messages.explanation.arithmetic}>
        <Arithmetic steps={line.steps} currency={currency} />
      </Part>
      {line.nextTier ? <NextTierNote next={line.nextTier} currency={currency} /> : null}
      <Part title={messages.explanation.dealsTitle(line.creditCount)}>
        <CreditTable
          line={{ runId: line.runId, participantId: line.participantId, componentId: line.componentId }}
          currency={currency}
          unit={line.unit}
          creditedSum={line.creditedSum}
          earnedSum={line.earnedSum}
          linkDeals={linkDeals}
        />
        <SumOfTheLine line={line} />
      </Part>
      <details className="text-12">
        {' '}
        <summary className="w-fit rounded-sm py-1 text-fg-2">{messages.explanation.rules}</summary>{' '}
        <dl className="mt-1 flex flex-col gap-1.5">
          {line.rules.map((rule) => (
            <div key={rule.rule} className="grid grid-cols-[5.5rem_1fr] gap-2">
              <dt className="font-mono text-11 leading-4 text-fg-2">{rule.rule}</dt>
              <dd>{rule.text}</dd>
            </div>
          ))}{' '}
        </dl>{' '}
      </details>
      {linkStatement ? (
        <Link
          className="self-start text-primary-text underline"
          {...paths.statement(line.runId, line.participantId)}
        >
          {messages.explanation.statement(line.participantName)}
        </Link>
      ) : null}
    </div>
  );
}

/** How deals, true-up and carried pay sum to the line. */
function SumOfTheLine({ line }: { line: Explanation }) {
  const { currency, window, carried } = line;
  const money = (amount: string) => formatMoney(amount, { currency });
  const credit = (amount: string) => formatCredit(amount, line);
  const notes = [
    ...(window ? windowWords({ window, credited: line.credited }, { day: formatDay, money, credit }) : []),
    ...carriedWords(carried, money),
  ];
  const parts = [
    messages.explanation.fromDeals(money(line.earnedSum)),
    ...(window?.trueUp ? [messages.explanation.trueUp(money(window.trueUp))] : []),
    ...(carried ? [messages.explanation.carried(money(carried.carriedPaid))] : []),
  ];
  return (
    <p className="text-12 text-fg-2">
      {messages.explanation.sum(parts.join(' + '), money(line.amount))} {notes.join(' ')}
    </p>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
