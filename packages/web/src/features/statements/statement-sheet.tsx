import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import type { ReactNode } from 'react';
import type { Statement } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { formatSentence } from '../../base/format-sentence.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { PayChange, PayStatus } from './pay-status.tsx';

export type StatementLine = Statement['lines'][number];

export type StatementSheetProps = {
  statement: Statement;
  /** What opens under a line: its arithmetic and deals. */
  renderLine: (line: StatementLine) => ReactNode;
  /** Stands under a line's sentence: the attainment bar. */
  renderBar: (line: StatementLine) => ReactNode;
  /** Stands under the total: what of it was paid. */
  paid?: ReactNode;
};

/** A statement a payee understands in ten seconds: the total, then each line with its sentence. */
export function StatementSheet({ statement, renderLine, renderBar, paid }: StatementSheetProps) {
  const { run, participant, lines, total, currency } = statement;
  return (
    <article
      aria-label={`Statement of ${participant.name}`}
      className="@container rounded-lg border bg-surface shadow-card print:border-0"
    >
      <header className="flex flex-col-reverse gap-x-8 gap-y-4 border-b px-5 py-5 @xl:flex-row @xl:items-end @xl:justify-between">
        <div>
          <p className="text-12 text-fg-2">
            {statement.tenantName} · {run.planName}
          </p>
          <p className="text-18 font-semibold">{participant.name}</p>
          <p className="text-fg-2">
            {[participant.title, participant.managerName ? `reports to ${participant.managerName}` : null]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="@xl:text-end">
          <p className="text-12 text-fg-2">
            Pay for {run.period.key} ({formatDay(run.period.from)} – {formatDay(run.period.to)})
          </p>
          <p className="figures text-[2rem] leading-10 font-semibold tracking-[-0.02em]">
            {formatMoney(total, { currency })}
          </p>
          <p className="mt-1">
            <PayStatus status={statement.status} />
          </p>
          <PayChange statement={statement} />
          {paid}
          <p className="text-12 text-fg-3">
            Version {run.version ?? '—'}, calculated {formatMoment(run.finishedAt)}
          </p>
        </div>
      </header>
      <ul>
        {lines.map((line) => (
          <li key={line.componentId} className="border-b px-5 py-4">
            <div className="flex items-baseline justify-between gap-4">
              <h2 className="text-14 font-semibold">{line.componentName}</h2>
              <p className="figures text-14 font-semibold">{formatMoney(line.amount, { currency })}</p>
            </div>
            <p className="mt-0.5 max-w-[80ch] text-pretty text-fg-2">
              {formatSentence(line.message, currency)}
            </p>
            <FurtherWords line={line} currency={currency} />
            {line.attainmentPercent === null ? null : <div className="mt-2 max-w-md">{renderBar(line)}</div>}
            <details className="mt-2" data-print="hide">
              <summary className="w-fit rounded-sm py-1 text-12 text-primary-text underline">
                How this was calculated
              </summary>
              <div className="mt-2 flex flex-col gap-4">{renderLine(line)}</div>
            </details>
          </li>
        ))}
      </ul>
      <footer className="px-5 py-4">
        <div className="figures flex items-baseline justify-between gap-4 text-14 font-semibold">
          <span>Total of {counted(lines.length, 'component')}</span>
          <span>{formatMoney(total, { currency })}</span>
        </div>
        <details className="mt-3">
          <summary className="w-fit rounded-sm py-1 text-12 text-fg-2">What proves this statement</summary>
          <KeyValueList
            className="mt-1"
            rows={[
              { key: 'Result', value: statement.proof.resultHash, mono: true },
              { key: 'Inputs', value: statement.proof.inputHash, mono: true },
              { key: 'Plan document', value: statement.proof.documentHash, mono: true },
              { key: 'Engine', value: statement.proof.engineVersion, mono: true },
            ]}
          />
          <p className="text-12 text-fg-3">
            The proof file can be checked without Attain’s server: npx attain verify.
          </p>
        </details>
      </footer>
    </article>
  );
}

/** Over which days the line is measured where that is more than the period, and what was carried. */
function FurtherWords({ line, currency }: { line: StatementLine; currency: string }) {
  const { window, credited } = line;
  const money = (amount: string) => formatMoney(amount, { currency });
  const credit = (amount: string) => formatCredit(amount, line);
  const words = [
    ...(window ? windowWords({ window, credited }, { day: formatDay, money, credit }) : []),
    ...carriedWords(line.carried, money),
  ];
  if (words.length === 0) return null;
  return (
    <ul aria-label={`How ${line.componentName} is measured`} className="mt-1 max-w-[80ch] text-12 text-fg-2">
      {words.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
