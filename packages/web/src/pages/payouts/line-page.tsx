import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { explanationQuery, runQuery } from '../../api/queries.ts';
import { ClawBackLine } from '../../features/adjustments/claw-back-line.tsx';
import { OverrideLine, Overrides } from '../../features/adjustments/override-line.tsx';
import { ExplanationView } from '../../features/payouts/explanation.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/payout/$runId/$participantId/$componentId`: explanation of one payout line. */
export function LinePage() {
  const line = useParams({
    from: '/shell/compensation-dashboard/compensation/payout/$runId/$participantId/$componentId',
  });
  const explanation = useQuery(explanationQuery(line));
  const navigate = useNavigate();
  const overRun = useMay('read:calculations');
  const linkDeals = useMay('read:deals');
  const linkStatement = useMay('read:statements');
  const found = explanation.data;
  const title = found
    ? messages.line.title(found.participantName, found.componentName)
    : messages.line.explanation;
  const period = found
    ? messages.line.run(found.run.planName, found.run.period.key, found.run.version)
    : undefined;
  const body = (
    <Loaded query={explanation} failure={messages.line.failure} skeleton={<SkeletonText lines={12} />}>
      {(data) => (
        <div className="flex flex-col gap-5">
          <ExplanationView line={data} linkDeals={linkDeals} linkStatement={linkStatement} />
          <Overrides line={data} />
          <div className="flex flex-wrap gap-2">
            <OverrideLine line={data} />
            <ClawBackLine line={data} />
          </div>
        </div>
      )}
    </Loaded>
  );
  useWindowTitle(title, useQuery({ ...runQuery(line.runId), enabled: overRun }).data !== undefined);
  if (!overRun) {
    return (
      <Page
        title={title}
        needs="read:payouts"
        crumbs={
          <Breadcrumbs
            steps={[{ label: messages.line.statements, link: paths.statements }, { label: title }]}
          />
        }
        meta={period}
      >
        <Card>{body}</Card>
      </Page>
    );
  }
  return (
    <Drawer
      open
      size="lg"
      title={title}
      description={period ?? messages.line.description}
      onOpenChange={(open) =>
        !open &&
        void navigate({ ...paths.run(line.runId), search: (before: object) => before, resetScroll: false })
      }
    >
      {body}
    </Drawer>
  );
}

/** Titles the window after the line while it is open, even after the page below sets its own title. */
function useWindowTitle(title: string, pageIsNamed: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page below sets the title when its run has loaded
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Attain`;
    return () => {
      document.title = before;
    };
  }, [title, pageIsNamed]);
}
