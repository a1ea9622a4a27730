import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { StoredNotice } from '../../api/shapes.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import type { Notice } from '../../ui/overlays/notices.ts';
import { messages } from '../frame-messages.ts';

const dots: Record<Notice['meaning'], string> = {
  ok: 'bg-ok',
  bad: 'bg-bad',
  info: 'bg-info',
  warn: 'bg-warn',
  ai: 'bg-ai',
};

type NoticeEntryProps = {
  title: string;
  text: string | undefined;
  meaning: Notice['meaning'];
  atMs: number;
  /** The current time in ms, for relative times. */
  now: number;
  /** The workflow that sent it, if any. */
  from?: string | undefined;
  /** The run that sent it, if the user may see runs. */
  runId?: string | undefined;
  /** The task it refers to. */
  taskId?: string | undefined;
  /** The request or statement it is about. */
  about?: StoredNotice['about'];
  /** The button that marks an unread entry as read. */
  act?: ReactNode;
};

export function NoticeEntry({
  title,
  text,
  meaning,
  atMs,
  now,
  from,
  runId,
  taskId,
  about = null,
  act = null,
}: NoticeEntryProps) {
  const at = new Date(atMs).toISOString();
  return (
    <li className={clsx('flex gap-3 px-4 py-2', act !== null && 'bg-primary-soft')}>
      <span
        aria-hidden
        data-forced-fill
        className={clsx('mt-1.5 size-2 shrink-0 rounded-full', dots[meaning])}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {meaning === 'bad' ? <span className="sr-only">{messages.notices.error} </span> : null}
          {act === null ? null : <span className="sr-only">{messages.notices.unread} </span>}
          {title}
        </p>
        {text ? <p className="break-words whitespace-pre-line text-fg-2">{text}</p> : null}
        {taskId === undefined ? null : (
          <p>
            <Link className="text-primary-text underline" {...paths.task(taskId)}>
              {messages.notices.openTask}
            </Link>
          </p>
        )}
        {about === null ? null : <Subject about={about} />}
        <p className="text-12 text-fg-3">
          {from === undefined ? null : runId === undefined ? (
            `${from} · `
          ) : (
            <>
              <Link className="underline" {...paths.workflowRun(runId)}>
                {from}
              </Link>
              {' · '}
            </>
          )}
          <time dateTime={at} title={formatMoment(at)}>
            {formatAgo(atMs, now)}
          </time>
        </p>
      </div>
      {act}
    </li>
  );
}

function Subject({ about }: { about: NonNullable<StoredNotice['about']> }) {
  const { link, label } = subjectOf(about);
  return (
    <p>
      <Link className="text-primary-text underline" {...link}>
        {label}
      </Link>
    </p>
  );
}

function subjectOf(about: NonNullable<StoredNotice['about']>) {
  switch (about.of) {
    case 'approval':
      return { link: paths.approval(about.id), label: messages.notices.openRequest };
    case 'dispute':
      return { link: paths.dispute(about.id), label: messages.notices.openDispute };
    case 'note':
      return { link: paths.note(about), label: messages.notices.openNote };
    case 'alert':
      return { link: paths.alerts, label: messages.notices.openAlert };
    case 'deployment':
      return { link: paths.deployment(about.id), label: messages.notices.openDeployment };
    case 'rollback':
      return { link: paths.rollbacks, label: messages.notices.openRollback };
    case 'schedule':
      return { link: paths.schedule(about.id), label: messages.notices.openSchedule };
    case 'access-review':
      return { link: paths.accessReview(about.id), label: messages.notices.openReview };
    case 'suggestion':
      return { link: paths.suggestion(about.id), label: messages.notices.openSuggestion };
    case 'parallel-run':
      return { link: paths.parallelRun(about.month), label: messages.notices.openParallelRun };
    case 'sign-off':
      return { link: paths.reviews(about.month), label: messages.notices.openSignOff };
    case 'connector':
      return { link: paths.connector(about.id), label: messages.notices.openConnector };
    case 'line':
      return { link: paths.line(about), label: messages.notices.openLine };
    case 'statement':
      return {
        link: paths.statement(about.runId, about.participantId),
        label: messages.notices.openStatement,
      };
  }
}
