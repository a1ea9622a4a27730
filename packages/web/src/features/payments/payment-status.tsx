import {
  Banknote,
  CircleCheck,
  CircleX,
  Clock,
  Loader,
  Lock,
  Send,
  TriangleAlert,
  Undo2,
  UserCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { PaymentRun } from '../../api/shapes.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

const words: Record<PaymentRun['status'], { label: string; meaning: Meaning; icon: ReactNode }> = {
  queued: { label: messages.status.queued, meaning: 'neutral', icon: <Clock aria-hidden /> },
  running: { label: messages.status.running, meaning: 'info', icon: <Loader aria-hidden /> },
  calculated: { label: messages.status.calculated, meaning: 'warn', icon: <Clock aria-hidden /> },
  approved: { label: messages.status.approved, meaning: 'info', icon: <UserCheck aria-hidden /> },
  posted: { label: messages.status.posted, meaning: 'ok', icon: <Send aria-hidden /> },
  paid: { label: messages.status.paid, meaning: 'ok', icon: <Banknote aria-hidden /> },
  finalized: { label: messages.status.finalized, meaning: 'ok', icon: <Lock aria-hidden /> },
  withdrawn: { label: messages.status.withdrawn, meaning: 'neutral', icon: <Undo2 aria-hidden /> },
  cancelled: { label: messages.status.cancelled, meaning: 'neutral', icon: <CircleX aria-hidden /> },
  failed: { label: messages.status.failed, meaning: 'bad', icon: <CircleX aria-hidden /> },
};

/** Status of a payment run, and whether data changed since it was created. */
export function PaymentStatus({ run }: { run: PaymentRun }) {
  const { label, meaning, icon } = words[run.status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge meaning={meaning} icon={icon}>
        {label}
      </Badge>
      {run.stale.length > 0 ? (
        <Badge meaning="warn" icon={<TriangleAlert aria-hidden />}>
          {messages.status.outdated}
        </Badge>
      ) : null}
      {run.posted === null && run.approved === null && run.status === 'calculated' && run.mine ? (
        <Badge icon={<CircleCheck aria-hidden />}>{messages.status.mine}</Badge>
      ) : null}
    </span>
  );
}
