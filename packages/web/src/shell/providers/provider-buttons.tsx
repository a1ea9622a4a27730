import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const unsigned = { context: { mayBeSignedOut: true } };

/** One button per identity provider; each leads to the provider and back to this address. `again`: the provider must ask who it is. */
export function ProviderButtons({ again = false }: { again?: boolean }) {
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => client.auth.setupStatus(undefined, { signal, ...unsigned }),
  });
  const start = useAct({
    act: (input: { id: string; again: boolean; returnTo: string }) => client.signIn.start(input, unsigned),
    changes: [],
    failure: null,
    onDone: ({ url }) => location.assign(url),
  });
  const providers = setup.data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {again ? null : (
        <div aria-hidden className="mt-4 flex items-center gap-3 text-12 text-fg-3">
          <span className="h-px flex-1 bg-border" />
          {messages.or}
          <span className="h-px flex-1 bg-border" />
        </div>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          busy={start.isPending && start.variables?.id === id}
          onClick={() => start.mutate({ id, again, returnTo: `${location.pathname}${location.search}` })}
        >
          {messages.continueWith(name)}
        </Button>
      ))}
      {start.error ? (
        <p role="alert" className="text-bad-text">
          {describeError(start.error)}
        </p>
      ) : null}
    </div>
  );
}
