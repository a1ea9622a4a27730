import { Link2, Unlink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Connection } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const texts = messages.account;
const changes = [keys.connections, keys.audit];

/** The account of a person that a connection uses: connect it, connect it again, disconnect it. */
export function Account({ connection }: { connection: Connection }) {
  const mayEdit = useMay('edit:connections');
  const { id, account, authMethod } = connection;
  const start = useAct({
    act: client.connections.startGrant,
    changes: [keys.audit],
    failure: texts.failure,
    onDone: ({ url }) => window.location.assign(url),
  });
  const end = useAct({
    act: client.connections.endGrant,
    changes,
    failure: texts.removeFailure,
    onDone: () => toast({ title: texts.removed, text: connection.name, meaning: 'ok' }),
  });
  if (authMethod !== 'oauth2-account') return null;
  const redirect = `${location.origin}${paths.connections.to}`;
  return (
    <section aria-label={texts.title} className="flex flex-col items-start gap-2 border-t pt-4">
      <h3 className="font-semibold">{texts.title}</h3>
      <p className="text-12 text-fg-2">
        {account === null
          ? texts.none
          : texts.connected(formatMoment(account.connectedAt), account.connectedBy ?? 'Attain')}
      </p>
      {account?.error ? (
        <p role="alert" className="text-12 text-bad-text">
          {account.error}
        </p>
      ) : null}
      {mayEdit ? (
        <>
          <div className="text-12 text-fg-2">
            {texts.redirect}
            <span className="flex items-center gap-1">
              <code className="min-w-0 break-all font-mono">{redirect}</code>
              <CopyButton text={redirect} label={texts.copy} />
            </span>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant={account === null || account.error ? 'primary' : 'secondary'}
              icon={<Link2 aria-hidden />}
              busy={start.isPending}
              onClick={() => start.mutate({ id })}
            >
              {account === null ? texts.connect : texts.again}
            </Button>
            {account === null ? null : (
              <Button icon={<Unlink aria-hidden />} busy={end.isPending} onClick={() => end.mutate({ id })}>
                {texts.remove}
              </Button>
            )}
          </div>
        </>
      ) : null}
    </section>
  );
}

/** Finishes a sign-in whose owner has come back; once, whatever becomes of it. */
export function FinishAccount({
  answer,
  onDone,
}: {
  answer: { state: string; code?: string | undefined; error?: string | undefined };
  onDone: (connection: Connection | null) => void;
}) {
  const finish = useAct({
    act: client.connections.finishGrant,
    changes,
    failure: texts.failure,
    onDone: (connection) => toast({ title: texts.done, text: connection.name, meaning: 'ok' }),
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    finish.mutate(answer, { onSettled: (connection) => onDone(connection ?? null) });
  }, [answer, finish, onDone]);
  return (
    <p role="status" className="text-12 text-fg-2">
      {texts.finishing}
    </p>
  );
}
