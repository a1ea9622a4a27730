import { Link } from '@tanstack/react-router';
import type { Statement } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { messages } from './messages.ts';

/** What a statement pays more or less than the period before, and what its components of then paid. */
export function PreviousPeriod({ statement }: { statement: Statement }) {
  const { previous, currency, participant, lines } = statement;
  if (previous === null) return null;
  const gone = previous.lines.filter(
    ({ componentId }) => !lines.some((line) => line.componentId === componentId),
  );
  const signed = (amount: string) => formatMoney(amount, { currency, signed: true });
  return (
    <div className="figures mt-1 text-12 whitespace-normal! text-fg-2">
      <p>
        {messages.previous.total(signed(previous.difference))}{' '}
        <Link {...paths.statement(previous.runId, participant.id)} className="text-primary-text underline">
          {messages.previous.period(previous.periodKey, formatMoney(previous.total, { currency }))}
        </Link>
      </p>
      {gone.map(({ componentId, componentName, difference }) => (
        <p key={componentId}>{messages.previous.gone(componentName, signed(difference))}</p>
      ))}
    </div>
  );
}

type LineChangeProps = { statement: Statement; line: Pick<Statement['lines'][number], 'componentId'> };

/** What a component pays more or less than the period before. */
export function LineChange({ statement: { previous, currency }, line }: LineChangeProps) {
  if (previous === null) return null;
  const before = previous.lines.find(({ componentId }) => componentId === line.componentId);
  return (
    <p className="figures text-12 text-fg-2">
      {before === undefined
        ? messages.previous.added(previous.periodKey)
        : messages.previous.line(
            formatMoney(before.difference, { currency, signed: true }),
            previous.periodKey,
          )}
    </p>
  );
}
