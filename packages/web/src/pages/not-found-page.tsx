import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

/** Every unknown address. */
export function NotFoundPage() {
  return (
    <Page title={messages.notFound.title}>
      <EmptyState
        title={messages.notFound.heading}
        text={messages.notFound.text}
        action={
          <Link className={buttonLook({ variant: 'primary' })} {...paths.overview}>
            {messages.notFound.link}
          </Link>
        }
      />
    </Page>
  );
}
