import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';
import { PasskeyInstead } from './passkey-button.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { RecoveryCodes, SetupSteps } from './setup-steps.tsx';

type State = Awaited<ReturnType<typeof client.secondFactor.get>>;

/** The user's two-step sign-in: set it up, get new recovery codes, turn it off. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const state = useQuery(secondFactorQuery());
  // setting up turns it on before its recovery codes are read
  const [settingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={frameMessages.titles.secondFactor}
      description={messages.dialogText}
    >
      <Loaded query={state} failure={messages.failure}>
        {(loaded) => {
          if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
          if (settingUp) return <SetupSteps onDone={onClose} />;
          const { since, hasApp } = loaded;
          return (
            <div className="flex flex-col gap-6">
              {since === null ? <p>{messages.off}</p> : null}
              <PasskeyList onCodes={setCodes} />
              <section aria-label={messages.app} className="flex flex-col items-start gap-3 border-t pt-4">
                <h3 className="font-medium">{messages.app}</h3>
                {hasApp ? null : (
                  <>
                    <p className="text-fg-2">{messages.appOff}</p>
                    <Button onClick={() => setSettingUp(true)}>{messages.begin}</Button>
                  </>
                )}
                {since === null ? null : <Manage state={loaded} since={since} onClose={onClose} />}
              </section>
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function Manage({ state, since, onClose }: { state: State; since: string; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const changes = [keys.sessions, keys.me, keys.audit];
  const renew = useAct({ act: client.secondFactor.renewRecoveryCodes, changes, failure: null });
  const remove = useAct({
    act: client.secondFactor.remove,
    changes,
    failure: null,
    onDone: () => {
      toast({ id: 'second-factor', title: messages.turnedOff, meaning: 'ok' });
      onClose();
    },
  });
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />;
  const failure = renew.error ?? remove.error;
  const act = (one: typeof renew | typeof remove) => {
    renew.reset();
    remove.reset();
    setMissing(!code.trim());
    if (code.trim()) one.mutate({ code });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        act(renew);
      }}
    >
      <p>
        {messages.on(formatDay(since.slice(0, 10)))} {messages.left(state.recoveryCodesLeft)}{' '}
        {state.required ? messages.required : null}
      </p>
      <p className="text-fg-2">{messages.manageText}</p>
      <CodeField
        value={code}
        onChange={setCode}
        error={missing ? messages.codeMissing : failure ? describeError(failure) : undefined}
      />
      <PasskeyInstead onCode={setCode} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={renew.isPending}>
          {messages.renew}
        </Button>
        {state.required ? null : (
          <Button variant="danger" busy={remove.isPending} onClick={() => act(remove)}>
            {messages.turnOff}
          </Button>
        )}
      </div>
    </form>
  );
}
