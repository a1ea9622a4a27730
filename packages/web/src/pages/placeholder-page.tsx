import { Construction } from 'lucide-react';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { sharedMessages } from './shared-messages.ts';

export type PlaceholderPageProps = {
  title: string;
  /** What the screen will contain. */
  text: string;
  /** Whether it is a page below Incentive Compensation. */
  sub?: boolean;
};

/** A screen that is not built yet, with one line about it. */
export function PlaceholderPage({ title, text, sub = false }: PlaceholderPageProps) {
  return (
    <Page title={title} crumbs={sub ? <Breadcrumbs steps={[{ label: title }]} /> : undefined}>
      <Card>
        <EmptyState
          icon={<Construction aria-hidden />}
          title={sharedMessages.placeholder.title}
          text={text}
        />
      </Card>
    </Page>
  );
}
