import { Construction } from 'lucide-react';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

export type PlaceholderPageProps = {
  title: string;
  /** What will be here. */
  text: string;
  /** Whether it is a sub-page of Incentive Compensation. */
  sub?: boolean;
};

/** An honest place for a screen that is not built yet: what will come, and nothing that pretends. */
export function PlaceholderPage({ title, text, sub = false }: PlaceholderPageProps) {
  return (
    <Page title={title} crumbs={sub ? <Breadcrumbs steps={[{ label: title }]} /> : undefined}>
      <Card>
        <EmptyState icon={<Construction aria-hidden />} title="Coming soon" text={text} />
      </Card>
    </Page>
  );
}
