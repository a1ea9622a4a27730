import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { runsQuery } from '../../api/queries.ts';
import { OrderedCalculations } from '../../features/calculations/ordered-calculations.tsx';
import { RecalculateAll } from '../../features/calculations/recalculate-all.tsx';
import { isWorking } from '../../features/calculations/run-badges.tsx';
import { RunProgress } from '../../features/calculations/run-progress.tsx';
import { RunTable } from '../../features/calculations/run-table.tsx';
import { StartCalculation } from '../../features/calculations/start-calculation.tsx';
import { CloseBoard } from '../../features/closes/close-board.tsx';
import { ParallelRunView } from '../../features/closes/parallel-run-view.tsx';
import { NotesButton } from '../../features/notes/notes.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/payout`: all calculations, and the button that starts one. */
export function RunsPage() {
  const navigate = useNavigate();
  const mayRun = useMay('run:calculations');
  return (
    <Page
      title={messages.runs.title}
      needs="read:calculations"
      crumbs={<Breadcrumbs steps={[{ label: messages.runs.title }]} />}
      meta={messages.runs.subtitle}
      actions={mayRun ? <StartCalculation onStarted={(run) => void navigate(paths.run(run.id))} /> : null}
    >
      <RunTabs mayRun={mayRun} />
    </Page>
  );
}

const tabPaths = { calculations: paths.payout, close: paths.close, 'parallel-run': paths.parallelRun() };

function RunTabs({ mayRun }: { mayRun: boolean }) {
  const mayPublish = useMay('publish:calculations');
  const { tab, month } = useSearch({ from: '/shell/compensation-dashboard/compensation/payout' });
  const navigate = useNavigate();
  return (
    <Tabs
      label={messages.runs.tabs}
      value={tab ?? 'calculations'}
      onValueChange={(value) => void navigate(tabPaths[value as keyof typeof tabPaths])}
      tabs={[
        { value: 'calculations', label: messages.runs.calculations, content: <Runs mayRun={mayRun} /> },
        {
          value: 'close',
          label: messages.runs.close,
          content: (
            <CloseBoard
              month={month}
              onMonth={(one) => void navigate(paths.closeOf(one))}
              notes={(one) => <NotesButton key={one} subject="close" subjectId={one} />}
              ordered={(close) => <OrderedCalculations key={close.month} close={close} />}
            />
          ),
        },
        ...(mayPublish
          ? [
              {
                value: 'parallel-run',
                label: messages.runs.parallelRun,
                content: (
                  <ParallelRunView month={month} onMonth={(one) => void navigate(paths.parallelRun(one))} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Runs({ mayRun }: { mayRun: boolean }) {
  const runs = useQuery(runsQuery());
  const working = runs.data?.rows.filter(isWorking) ?? [];
  return (
    <>
      {working.length > 0 ? (
        <Card title={messages.runs.running}>
          <div className="flex flex-col gap-3">
            {working.map((run) => (
              <RunProgress key={run.id} run={run} />
            ))}
          </div>
        </Card>
      ) : null}
      <RecalculateAll />
      <Card flush title={messages.runs.calculations}>
        <RunTable
          runs={runs.data?.rows ?? []}
          loading={runs.isPending}
          error={
            runs.isError && !runs.data ? <Failed query={runs} failure={messages.runs.failure} /> : undefined
          }
          empty={
            <EmptyState
              title={messages.runs.none}
              text={mayRun ? messages.runs.noneMay : messages.runs.noneText}
            />
          }
        />
      </Card>
    </>
  );
}
