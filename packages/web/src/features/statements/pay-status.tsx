import { Banknote, Clock, Send, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatementRow } from '../../api/shapes.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './table-messages.ts';

type Status = StatementRow['status'];

const words: Record<Status, { label: string; meaning: Meaning; icon: ReactNode }> = {
  calculated: { label: messages.statuses.calculated, meaning: 'neutral', icon: <Clock aria-hidden /> },
  approved: { label: messages.statuses.approved, meaning: 'info', icon: <UserCheck aria-hidden /> },
  posted: { label: messages.statuses.posted, meaning: 'info', icon: <Send aria-hidden /> },
  paid: { label: messages.statuses.paid, meaning: 'ok', icon: <Banknote aria-hidden /> },
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
