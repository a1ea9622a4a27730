import { Link } from '@tanstack/react-router';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { BuilderSection } from '../builder-sections.ts';

/** A screen that is about the whole workspace: it stands in the builder. */
export function BuiltElsewhere({ section }: { section: BuilderSection }) {
  return (
    <Page title={section.title}>
      <Card>
        <EmptyState
          icon={<section.icon aria-hidden />}
          title={section.about}
          text="It is the same for every agent of the workspace."
          action={
            <Link className={buttonLook({ variant: 'primary' })} to={section.to}>
              Open it in the builder
            </Link>
          }
        />
      </Card>
    </Page>
  );
}
