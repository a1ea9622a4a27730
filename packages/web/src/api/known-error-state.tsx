import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft, CircleSlash2, Lock, SearchX } from 'lucide-react';
import { Button, buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import type { KnownError } from './http-error.ts';
import { messages } from './messages.ts';

const icons = { 'no-access': Lock, 'not-found': SearchX, conflict: CircleSlash2 };

/** Missing access or a missing object: not a fault, so without retry or request id, but with links. */
export function KnownErrorState({ kind, title, text }: KnownError) {
  const Icon = icons[kind];
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <div role="alert">
      <EmptyState
        icon={<Icon aria-hidden />}
        title={title ?? ''}
        text={text}
        action={
          <>
            {canGoBack ? (
              <Button icon={<ArrowLeft aria-hidden />} onClick={() => router.history.back()}>
                {messages.errors.back}
              </Button>
            ) : null}
            <Link to="/compensation" className={buttonLook({})}>
              {messages.errors.overview}
            </Link>
          </>
        }
      />
    </div>
  );
}
