import { Link } from '@tanstack/react-router';
import { formatSentence } from '../../api/format-sentence.ts';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

/** Plan version, period, engine and hashes of a calculation. */
export function RunFacts({ run }: { run: Run }) {
  return (
    <Card title={messages.facts.title}>
      <KeyValueList
        rows={[
          {
            key: messages.facts.plan,
            value: (
              <Link className="text-primary-text underline" {...paths.plan(run.planId)}>
                {messages.facts.planVersion(run.planName, run.planVersion)}
              </Link>
            ),
          },
          {
            key: messages.facts.period,
            value: messages.facts.periodDays(
              run.period.key,
              formatDay(run.period.from),
              formatDay(run.period.to),
            ),
          },
          {
            key: messages.facts.started,
            value: messages.facts.startedBy(formatMoment(run.createdAt), run.createdBy),
          },
          { key: messages.facts.finished, value: formatMoment(run.finishedAt) },
          { key: messages.facts.engine, value: run.engineVersion, mono: true },
          { key: messages.facts.inputHash, value: run.inputHash ?? '—', mono: true },
          { key: messages.facts.resultHash, value: run.resultHash ?? '—', mono: true },
        ]}
      />
    </Card>
  );
}

/** Notices above the figures: out of date, warnings, unchanged, failed. */
export function RunNotices({ run }: { run: Run }) {
  const maySee = useMay('read:simulated-pay');
  return (
    <>
      {run.stale.length > 0 ? (
        <section
          aria-label={messages.notices.outdated}
          className="flex flex-wrap items-start gap-3 rounded-lg border border-warn/50 bg-warn-soft px-4 py-3"
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium text-warn-text">{messages.notices.changed}</p>
            <ul className="text-fg-2">
              {run.stale.map((reason) => (
                <li key={`${reason.importId} ${reason.changeId} ${reason.message}`}>
                  {formatSentence(reason.message)}{' '}
                  {reason.importId ? (
                    <Link className="text-primary-text underline" {...paths.import(reason.importId)}>
                      {messages.notices.import}
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
          {maySee ? (
            <Link className={buttonLook({ variant: 'primary' })} {...paths.runRecords(run.sameAs ?? run.id)}>
              {messages.notices.preview}
            </Link>
          ) : null}
        </section>
      ) : null}
      {run.warnings.length > 0 ? (
        <section
          aria-label={messages.notices.warnings}
          className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-3"
        >
          <p className="font-medium text-warn-text">{messages.notices.payNoOne(run.warnings.length)}</p>
          <ul className="flex flex-col gap-1 text-fg-2">
            {run.warnings.map(({ componentId, message, fix }) => (
              <li key={componentId}>
                {message} {fix}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {run.status === 'unchanged' && run.sameAs ? (
        <section
          aria-label={messages.notices.unchanged}
          className="flex flex-wrap items-center gap-3 rounded-lg border bg-info-soft px-4 py-3"
        >
          <p className="min-w-0 flex-1">{messages.notices.unchangedText}</p>
          <Link className={buttonLook({})} {...paths.run(run.sameAs)}>
            {messages.notices.openVersion}
          </Link>
        </section>
      ) : null}
      {run.status === 'failed' ? (
        run.problems.length > 0 ? (
          <RunProblems run={run} title={run.error ?? messages.notices.failed} />
        ) : (
          <p role="alert" className="text-bad-text">
            {run.error ?? messages.notices.failedUnknown}
          </p>
        )
      ) : null}
      {run.status !== 'failed' ? <RunProblems run={run} /> : null}
    </>
  );
}

/** Problems of a run, with an export. */
function RunProblems({ run, title }: { run: Run; title?: string }) {
  const { problems } = run;
  const table = () => ({
    head: [messages.problems.message, messages.problems.path, messages.problems.ruleHead],
    rows: problems.map(({ message, path, rule }) => [message, path, rule]),
  });
  return (
    <ProblemList
      title={title}
      problems={problems}
      action={<ExportMenu fileName={`problems-${run.period.key}`} table={table} />}
    />
  );
}
