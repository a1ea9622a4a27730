import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, FileText, FlaskConical, Play, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import {
  performanceQuery,
  suiteQuery,
  suitesQuery,
  testRunQuery,
  testRunsQuery,
} from '../api/requests/suite-queries.ts';
import type { Suite } from '../api/shapes.ts';
import { messages as scheduleWords } from '../features/schedules/button-messages.ts';
import { ScheduleButton } from '../features/schedules/schedule-button.tsx';
import { CoverageReport } from '../features/suites/coverage.tsx';
import { messages as words } from '../features/suites/messages.ts';
import { RecentRuns, TestFigures } from '../features/suites/overview.tsx';
import { Performance } from '../features/suites/performance.tsx';
import { TestReports } from '../features/suites/reports.tsx';
import { SuiteCards } from '../features/suites/suite-cards.tsx';
import { newCase, SuiteDetail } from '../features/suites/suite-detail.tsx';
import { SuiteDialog } from '../features/suites/suite-dialog.tsx';
import { useRunSuites } from '../features/suites/use-run-suites.ts';
import { paths } from '../paths.ts';
import type { TestsSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/tests`: suites of cases, what they reach, and their results. */
export function TestsPage() {
  const search = useSearch({ from: '/agent-builder/tests' });
  const navigate = useNavigate();
  const go = (next: TestsSearch) =>
    void navigate({ to: '/agent-builder/tests', search: next, replace: true, resetScroll: false });
  const { agent } = search;
  const list = useQuery(suitesQuery({ agent }));
  const [creating, setCreating] = useState(false);
  const suites = list.data?.rows ?? [];
  const openSuite = (suite: string, testCase?: string) => go({ tab: 'suites', suite, case: testCase, agent });
  const tabs = [
    {
      value: 'overview',
      label: words.tabs.overview,
      content: <OverviewTab agent={agent} onSuite={openSuite} />,
    },
    {
      value: 'suites',
      label: words.tabs.suites,
      content: <SuitesTab search={search} onSearch={go} />,
    },
    {
      value: 'coverage',
      label: words.tabs.coverage,
      content: <CoverageTab search={search} onSearch={go} />,
    },
    { value: 'performance', label: words.tabs.performance, content: <PerformanceTab /> },
    {
      value: 'reports',
      label: words.tabs.reports,
      content: (
        <TestReports
          scheduleOf={(report, name) => (
            <ScheduleButton
              size="sm"
              label={scheduleWords.scheduleOf(name)}
              task={{ type: 'test-report', report, format: 'pdf' }}
              name={name}
            />
          )}
        />
      ),
    },
  ];
  return (
    <div data-testid="page-agent-tests">
      <Page
        title={messages.sections.tests}
        needs="read:workflows"
        meta={messages.sections.testsAbout}
        actions={
          <Actions
            suites={suites}
            onReport={() => go({ ...search, tab: 'reports' })}
            onNew={() => setCreating(true)}
          />
        }
      >
        <Tabs
          label={words.tabs.label}
          tabs={tabs}
          value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'overview'}
          onValueChange={(tab) =>
            go({ tab: tab === 'overview' ? undefined : tab, suite: search.suite, agent })
          }
        />
      </Page>
      {creating ? (
        <SuiteDialog
          suites={suites}
          onSaved={(id) => openSuite(id, newCase)}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </div>
  );
}

type ActionsProps = { suites: readonly Suite[]; onReport: () => void; onNew: () => void };

function Actions({ suites, onReport, onNew }: ActionsProps) {
  const mayEdit = useMay('edit:workflows');
  const mayRun = useMay('run:workflows');
  const run = useRunSuites();
  const hasCases = suites.some(({ cases }) => cases > 0);
  const hasFailed = suites.some(({ status }) => status === 'failed' || status === 'partial');
  return (
    <>
      {mayRun ? (
        <>
          <Button
            icon={<RotateCcw aria-hidden />}
            disabled={!hasFailed || run.isPending}
            aria-description={hasFailed ? undefined : words.actions.noneFailed}
            onClick={() => run.mutate({ suites: null, onlyFailed: true, version: null })}
          >
            {words.actions.rerunFailed}
          </Button>
          <Button
            icon={<Play aria-hidden />}
            disabled={!hasCases || run.isPending}
            aria-description={hasCases ? undefined : words.actions.noCases}
            onClick={() => run.mutate({ suites: null, version: null })}
          >
            {words.actions.runAll}
          </Button>
        </>
      ) : null}
      {hasCases ? (
        <ScheduleButton task={{ type: 'test-suite', suiteId: null }} name={words.actions.runAll} />
      ) : null}
      <Button icon={<FileText aria-hidden />} onClick={onReport}>
        {words.actions.report}
      </Button>
      {mayEdit ? (
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onNew}>
          {words.actions.newTest}
        </Button>
      ) : null}
    </>
  );
}

function OverviewTab({ agent, onSuite }: { agent: string | undefined; onSuite: (suite: string) => void }) {
  const list = useQuery(suitesQuery({ agent }));
  const runs = useQuery(testRunsQuery());
  return (
    <Loaded query={list} failure={words.overview.failure}>
      {({ totals, rows }) => (
        <div className="flex flex-col gap-4">
          <TestFigures totals={totals} suites={rows.length} />
          <Loaded query={runs} failure={words.overview.runsFailure}>
            {(found) => <RecentRuns runs={found.rows} onOpen={({ suiteId }) => onSuite(suiteId)} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  );
}

type TabProps = { search: TestsSearch; onSearch: (next: TestsSearch) => void };

function SuitesTab({ search, onSearch }: TabProps) {
  const { suite, agent } = search;
  const list = useQuery(suitesQuery({ agent }));
  if (suite !== undefined) return <OneSuite id={suite} search={search} onSearch={onSearch} />;
  return (
    <Loaded query={list} failure={words.overview.failure}>
      {({ rows }) => (
        <SuiteCards suites={rows} onOpen={({ id }) => onSearch({ tab: 'suites', suite: id, agent })} />
      )}
    </Loaded>
  );
}

function OneSuite({ id, search, onSearch }: TabProps & { id: string }) {
  const suite = useQuery(suiteQuery(id));
  const back = () => onSearch({ tab: 'suites', agent: search.agent });
  return (
    <div className="flex flex-col items-stretch gap-3">
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<ArrowLeft aria-hidden />}
        onClick={back}
      >
        {words.detail.back}
      </Button>
      <Loaded query={suite} failure={words.detail.failure}>
        {(found) => (
          <SuiteDetail
            key={found.id}
            suite={found}
            caseId={
              search.case ?? found.tests.find(({ status }) => status === 'failed')?.id ?? found.tests[0]?.id
            }
            onCase={(next: string | undefined) => onSearch({ ...search, case: next })}
            onRemoved={back}
            waysOut={
              <>
                <Link className={buttonLook({ size: 'sm' })} {...paths.canvas(found.workflowId)}>
                  {words.detail.onCanvas}
                </Link>
                <ScheduleButton
                  size="sm"
                  task={{ type: 'test-suite', suiteId: found.id }}
                  name={found.name}
                />
              </>
            }
          />
        )}
      </Loaded>
    </div>
  );
}

function CoverageTab({ search, onSearch }: TabProps) {
  const list = useQuery(suitesQuery({ agent: search.agent }));
  return (
    <Loaded query={list} failure={words.overview.failure}>
      {({ rows }) => {
        const covered = rows.filter(({ coverage }) => coverage !== null);
        const chosen = covered.find(({ id }) => id === search.suite) ?? covered[0];
        if (!chosen)
          return (
            <Card>
              <EmptyState
                icon={<FlaskConical aria-hidden />}
                title={words.coverage.none}
                text={words.coverage.noneText}
              />
            </Card>
          );
        return (
          <div className="flex flex-col gap-4">
            <div className="w-full sm:w-80">
              <Select
                aria-label={words.coverage.suite}
                value={chosen.id}
                onValueChange={(suite) => onSearch({ ...search, suite, case: undefined })}
                options={covered.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </div>
            <LastCoverage suite={chosen} />
          </div>
        );
      }}
    </Loaded>
  );
}

function LastCoverage({ suite: { lastRun } }: { suite: Suite }) {
  const run = useQuery(testRunQuery(lastRun?.id ?? ''));
  return (
    <Loaded query={run} failure={words.result.failure}>
      {({ report, mutation, graph }) =>
        report ? <CoverageReport report={report} mutation={mutation} graph={graph} /> : null
      }
    </Loaded>
  );
}

function PerformanceTab() {
  const cases = useQuery(performanceQuery);
  return (
    <Loaded query={cases} failure={words.performance.failure}>
      {({ rows }) => <Performance rows={rows} />}
    </Loaded>
  );
}
