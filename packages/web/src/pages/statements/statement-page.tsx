import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { statementQuery } from '../../api/queries.ts';
import type { Statement } from '../../api/shapes.ts';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { Overrides } from '../../features/adjustments/override-line.tsx';
import { DisputeLine, OpenDispute, StatementDisputes } from '../../features/disputes/open-dispute.tsx';
import { NotesButton } from '../../features/notes/notes.tsx';
import { PaidNote, StatementPayments } from '../../features/payments/statement-payments.tsx';
import { Arithmetic, AttainmentBar, NextTierNote } from '../../features/payouts/arithmetic.tsx';
import { CreditTable } from '../../features/payouts/credit-table.tsx';
import { Acknowledge } from '../../features/statements/acknowledge.tsx';
import { StatementFiles } from '../../features/statements/statement-files.tsx';
import { type StatementLine, StatementSheet } from '../../features/statements/statement-sheet.tsx';
import { WhatIf } from '../../features/what-if/what-if.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/statements/$runId/$participantId`: one statement. */
export function StatementPage() {
  const { runId, participantId } = useParams({
    from: '/shell/compensation-dashboard/compensation/statements/$runId/$participantId',
  });
  const statement = useQuery(statementQuery(runId, participantId));
  const mayPayments = useMay('read:payments');
  const me = useMe().data?.participantId;
  const found = statement.data;
  // on a phone the downloads come after the pay
  const phone = useMediaQuery('(max-width: 40rem)');
  const files = <StatementFiles runId={runId} participantId={participantId} />;
  return (
    <Page
      title={found ? messages.statementOf(found.participant.name) : messages.statement}
      needs="read:statements"
      crumbs={
        <Breadcrumbs
          steps={[
            { label: messages.statements, link: paths.statements },
            { label: found ? messages.crumb(found.participant.name, found.run.period.key) : '…' },
          ]}
        />
      }
      actions={
        found ? (
          <span data-print="hide" className="contents">
            <WhatIf
              planId={found.run.planId}
              participantId={participantId}
              period={found.run.period.key}
              paid={found.total}
            />
            <Acknowledge statement={found} />
            <NotesButton subject="payee" subjectId={participantId} isOwnPay={participantId === me} />
            <OpenDispute statement={found} />
            {phone ? null : files}
          </span>
        ) : null
      }
    >
      {found && found.run.stale.length > 0 ? (
        <p className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
          {messages.stale}
        </p>
      ) : null}
      {found ? <StatementDisputes statement={found} /> : null}
      <Loaded
        query={statement}
        failure={messages.failure}
        skeleton={<Skeleton className="mx-auto h-160 w-full max-w-4xl" />}
      >
        {(data) => (
          <div className="mx-auto w-full max-w-4xl">
            <StatementSheet
              statement={data}
              renderLine={(line) => <LineDetail line={line} statement={data} />}
              renderBar={(line) => <AttainmentBar line={line} />}
              renderAct={(line) => <DisputeLine statement={data} line={line} />}
              renderNotes={(line) => <Overrides line={line} />}
              paid={mayPayments ? <PaidNote runId={data.run.id} participantId={data.participant.id} /> : null}
            />
            {mayPayments ? (
              <div className="mt-4">
                <StatementPayments runId={data.run.id} participantId={data.participant.id} />
              </div>
            ) : null}
            {phone ? (
              <div data-print="hide" className="mt-4 flex flex-wrap gap-2">
                {files}
              </div>
            ) : null}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function LineDetail({ line, statement }: { line: StatementLine; statement: Statement }) {
  const linkDeals = useMay('read:deals');
  return (
    <>
      <Arithmetic steps={line.steps} currency={line.currency} />
      {line.nextTier ? <NextTierNote next={line.nextTier} currency={line.currency} /> : null}
      <CreditTable
        line={{ runId: line.runId, participantId: line.participantId, componentId: line.componentId }}
        currency={line.currency}
        unit={line.unit}
        creditedSum={line.credited}
        earnedSum={line.amount}
        linkDeals={linkDeals}
        renderAct={(dealId) => <DisputeLine {...{ statement, line, dealId }} />}
      />
      <Link className="self-start text-primary-text underline" {...paths.line(line)}>
        {messages.explanation}
      </Link>
    </>
  );
}
