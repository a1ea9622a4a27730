import { isProcessing, maySkipErrors, skippedErrors } from '@attain/contract/import-status';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { readAgain } from '../../api/events/read-again.ts';
import { keys, recordKeys } from '../../api/keys.ts';
import type { ImportDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { type Step, Stepper } from '../../ui/stepper.tsx';
import { CheckReport } from './check-report.tsx';
import { ControlCheck } from './control-check.tsx';
import { kindWords } from './import-words.ts';
import { MappingForm } from './mapping-form.tsx';
import { messages } from './messages.ts';
import { UndoImport, Undone } from './undo-import.tsx';
import { WhoIsThis } from './who-is-this.tsx';

export type ImportWizardProps = {
  file: ImportDetail;
  mayImport: boolean;
  /** The effect on pay, shown below the dry run. */
  pay: ReactNode;
  /** Calculates what a stored file changes; null for users who may not. */
  calculate: ReactNode;
};

/** The steps of an uploaded file: mapping, dry run, storing. Each can be left and resumed. */
export function ImportWizard({ file, mayImport, pay, calculate }: ImportWizardProps) {
  const [remap, setRemap] = useState(false);
  useRefreshWhenStored(file);
  const working = isProcessing(file);
  const unknown = file.summary?.unknownPeople ?? [];
  const mapping =
    !working && (remap || file.status === 'uploaded' || (file.status === 'cancelled' && !file.summary));
  return (
    <div className="flex flex-col gap-4">
      <Stepper
        label={messages.wizard.steps}
        steps={stepsOf(file, mapping)}
        onStep={(id) => id === 'mapping' && mayImport && file.status !== 'committed' && setRemap(true)}
      />
      {file.sameAs ? <AlreadyIn sameAs={file.sameAs} /> : null}
      {file.status === 'cancelled' ? (
        <p role="status" className="rounded-lg border bg-info-soft px-4 py-3">
          {messages.wizard.cancelled}
        </p>
      ) : null}
      {mapping && mayImport ? (
        <MappingForm key={file.lookups.length} file={file} onChecking={() => setRemap(false)} />
      ) : null}
      {mapping && !mayImport ? (
        <EmptyState title={messages.wizard.unmapped} text={messages.wizard.unmappedText} />
      ) : null}
      {working ? <Working file={file} mayImport={mayImport} /> : null}
      {file.status === 'failed' && !remap ? (
        <ErrorState
          title={messages.wizard.failed}
          text={messages.wizard.failedText(file.error ?? messages.wizard.noReason)}
        />
      ) : null}
      <Undone file={file} />
      {file.status === 'committed' && !file.undone && !file.undoes ? (
        <Stored file={file} mayImport={mayImport} calculate={calculate} />
      ) : null}
      {!mapping && file.status === 'checked' && unknown.length > 0 && mayImport ? (
        <WhoIsThis key={unknown.map(({ name }) => name).join()} file={file} unknown={unknown} />
      ) : null}
      {!mapping && !working && file.controls.length > 0 ? (
        <ControlCheck
          key={file.controls.map(({ stated }) => stated).join()}
          file={file}
          mayImport={mayImport}
        />
      ) : null}
      {!mapping && !working && file.summary ? <CheckReport file={file} summary={file.summary} /> : null}
      {!mapping && !working ? pay : null}
      {!mapping && !working && file.status !== 'committed' && mayImport ? (
        <Decide file={file} onRemap={() => setRemap(true)} />
      ) : null}
    </div>
  );
}

function Decide({ file, onRemap }: { file: ImportDetail; onRemap: () => void }) {
  const commit = useAct({
    act: client.imports.commit,
    changes: [keys.imports, keys.approvals],
    failure: messages.wizard.storeFailure,
  });
  const check = useAct({
    act: client.imports.check,
    changes: [keys.imports, keys.approvals, keys.audit],
    failure: messages.wizard.skipFailure,
  });
  const bad = file.summary?.badRows ?? 0;
  const left = skippedErrors(file.summary);
  const unknown = file.summary?.unknownPeople ?? [];
  const unknownRows = unknown.reduce((sum, { rows }) => sum + rows, 0);
  const kept = (file.summary?.added ?? 0) + (file.summary?.changed ?? 0) + (file.summary?.unchanged ?? 0);
  const maySkip = file.status === 'checked' && maySkipErrors(file);
  if (file.awaitsApproval) return <Waits file={file} onRemap={onRemap} />;
  const removal = file.summary?.removal;
  const unequal = file.controlReason === null && file.controls.some((one) => one.needsReason);
  const nothing =
    file.summary !== null && file.summary.added + file.summary.changed + (removal?.rows ?? 0) === 0;
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-surface px-4 py-3 md:-mx-5 md:px-5">
      <p className="me-auto text-fg-2">
        {file.status !== 'checked'
          ? messages.wizard.remap
          : bad > 0
            ? unknown.length > 0
              ? messages.wizard.unknown(unknown.length, bad > unknownRows)
              : messages.wizard.badRows(bad, maySkip)
            : removal?.exceeds
              ? messages.wizard.tooMany(removal.rows, removal.of, removal.maxPercent)
              : unequal
                ? messages.controls.unequal
                : nothing
                  ? messages.wizard.nothingNew
                  : file.overLimit !== null
                    ? messages.wizard.overLimit[file.overLimit]
                    : left > 0
                      ? messages.wizard.readySkipping(left, unknown.length)
                      : file.kind === 'adjustments'
                        ? messages.wizard.adjustments
                        : messages.wizard.ready}
      </p>
      <Link className={buttonLook({})} {...paths.newImportOf(file.kind)}>
        {messages.wizard.uploadAnother}
      </Link>
      <Button onClick={onRemap}>{messages.wizard.changeMapping}</Button>
      {(maySkip || file.skipBadRows) && file.mapping ? (
        <Button
          busy={check.isPending}
          onClick={() =>
            file.mapping &&
            check.mutate({ id: file.id, mapping: file.mapping, skipBadRows: !file.skipBadRows })
          }
        >
          {file.skipBadRows ? messages.wizard.keep : messages.wizard.skip(bad)}
        </Button>
      ) : null}
      {file.status === 'checked' ? (
        <Button
          variant="primary"
          disabled={bad > 0 || removal?.exceeds === true || unequal}
          busy={commit.isPending}
          onClick={() => commit.mutate({ id: file.id })}
        >
          {file.overLimit === null && file.kind !== 'adjustments'
            ? messages.wizard.store(kept, removal?.rows ?? 0)
            : messages.wizard.askApproval}
        </Button>
      ) : null}
    </div>
  );
}

/** It waits in the inbox; an approval stores the rows. */
function Waits({ file, onRemap }: { file: ImportDetail; onRemap: () => void }) {
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-surface px-4 py-3 md:-mx-5 md:px-5">
      <p role="status" className="me-auto text-fg-2">
        {messages.wizard.waits}
      </p>
      <Button onClick={onRemap}>{messages.wizard.changeMapping}</Button>
      {file.approvalId === null ? null : (
        <Link className={buttonLook({ variant: 'primary' })} {...paths.approval(file.approvalId)}>
          {messages.wizard.openApproval}
        </Link>
      )}
    </div>
  );
}

function Working({ file, mayImport }: { file: ImportDetail; mayImport: boolean }) {
  const { done, total, estimated } = file.progress;
  return (
    <Card>
      <WorkProgress
        id={file.id}
        label={
          file.status === 'checking'
            ? messages.wizard.checking(file.fileName)
            : messages.wizard.storing(file.fileName)
        }
        progress={file.progress}
        detail={
          total && total > done
            ? messages.wizard.progress(done, total, estimated)
            : done > 0
              ? messages.report.rowCount(done)
              : messages.wizard.starting
        }
        cancel={client.imports.cancel}
        may={mayImport}
        changes={[keys.imports, keys.audit]}
        failure={messages.wizard.cancelFailure}
      />
    </Card>
  );
}

function AlreadyIn({ sameAs }: { sameAs: NonNullable<ImportDetail['sameAs']> }) {
  const { sameMapping, otherMapping, withoutErrors } = messages.wizard;
  const how = sameAs.sameMapping ? sameMapping : sameAs.skippedRows ? withoutErrors : otherMapping;
  return (
    <p className="rounded-lg border bg-info-soft px-4 py-3">
      {messages.wizard.same}{' '}
      <Link className="text-primary-text underline" {...paths.import(sameAs.id)}>
        {sameAs.fileName}
      </Link>{' '}
      ({formatMoment(sameAs.committedAt)}) {how}
    </p>
  );
}

type StoredProps = { file: ImportDetail; mayImport: boolean; calculate: ReactNode };

function Stored({ file, mayImport, calculate }: StoredProps) {
  const left = skippedErrors(file.summary);
  const { message, ...next } = {
    deals: { ...paths.crediting, message: messages.next.deals },
    opportunities: { ...paths.opportunities, message: messages.next.opportunities },
    participants: { ...paths.eligibility, message: messages.next.participants },
    quotas: { ...paths.quotas, message: messages.next.quotas },
    territories: { ...paths.crediting, message: messages.next.territories },
    'reporting-lines': { ...paths.eligibility, message: messages.next.people },
    leaves: { ...paths.eligibility, message: messages.next.people },
    ramps: { ...paths.eligibility, message: messages.next.people },
    'pay-terms': { ...paths.payTerms, message: messages.next.payTerms },
    'payment-limits': { ...paths.paymentLimits, message: messages.next.limits },
    adjustments: { ...paths.adjustments, message: messages.next.adjustments },
    receipts: { ...paths.receipts, message: messages.next.receipts },
    // the close of the last month it states pay for
    'parallel-pay': {
      ...paths.parallelRun(file.summary?.to?.slice(0, 7)),
      message: messages.next.parallelPay,
    },
    'exchange-rates': { ...paths.crediting, message: messages.next.rates },
    'plan-components': { ...paths.plans, message: messages.next.plan },
  }[file.kind];
  return (
    <section
      aria-label={messages.wizard.stored}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-ok/40 bg-ok-soft px-4 py-3"
    >
      <CircleCheck aria-hidden className="size-5 text-ok-text" />
      <p className="me-auto">
        <span className="font-medium">
          {file.kind === 'adjustments'
            ? messages.wizard.storedAdjustments(file.summary?.added ?? 0)
            : messages.wizard.storedRows(
                file.summary?.added ?? 0,
                file.summary?.changed ?? 0,
                kindWords[file.kind].rows,
              )}
          {file.summary?.removal?.rows ? messages.wizard.alsoRemoved(file.summary.removal.rows) : null}
          {left > 0 ? messages.wizard.alsoSkipped(left) : null}
        </span>{' '}
        <span className="text-fg-2">{messages.wizard.storedAt(formatMoment(file.committedAt))}</span>{' '}
        {file.awaitsApproval ? messages.wizard.adjustmentsWait : null}
      </p>
      {file.canUndo && mayImport ? <UndoImport file={file} /> : null}
      <Link className={buttonLook({})} {...paths.newImport}>
        {messages.wizard.importAnother}
      </Link>
      <Link className={buttonLook({})} {...next}>
        {message}
      </Link>
      {file.kind === 'receipts' ? null : file.kind !== 'adjustments' ? (
        calculate
      ) : file.approvalId === null ? null : (
        <Link className={buttonLook({ variant: 'primary' })} {...paths.approval(file.approvalId)}>
          {messages.wizard.openApproval}
        </Link>
      )}
    </section>
  );
}

/** Reloads everything derived from the records once a file is stored. */
function useRefreshWhenStored(file: ImportDetail): void {
  const cache = useQueryClient();
  const before = useRef(file.status);
  useEffect(() => {
    if (before.current !== file.status && file.status === 'committed') {
      for (const queryKey of recordKeys) void readAgain(cache, { queryKey });
    } else if (before.current === 'checking' && file.status === 'checked') {
      for (const part of ['problems', 'changes', 'skips'])
        void readAgain(cache, { queryKey: [...keys.imports, file.id, part] });
    }
    before.current = file.status;
  }, [cache, file.id, file.status]);
}

function stepsOf(file: ImportDetail, mapping: boolean): readonly Step[] {
  const stored = file.status === 'committed';
  const storing = file.status === 'committing' || stored;
  const failed = file.status === 'failed';
  const bad = failed || (file.summary?.badRows ?? 0) > 0;
  return [
    { id: 'file', label: messages.steps.file, state: 'done' },
    { id: 'mapping', label: messages.steps.mapping, state: mapping ? 'current' : 'done' },
    {
      id: 'check',
      label: messages.steps.dryRun,
      state: mapping ? 'next' : storing ? 'done' : bad ? 'bad' : 'current',
    },
    { id: 'store', label: messages.steps.store, state: stored ? 'done' : storing ? 'current' : 'next' },
  ];
}
