import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Explanation } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { formatSentence } from '../../base/format-sentence.ts';
import { paths } from '../../paths.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { Arithmetic, AttainmentBar, NextTierNote } from './arithmetic.tsx';
import { CreditTable } from './credit-table.tsx';

export type ExplanationViewProps = { line: Explanation; linkDeals: boolean; linkStatement: boolean };

/** Why a line pays what it pays: the sentence, the arithmetic, the way up, the deals down to the file. */
export function ExplanationView({ line, linkDeals, linkStatement }: ExplanationViewProps) {
  const { currency } = line;
  const figure = (amount: string) => formatCredit(amount, line);
  return (
    <div className="@container flex flex-col gap-5">
      <p className="text-14 text-pretty">{formatSentence(line.message, currency)}</p>
      <FigureRow>
        <FigureTile label="Pay" figure={formatMoney(line.amount, { currency })} />
        <FigureTile
          label="Credited"
          figure={figure(line.window?.credited ?? line.credited)}
          sub={
            line.window
              ? `${figure(line.credited)} of it now, ${counted(line.creditCount, 'deal')}`
              : counted(line.creditCount, 'deal')
          }
        />
        {line.quota === null ? null : <FigureTile label="Quota" figure={figure(line.quota)} />}
        {line.target === null ? null : (
          <FigureTile label="Target pay" figure={formatMoney(line.target, { currency })} />
        )}
      </FigureRow>
      <AttainmentBar line={line} />
      <Part title="The arithmetic">
        <Arithmetic steps={line.steps} currency={currency} />
      </Part>
      {line.nextTier ? <NextTierNote next={line.nextTier} currency={currency} /> : null}
      <Part title={`The deals behind it (${line.creditCount})`}>
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
      <Part title="Rules that had a say">
        <dl className="flex flex-col gap-1.5 text-12">
          {line.rules.map((rule) => (
            <div key={rule.rule} className="grid grid-cols-[5.5rem_1fr] gap-2">
              <dt className="font-mono text-11 leading-4 text-fg-2">{rule.rule}</dt>
              <dd>{rule.text}</dd>
            </div>
          ))}
        </dl>
      </Part>
      {linkStatement ? (
        <Link
          className="self-start text-primary-text underline"
          {...paths.statement(line.runId, line.participantId)}
        >
          Open the whole statement of {line.participantName}
        </Link>
      ) : null}
    </div>
  );
}

/** How the deals, the true-up of a window and what was carried here add up to the line. */
function SumOfTheLine({ line }: { line: Explanation }) {
  const { currency, window, carried } = line;
  const money = (amount: string) => formatMoney(amount, { currency });
  const credit = (amount: string) => formatCredit(amount, line);
  const words = [
    ...(window ? windowWords({ window, credited: line.credited }, { day: formatDay, money, credit }) : []),
    ...carriedWords(carried, money),
  ];
  const parts = [
    `${money(line.earnedSum)} from the deals`,
    ...(window?.trueUp ? [`${money(window.trueUp)} true-up of earlier periods`] : []),
    ...(carried ? [`${money(carried.carriedPaid)} carried from earlier periods`] : []),
  ];
  return (
    <p className="text-12 text-fg-2">
      {parts.join(' + ')} is {money(line.amount)} of the line. {words.join(' ')}
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
