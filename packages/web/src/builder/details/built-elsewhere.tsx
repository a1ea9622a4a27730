import { Link } from '@tanstack/react-router';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { BuilderSection } from '../builder-sections.ts';
import { messages } from '../messages.ts';

/** A screen about the whole workspace, which is in the builder. */
export function BuiltElsewhere({ section }: { section: BuilderSection }) {
  return (
    <Page title={section.title}>
      <Card>
        <EmptyState
          icon={<section.icon aria-hidden />}
          title={section.about}
          text={messages.agent.shared}
          action={
            <Link className={buttonLook({ variant: 'primary' })} to={section.to}>
              {messages.agent.openBuilder}
            </Link>
          }
        />
      </Card>
    </Page>
  );
}
