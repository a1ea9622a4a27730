import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import type { ReactNode } from 'react';
import { formatSentence } from '../../api/format-sentence.ts';
import type { Statement } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { messages } from './messages.ts';
import { PayChange } from './pay-change.tsx';
import { PayStatus } from './pay-status.tsx';
import { LineChange, PreviousPeriod } from './previous-period.tsx';

export type StatementLine = Statement['lines'][number];

export type StatementSheetProps = {
  statement: Statement;
  /** Expanded content of a line: its arithmetic and deals. */
  renderLine: (line: StatementLine) => ReactNode;
  /** The attainment bar under a line's sentence. */
  renderBar: (line: StatementLine) => ReactNode;
  /** Button of a line, next to its explanation. */
  renderAct?: (line: StatementLine) => ReactNode;
  /** Changes of a line's pay after its calculation. */
  renderNotes?: (line: StatementLine) => ReactNode;
  /** The payment note under the total. */
  paid?: ReactNode;
};

/** A statement: the total, then each line with its explanation. */
export function StatementSheet(props: StatementSheetProps) {
  const { statement, renderLine, renderBar, renderNotes, renderAct, paid } = props;
  const { run, participant, lines, total, currency } = statement;
  return (
    <article
      aria-label={messages.sheet.label(participant.name)}
      className="@container rounded-lg border bg-surface shadow-card print:border-0"
    >
      <header className="flex flex-col-reverse gap-x-8 gap-y-4 border-b px-5 py-5 @xl:flex-row @xl:items-end @xl:justify-between">
        <div>
          <p className="text-12 text-fg-2">
            {statement.tenantName} · {run.planName}
          </p>
          <p className="text-18 font-semibold">{participant.name}</p>
          <p className="text-fg-2">
            {[
              participant.title,
              participant.managerName ? messages.sheet.reportsTo(participant.managerName) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="@xl:text-end">
          <p className="text-12 text-fg-2">
            {messages.sheet.payFor(run.period.key, formatDay(run.period.from), formatDay(run.period.to))}
          </p>
          <p className="figures text-[2rem] leading-10 font-semibold tracking-[-0.02em]">
            {formatMoney(total, { currency })}
          </p>
          <p className="mt-1">
            <PayStatus status={statement.status} />
          </p>
          <PayChange statement={statement} />
          <PreviousPeriod statement={statement} />
          {paid}
          <p className="text-12 text-fg-3">
            {messages.sheet.version(run.version ?? '—', formatMoment(run.finishedAt))}
          </p>
        </div>
      </header>
      <ul>
        {lines.map((line) => (
          <li key={line.componentId} className="border-b px-5 py-4">
            <div className="flex items-baseline justify-between gap-4">
              <h2 className="text-14 font-semibold">{line.componentName}</h2>
              <div className="text-end">
                <p className="figures text-14 font-semibold">{formatMoney(line.amount, { currency })}</p>
                <LineChange statement={statement} line={line} />
              </div>
            </div>
            <p className="mt-0.5 max-w-[80ch] text-pretty text-fg-2">
              {formatSentence(line.message, currency)}
            </p>
            <WindowNotes line={line} currency={currency} />
            {line.attainmentPercent === null ? null : <div className="mt-2 max-w-md">{renderBar(line)}</div>}
            {renderNotes ? <div className="mt-2 max-w-[80ch] empty:hidden">{renderNotes(line)}</div> : null}
            <div className="relative mt-2" data-print="hide">
              <details>
                <summary className="w-fit rounded-sm py-1 text-12 text-primary-text underline">
                  {messages.sheet.how}
                </summary>
                <div className="mt-2 flex flex-col gap-4">{renderLine(line)}</div>
              </details>
              <div className="absolute end-0 top-0">{renderAct?.(line)}</div>
            </div>
          </li>
        ))}
      </ul>
      <footer className="px-5 py-4">
        <div className="figures flex items-baseline justify-between gap-4 text-14 font-semibold">
          <span>{messages.sheet.total(lines.length)}</span>
          <span>{formatMoney(total, { currency })}</span>
        </div>
        <details className="mt-3">
          <summary className="w-fit rounded-sm py-1 text-12 text-fg-2">{messages.sheet.proof}</summary>
          <KeyValueList
            className="mt-1"
            rows={[
              { key: messages.sheet.result, value: statement.proof.resultHash, mono: true },
              { key: messages.sheet.inputs, value: statement.proof.inputHash, mono: true },
              { key: messages.sheet.document, value: statement.proof.documentHash, mono: true },
              { key: messages.sheet.engine, value: statement.proof.engineVersion, mono: true },
            ]}
          />
          <p className="text-12 text-fg-3">{messages.sheet.verify}</p>
        </details>
      </footer>
    </article>
  );
}

/** Measurement window, if longer than the period, and carried pay. */
function WindowNotes({ line, currency }: { line: StatementLine; currency: string }) {
  const { window, credited } = line;
  const money = (amount: string) => formatMoney(amount, { currency });
  const credit = (amount: string) => formatCredit(amount, line);
  const notes = [
    ...(window ? windowWords({ window, credited }, { day: formatDay, money, credit }) : []),
    ...carriedWords(line.carried, money),
  ];
  if (notes.length === 0) return null;
  return (
    <ul
      aria-label={messages.sheet.measured(line.componentName)}
      className="mt-1 max-w-[80ch] text-12 text-fg-2"
    >
      {notes.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
