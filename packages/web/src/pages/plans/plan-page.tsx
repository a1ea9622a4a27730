import { newestStatus, versionForChange } from '@attain/domain/plans/plan-statuses';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { planQuery } from '../../api/queries.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { NotesButton } from '../../features/notes/notes.tsx';
import { PlanTests } from '../../features/plan-tests/plan-tests.tsx';
import { usePlanTests } from '../../features/plan-tests/use-plan-tests.ts';
import { PlanActions } from '../../features/plans/plan-actions.tsx';
import { PlanEditor } from '../../features/plans/plan-editor.tsx';
import { PlanStatusBadges } from '../../features/plans/plan-table.tsx';
import { PlanVersions } from '../../features/plans/plan-versions.tsx';
import { usePlanDraft } from '../../features/plans/use-plan-draft.ts';
import { planTypeNames } from '../../features/plans/words/plan-words.ts';
import { FindingsBrief } from '../../features/simulations/findings-brief.tsx';
import { closedView, LiveDesign } from '../../features/simulations/live/live-design.tsx';
import { PlanFindings } from '../../features/simulations/plan-findings.tsx';
import { RunSimulation } from '../../features/simulations/run-simulation.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/plan-design/$planId`: one plan, in its latest version or the one in the URL. */
export function PlanPage() {
  const { planId } = useParams({ from: '/shell/compensation-dashboard/compensation/plan-design/$planId' });
  const { version } = useSearch({ from: '/shell/compensation-dashboard/compensation/plan-design/$planId' });
  const plan = useQuery(planQuery(planId, version));
  if (!plan.data) {
    return (
      <Page title={messages.plan.title} needs="read:plans">
        <Loaded query={plan} failure={messages.plan.failure}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <OnePlan key={`${planId} ${version ?? 'newest'}`} plan={plan.data} shown={version} />;
}

function OnePlan({ plan, shown }: { plan: PlanDetail; shown: number | undefined }) {
  const navigate = useNavigate();
  const newest = plan.versions.reduce((max, one) => Math.max(max, one.version), plan.version);
  const old = shown !== undefined && shown !== newest;
  const readOnly = !useMay('edit:plans') || old;
  const draft = usePlanDraft(plan);
  const [view, setView] = useState(closedView);
  const tests = usePlanTests(plan.id, draft.document);
  const [requested, setRequested] = useState(0);
  return (
    <Page
      title={plan.name}
      needs="read:plans"
      crumbs={
        <Breadcrumbs steps={[{ label: messages.plan.design, link: paths.plans }, { label: plan.name }]} />
      }
      beside={
        <>
          <PlanStatusBadges plan={plan} />
          {draft.dirty ? <Badge meaning="warn">{messages.plan.notSaved}</Badge> : null}
        </>
      }
      meta={messages.plan.meta(
        planTypeNames[plan.type],
        plan.assignedCount,
        old ? messages.plan.readOnly(shown) : messages.plan.version(plan.version),
      )}
      actions={
        old ? (
          <Link className="text-primary-text underline" {...paths.plan(plan.id)}>
            {messages.plan.newest}
          </Link>
        ) : (
          <>
            <NotesButton subject="plan" subjectId={plan.id} />
            <RunSimulation planId={plan.id} onStarted={({ id }) => void navigate(paths.simulation(id))} />
            <PlanActions
              plan={plan}
              draft={draft}
              readOnly={readOnly}
              gate={tests.gate}
              onImportComponents={() => void navigate(paths.newImportInto(plan.id))}
              beforeActivating={(close) => (
                <FindingsBrief
                  planId={plan.id}
                  document={draft.document}
                  onShow={() => {
                    close();
                    setRequested(requested + 1);
                  }}
                />
              )}
            />
          </>
        )
      }
    >
      {!readOnly && plan.status === 'Active' ? (
        <p className="rounded-lg border bg-info-soft px-4 py-2">
          {messages.plan.active(
            plan.activeVersion,
            versionForChange({ version: plan.version, status: newestStatus(plan) }).version,
          )}
        </p>
      ) : null}
      <PlanEditor
        plan={plan}
        draft={draft}
        readOnly={readOnly}
        live={(document) => <LiveDesign planId={plan.id} document={document} view={view} onView={setView} />}
      />
      {old ? null : (
        <>
          <PlanTests
            planId={plan.id}
            document={draft.document}
            pays={plan.activeVersion !== null}
            tests={tests}
            readOnly={readOnly}
          />
          <PlanFindings planId={plan.id} document={draft.document} requested={requested} />
        </>
      )}
      <PlanVersions plan={plan} shown={shown ?? newest} />
    </Page>
  );
}
