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

const words: Record<PaymentRun['status'], { label: string; meaning: Meaning; icon: ReactNode }> = {
  queued: { label: 'Waiting', meaning: 'neutral', icon: <Clock aria-hidden /> },
  running: { label: 'Being made', meaning: 'info', icon: <Loader aria-hidden /> },
  calculated: { label: 'Waits for approval', meaning: 'warn', icon: <Clock aria-hidden /> },
  approved: { label: 'Approved', meaning: 'info', icon: <UserCheck aria-hidden /> },
  posted: { label: 'Posted', meaning: 'ok', icon: <Send aria-hidden /> },
  paid: { label: 'Paid', meaning: 'ok', icon: <Banknote aria-hidden /> },
  finalized: { label: 'Finalized', meaning: 'ok', icon: <Lock aria-hidden /> },
  withdrawn: { label: 'Withdrawn', meaning: 'neutral', icon: <Undo2 aria-hidden /> },
  cancelled: { label: 'Cancelled', meaning: 'neutral', icon: <CircleX aria-hidden /> },
  failed: { label: 'Failed', meaning: 'bad', icon: <CircleX aria-hidden /> },
};

/** Where the payments of a period stand, and whether anything changed since they were made. */
export function PaymentStatus({ run }: { run: PaymentRun }) {
  const { label, meaning, icon } = words[run.status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge meaning={meaning} icon={icon}>
        {label}
      </Badge>
      {run.stale.length > 0 ? (
        <Badge meaning="warn" icon={<TriangleAlert aria-hidden />}>
          Out of date
        </Badge>
      ) : null}
      {run.posted === null && run.approved === null && run.status === 'calculated' && run.mine ? (
        <Badge icon={<CircleCheck aria-hidden />}>Made by you</Badge>
      ) : null}
    </span>
  );
}
