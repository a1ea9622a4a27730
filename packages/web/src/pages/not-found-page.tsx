import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { sharedMessages } from './shared-messages.ts';

/** Every unknown address. */
export function NotFoundPage() {
  return (
    <Page title={sharedMessages.notFound.title}>
      <EmptyState
        title={sharedMessages.notFound.heading}
        text={sharedMessages.notFound.text}
        action={
          <Link className={buttonLook({ variant: 'primary' })} {...paths.overview}>
            {sharedMessages.notFound.link}
          </Link>
        }
      />
    </Page>
  );
}
