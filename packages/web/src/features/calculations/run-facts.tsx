import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatSentence } from '../../base/format-sentence.ts';
import { paths } from '../../paths.ts';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';

/** Everything a result rests on: plan version, period, engine, and the hashes that prove it. */
export function RunFacts({ run }: { run: Run }) {
  return (
    <Card title="What this result rests on">
      <KeyValueList
        rows={[
          {
            key: 'Plan',
            value: (
              <Link
                className="text-primary-text underline"
                {...paths.plan(run.planId)}
              >{`${run.planName}, version ${run.planVersion}`}</Link>
            ),
          },
          {
            key: 'Period',
            value: `${run.period.key}: ${formatDay(run.period.from)} – ${formatDay(run.period.to)}`,
          },
          { key: 'Started', value: `${formatMoment(run.createdAt)} by ${run.createdBy}` },
          { key: 'Finished', value: formatMoment(run.finishedAt) },
          { key: 'Engine', value: run.engineVersion, mono: true },
          { key: 'Hash of the inputs', value: run.inputHash ?? '—', mono: true },
          { key: 'Hash of the result', value: run.resultHash ?? '—', mono: true },
        ]}
      />
    </Card>
  );
}

/** What a reader must know before trusting the figures: out of date, unchanged, failed. */
export function RunNotices({ run }: { run: Run }) {
  const maySee = useMay('read:simulated-pay');
  return (
    <>
      {run.stale.length > 0 ? (
        <section
          aria-label="Out of date"
          className="flex flex-wrap items-start gap-3 rounded-lg border border-warn/50 bg-warn-soft px-4 py-3"
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium text-warn-text">Data changed since this calculation.</p>
            <ul className="text-fg-2">
              {run.stale.map((reason) => (
                <li key={`${reason.importId} ${reason.changeId} ${reason.message}`}>
                  {formatSentence(reason.message)}{' '}
                  {reason.importId ? (
                    <Link className="text-primary-text underline" {...paths.import(reason.importId)}>
                      See the import
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
          {maySee ? (
            <Link className={buttonLook({ variant: 'primary' })} {...paths.runRecords(run.sameAs ?? run.id)}>
              Preview changes
            </Link>
          ) : null}
        </section>
      ) : null}
      {run.warnings.length > 0 ? (
        <section aria-label="Warnings" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-3">
          <p className="font-medium text-warn-text">
            {run.warnings.length === 1
              ? '1 component pays no one'
              : `${run.warnings.length} components pay no one`}
          </p>
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
          aria-label="Unchanged"
          className="flex flex-wrap items-center gap-3 rounded-lg border bg-info-soft px-4 py-3"
        >
          <p className="min-w-0 flex-1">
            Nothing changed since the version before: same inputs, same result, byte for byte. No new version
            was made.
          </p>
          <Link className={buttonLook({})} {...paths.run(run.sameAs)}>
            Open that version
          </Link>
        </section>
      ) : null}
      {run.status === 'failed' ? (
        run.problems.length > 0 ? (
          <RunProblems run={run} title={run.error ?? 'The calculation could not be finished'} />
        ) : (
          <p role="alert" className="text-bad-text">
            {run.error ?? 'The calculation could not be finished. No reason was stored.'}
          </p>
        )
      ) : null}
      {run.status !== 'failed' ? <RunProblems run={run} /> : null}
    </>
  );
}

/** The problems of a run, all of them within reach, and as a file for whoever mends the records elsewhere. */
function RunProblems({ run, title }: { run: Run; title?: string }) {
  const { problems } = run;
  const table = () => ({
    head: ['Problem', 'Where', 'Rule'],
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
