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
import { counted, formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { type Step, Stepper } from '../../ui/stepper.tsx';
import { CheckReport } from './check-report.tsx';
import { kindWords } from './import-words.ts';
import { MappingForm } from './mapping-form.tsx';

export type ImportWizardProps = {
  file: ImportDetail;
  mayImport: boolean;
  /** What storing it would change in pay; stands under the dry run. */
  pay: ReactNode;
};

/** An uploaded file on its way in: mapping, dry run, storing. Everything can be left and come back to. */
export function ImportWizard({ file, mayImport, pay }: ImportWizardProps) {
  const [remap, setRemap] = useState(false);
  useRefreshWhenStored(file);
  const working = file.status === 'checking' || file.status === 'committing';
  const mapping =
    !working && (remap || file.status === 'uploaded' || (file.status === 'cancelled' && !file.summary));
  return (
    <div className="flex flex-col gap-4">
      <Stepper
        label="Import steps"
        steps={stepsOf(file, mapping)}
        onStep={(id) => id === 'mapping' && mayImport && file.status !== 'committed' && setRemap(true)}
      />
      {file.sameAs ? <AlreadyIn sameAs={file.sameAs} /> : null}
      {file.status === 'cancelled' ? (
        <p role="status" className="rounded-lg border bg-info-soft px-4 py-3">
          Import canceled. Nothing was stored.
        </p>
      ) : null}
      {mapping && mayImport ? <MappingForm file={file} onChecking={() => setRemap(false)} /> : null}
      {mapping && !mayImport ? (
        <EmptyState title="Not checked yet" text="Somebody who may import has to map the columns first." />
      ) : null}
      {working ? <Working file={file} mayImport={mayImport} /> : null}
      {file.status === 'failed' && !remap ? (
        <ErrorState
          title="The import could not be finished"
          text={`${file.error ?? 'No reason was stored.'} Nothing of it was stored.`}
        />
      ) : null}
      {file.status === 'committed' ? <Stored file={file} /> : null}
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
    changes: [keys.imports],
    failure: 'The rows could not be stored',
  });
  const bad = file.summary?.badRows ?? 0;
  const nothing = file.summary !== null && file.summary.added + file.summary.changed === 0;
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t bg-surface px-4 py-3 md:-mx-5 md:px-5">
      <p className="me-auto text-fg-2">
        {file.status !== 'checked'
          ? 'Change the mapping and check again.'
          : bad > 0
            ? `All or nothing: mend ${counted(bad, 'bad row')} in the file and upload it again, or change the mapping.`
            : nothing
              ? 'Everything in this file is stored already.'
              : 'All rows are good. Storing them is all or nothing.'}
      </p>
      <Link className={buttonLook({})} {...paths.newImportOf(file.kind)}>
        Upload another file
      </Link>
      <Button onClick={onRemap}>Change the mapping</Button>
      {file.status === 'checked' ? (
        <Button
          variant="primary"
          disabled={bad > 0}
          busy={commit.isPending}
          onClick={() => commit.mutate({ id: file.id })}
        >
          Store {counted(file.summary?.rows ?? 0, 'row')}
        </Button>
      ) : null}
    </div>
  );
}

function Working({ file, mayImport }: { file: ImportDetail; mayImport: boolean }) {
  const { done, total, estimated } = file.progress;
  return (
    <Card>
      <WorkProgress
        id={file.id}
        label={file.status === 'checking' ? `Checking ${file.fileName}` : `Storing ${file.fileName}`}
        progress={file.progress}
        detail={
          total && total > done
            ? `${formatCount(done)} of ${estimated ? 'about ' : ''}${counted(total, 'row')}`
            : done > 0
              ? counted(done, 'row')
              : 'Starting'
        }
        cancel={client.imports.cancel}
        may={mayImport}
        changes={[keys.imports, keys.audit]}
        failure="The import could not be stopped"
      />
    </Card>
  );
}

function AlreadyIn({ sameAs }: { sameAs: NonNullable<ImportDetail['sameAs']> }) {
  return (
    <p className="rounded-lg border bg-info-soft px-4 py-3">
      This file is already stored as{' '}
      <Link className="text-primary-text underline" {...paths.import(sameAs.id)}>
        {sameAs.fileName}
      </Link>{' '}
      ({formatMoment(sameAs.committedAt)})
      {sameAs.sameMapping
        ? ' with the same mapping. Storing it again changes nothing.'
        : ' with another mapping. The dry run shows what changes.'}
    </p>
  );
}

function Stored({ file }: { file: ImportDetail }) {
  const { message, ...next } = {
    deals: { ...paths.crediting, message: 'See the deals' },
    participants: { ...paths.eligibility, message: 'Assign them to a plan' },
    quotas: { ...paths.quotas, message: 'See the quotas' },
    territories: { ...paths.crediting, message: 'See the territories' },
    'reporting-lines': { ...paths.eligibility, message: 'See the participants' },
    leaves: { ...paths.eligibility, message: 'See the participants' },
    ramps: { ...paths.eligibility, message: 'See the participants' },
    'payment-limits': { ...paths.paymentLimits, message: 'See the limits' },
    'exchange-rates': { ...paths.crediting, message: 'See the exchange rates' },
    'plan-components': { ...paths.plans, message: 'See the plan' },
  }[file.kind];
  return (
    <section
      aria-label="Stored"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-ok/40 bg-ok-soft px-4 py-3"
    >
      <CircleCheck aria-hidden className="size-5 text-ok-text" />
      <p className="me-auto">
        <span className="font-medium">
          {formatCount(file.summary?.added ?? 0)} new and {formatCount(file.summary?.changed ?? 0)} changed{' '}
          {kindWords[file.kind].rows} are stored
        </span>{' '}
        <span className="text-fg-2">since {formatMoment(file.committedAt)}.</span>
      </p>
      <Link className={buttonLook({})} {...paths.newImport}>
        Import another file
      </Link>
      <Link className={buttonLook({})} {...next}>
        {message}
      </Link>
      <Link className={buttonLook({ variant: 'primary' })} {...paths.payout}>
        Calculate
      </Link>
    </section>
  );
}

/** When a file has gone in, everything drawn from the records is read again. */
function useRefreshWhenStored(file: ImportDetail): void {
  const cache = useQueryClient();
  const before = useRef(file.status);
  useEffect(() => {
    if (before.current !== file.status && file.status === 'committed') {
      for (const queryKey of recordKeys) void readAgain(cache, { queryKey });
    } else if (before.current === 'checking' && file.status === 'checked') {
      for (const part of ['problems', 'changes'])
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
    { id: 'file', label: 'File', state: 'done' },
    { id: 'mapping', label: 'Mapping', state: mapping ? 'current' : 'done' },
    { id: 'check', label: 'Dry run', state: mapping ? 'next' : storing ? 'done' : bad ? 'bad' : 'current' },
    { id: 'store', label: 'Store', state: stored ? 'done' : storing ? 'current' : 'next' },
  ];
}
