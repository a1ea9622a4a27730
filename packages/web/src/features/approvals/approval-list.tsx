import { clsx } from 'clsx';
import {
  Banknote,
  Bot,
  Diff,
  FileInput,
  FilePenLine,
  Gauge,
  KeyRound,
  type LucideIcon,
  PackageCheck,
  Rocket,
  Scale,
  Sparkles,
  TimerReset,
  TriangleAlert,
  UserCheck,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ApprovalRequest } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { kindNames, messages, statusWords } from './messages.ts';

const icons: Readonly<Record<ApprovalRequest['kind'], LucideIcon>> = {
  'payment-run': Banknote,
  adjustment: Diff,
  'plan-activation': FilePenLine,
  'role-grant': UserCheck,
  'administrator-grant': UserCheck,
  'duty-exception': Scale,
  'access-grant': TimerReset,
  'suggestion-override': Scale,
  'suggestion-apply': Sparkles,
  'autonomous-act': Sparkles,
  'autonomy-level': Gauge,
  'agent-version': Bot,
  'policy-activation': Scale,
  deployment: Rocket,
  'production-secret': KeyRound,
  import: FileInput,
  'release-gate': PackageCheck,
};

type ApprovalListProps = {
  rows: readonly ApprovalRequest[];
  selectedId: string | undefined;
  /** Whether the selected row takes the focus, because a key selected it. */
  followFocus: boolean;
  onSelect: (id: string) => void;
  /** Those chosen to be decided together. */
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
};

/** The requests, one below the other; the selected one is open beside them. */
export function ApprovalList(props: ApprovalListProps) {
  const { rows, selectedId, followFocus, onSelect, chosen, onChoose } = props;
  return (
    <ul aria-label={messages.list} className="divide-y">
      {rows.map((row) => (
        <li key={row.id} className="flex">
          {row.mayDecide ? (
            <span className="flex items-start px-3 pt-4">
              <Checkbox
                aria-label={messages.many.choose(row.summary)}
                checked={chosen.has(row.id)}
                onChange={() => onChoose(row.id)}
              />
            </span>
          ) : null}
          <Row
            request={row}
            selected={row.id === selectedId}
            focused={followFocus && row.id === selectedId}
            onSelect={() => onSelect(row.id)}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { request: ApprovalRequest; selected: boolean; focused: boolean; onSelect: () => void };

function Row({ request, selected, focused, onSelect }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  const Icon = icons[request.kind];
  const now = Date.now();
  const expiry = messages.expiry(request, now);
  return (
    <button
      ref={button}
      type="button"
      aria-current={selected || undefined}
      onClick={onSelect}
      className={clsx(
        'flex w-full min-w-0 items-start gap-3 border-s-2 px-4 py-3 text-start focus-visible:-outline-offset-2',
        selected ? 'border-primary bg-primary-soft' : 'border-transparent hover:bg-surface-2',
      )}
    >
      <span className="mt-0.5 rounded-md bg-sunken p-1.5 text-fg-2">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-medium break-words">{request.summary}</span>
          <span className="font-semibold tabular-nums">{messages.amount(request) ?? '—'}</span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-fg-2">
          <span className="min-w-0">
            {kindNames[request.kind]} · {messages.asker(request)}
          </span>
          <span className={expiry === null ? undefined : 'text-warn-text'}>
            {expiry ?? messages.age(request, now)}
          </span>
        </span>
        <Marks request={request} />
      </span>
    </button>
  );
}

function Marks({ request }: { request: ApprovalRequest }) {
  const { status, warningCount, requiredApprovals, isOverdue, question } = request;
  const isPlain = warningCount === 0 && requiredApprovals === 1 && !isOverdue && question === null;
  if (status === 'open' && isPlain) return null;
  return (
    <span className="flex flex-wrap gap-1 pt-1">
      {status === 'open' ? null : (
        <Badge meaning={statusWords[status].meaning}>{statusWords[status].label}</Badge>
      )}
      {isOverdue ? <Badge meaning="warn">{messages.overdue}</Badge> : null}
      {question === null ? null : <Badge meaning="info">{messages.questions.mark}</Badge>}
      {requiredApprovals > 1 ? <Badge>{messages.votes(request)}</Badge> : null}
      {warningCount > 0 ? (
        <Badge meaning="warn" icon={<TriangleAlert aria-hidden />}>
          {messages.warningMark(warningCount)}
        </Badge>
      ) : null}
    </span>
  );
}
