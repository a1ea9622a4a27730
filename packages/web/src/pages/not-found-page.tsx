import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

/** Every address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found">
      <EmptyState
        title="There is nothing at this address"
        text="The link may be old, or a letter may be missing."
        action={
          <Link className={buttonLook({ variant: 'primary' })} {...paths.overview}>
            Go to Incentive Compensation
          </Link>
        }
      />
    </Page>
  );
}
