import { Banknote, Clock, Send, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Statement, StatementRow } from '../../api/shapes.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

type Status = StatementRow['status'];

const words: Record<Status, { label: string; meaning: Meaning; icon: ReactNode }> = {
  calculated: { label: messages.status.calculated, meaning: 'neutral', icon: <Clock aria-hidden /> },
  approved: { label: messages.status.approved, meaning: 'info', icon: <UserCheck aria-hidden /> },
  posted: { label: messages.status.posted, meaning: 'info', icon: <Send aria-hidden /> },
  paid: { label: messages.status.paid, meaning: 'ok', icon: <Banknote aria-hidden /> },
};

/** A status as text, for exports. */
export const payStatusLabel = (status: Status) => words[status].label;

/** Pay status of a statement: calculated, approved, posted or paid. */
export function PayStatus({ status }: { status: Status }) {
  const { label, meaning, icon } = words[status];
  return (
    <Badge meaning={meaning} icon={icon}>
      {label}
    </Badge>
  );
}

/** Note that a later version changed the pay, with date and difference. */
export function PayChange({ statement }: { statement: Statement }) {
  const { run, earlier, currency } = statement;
  if (earlier === null) return null;
  const money = (amount: string) => formatMoney(amount, { currency });
  const [difference, direction] = isNegative(earlier.difference)
    ? [earlier.difference.slice(1), messages.change.less]
    : [earlier.difference, messages.change.more];
  return (
    <p role="note" className="mt-1 text-12 text-warn-text">
      {messages.change.text({
        at: formatMoment(run.finishedAt),
        version: run.version ?? '—',
        difference: money(difference),
        direction,
        earlierVersion: earlier.version,
        earlierTotal: money(earlier.total),
        earlierStatus: words[earlier.status].label.toLowerCase(),
      })}
    </p>
  );
}
