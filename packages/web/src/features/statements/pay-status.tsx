import { Banknote, Clock, Send, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Statement, StatementRow } from '../../api/shapes.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';

type Status = StatementRow['status'];

const words: Record<Status, { label: string; meaning: Meaning; icon: ReactNode }> = {
  calculated: { label: 'Calculated (preliminary)', meaning: 'neutral', icon: <Clock aria-hidden /> },
  approved: { label: 'Approved', meaning: 'info', icon: <UserCheck aria-hidden /> },
  posted: { label: 'Posted', meaning: 'info', icon: <Send aria-hidden /> },
  paid: { label: 'Paid', meaning: 'ok', icon: <Banknote aria-hidden /> },
};

/** The words of a status, for files. */
export const payStatusLabel = (status: Status) => words[status].label;

/** How far the pay of a statement is between calculation and payment. */
export function PayStatus({ status }: { status: Status }) {
  const { label, meaning, icon } = words[status];
  return (
    <Badge meaning={meaning} icon={icon}>
      {label}
    </Badge>
  );
}

/** That a later calculation changed the pay: which version, when, and by how much. */
export function PayChange({ statement }: { statement: Statement }) {
  const { run, earlier, currency } = statement;
  if (earlier === null) return null;
  const money = (amount: string) => formatMoney(amount, { currency });
  const [difference, way] = isNegative(earlier.difference)
    ? [earlier.difference.slice(1), 'less']
    : [earlier.difference, 'more'];
  return (
    <p role="note" className="mt-1 text-12 text-warn-text">
      Changed on {formatMoment(run.finishedAt)}: version {run.version ?? '—'} is {money(difference)} {way}{' '}
      than version {earlier.version} ({money(earlier.total)}, {words[earlier.status].label.toLowerCase()}).
    </p>
  );
}
