import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { explanationQuery, runQuery } from '../../api/queries.ts';
import { TakeBackLine } from '../../features/adjustments/take-back-line.tsx';
import { ExplanationView } from '../../features/payouts/explanation.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';

/** `/compensation/payout/$runId/$participantId/$componentId`: why one line pays what it pays. */
export function LinePage() {
  const line = useParams({ from: '/shell/compensation/payout/$runId/$participantId/$componentId' });
  const explanation = useQuery(explanationQuery(line));
  const navigate = useNavigate();
  const overRun = useMay('read:calculations');
  const linkDeals = useMay('read:deals');
  const linkStatement = useMay('read:statements');
  const found = explanation.data;
  const title = found ? `${found.participantName}, ${found.componentName}` : 'Explanation';
  const period = found
    ? `${found.run.planName}, ${found.run.period.key}, version ${found.run.version}`
    : undefined;
  const body = (
    <Loaded
      query={explanation}
      failure="The explanation could not be loaded"
      skeleton={<SkeletonText lines={12} />}
    >
      {(data) => (
        <div className="flex flex-col gap-5">
          <ExplanationView line={data} linkDeals={linkDeals} linkStatement={linkStatement} />
          <TakeBackLine line={data} />
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
        crumbs={<Breadcrumbs steps={[{ label: 'Statements', link: paths.statements }, { label: title }]} />}
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
      description={period ?? 'Why this line pays what it pays'}
      onOpenChange={(open) =>
        !open &&
        void navigate({ ...paths.run(line.runId), search: (before: object) => before, resetScroll: false })
      }
    >
      {body}
    </Drawer>
  );
}

/** Names the window after the line while it stands open, also once the page beneath has got its own name. */
function useWindowTitle(title: string, pageIsNamed: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page beneath names the window when its run is there
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Attain`;
    return () => {
      document.title = before;
    };
  }, [title, pageIsNamed]);
}
