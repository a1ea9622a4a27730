import { Link, useLocation } from '@tanstack/react-router';
import { Construction } from 'lucide-react';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { type BuilderSection, builderSections, isActiveSection } from './builder-sections.ts';

/** The screen of the builder that the address names. */
export function BuilderScreen() {
  const { pathname } = useLocation();
  const section = builderSections.find(({ to }) => isActiveSection(to, pathname));
  return section ? <ComingScreen key={section.to} section={section} /> : <BuilderNotFound />;
}

/** A screen that is not built yet: what will stand here, and nothing that pretends. */
export function ComingScreen({ section }: { section: BuilderSection }) {
  const { title, label, about, coming, testId } = section;
  return (
    <div data-testid={testId}>
      <Page title={title} crumbs={section.to === paths.builder.to ? undefined : <Breadcrumbs to={label} />}>
        <Card>
          <EmptyState
            icon={<Construction aria-hidden />}
            title="Coming soon"
            text={
              <>
                <p>{about}</p>
                <ul
                  aria-label={`What ${title} will hold`}
                  className="mx-auto mt-4 w-fit list-disc ps-5 text-start"
                >
                  {coming.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </>
            }
          />
        </Card>
      </Page>
    </div>
  );
}

/** Every address below the builder's that leads nowhere. */
export function BuilderNotFound() {
  return (
    <Page title="404 Page Not Found" crumbs={<Breadcrumbs to="Not found" />}>
      <EmptyState
        title="The agent builder has nothing at this address"
        text="The link may be old, or a letter may be missing. Its screens are in the navigation."
        action={
          <Link className={buttonLook({ variant: 'primary' })} {...paths.builder}>
            Go to the overview
          </Link>
        }
      />
    </Page>
  );
}

function Breadcrumbs({ to }: { to: string }) {
  return (
    <Breadcrumb
      crumbs={[
        {
          id: 'builder',
          content: (
            <Link {...paths.builder} activeOptions={{ exact: true }}>
              Agent Builder
            </Link>
          ),
        },
        { id: 'here', content: to },
      ]}
    />
  );
}
