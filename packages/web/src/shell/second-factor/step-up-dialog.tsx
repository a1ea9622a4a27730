import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { useMe } from '../../api/me.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { messages as providerMessages } from '../providers/messages.ts';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';
import { PasskeyInstead } from './passkey-button.tsx';
import { hasPasskeys } from './passkey-prompts.ts';
import { secondFactorQuery } from './second-factor-query.ts';

/** Asks again for the code, or for the password of a person without two-step sign-in; the action is then repeated. */
export function StepUpDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const formId = useId();
  const me = useMe().data;
  const asksCode = me?.secondFactor === 'on';
  const factor = useQuery({ ...secondFactorQuery(), enabled: asksCode }).data;
  // without an app there is no code to type but a recovery code
  const isByPasskey = hasPasskeys() && factor !== undefined && !factor.hasApp;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const prove = useAct({
    act: client.secondFactor.stepUp,
    changes: [],
    failure: null,
    onDone: () => onClose(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.trim()) prove.mutate(asksCode ? { code: typed } : { password: typed });
  };
  const change = (next: string) => {
    if (!prove.isPending) prove.reset();
    setTyped(next);
  };
  if (me?.hasPassword === false && !asksCode)
    return (
      <Dialog
        open
        size="sm"
        onOpenChange={(open) => !open && onClose(false)}
        title={messages.stepUpTitle}
        description={providerMessages.noPassword}
      >
        <ProviderButtons again />
      </Dialog>
    );
  const missing = asksCode ? messages.codeMissing : messages.passwordMissing;
  const error = tried && !typed.trim() ? missing : prove.error ? describeError(prove.error) : undefined;
  return (
    <Dialog
      open
      size="sm"
      held={prove.isPending}
      onOpenChange={(open) => !open && onClose(false)}
      title={messages.stepUpTitle}
      description={messages.stepUpText}
      footer={
        <ActFooter type="submit" form={formId} busy={prove.isPending}>
          {messages.stepUp}
        </ActFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {asksCode ? (
          <div className="flex flex-col gap-4">
            {isByPasskey ? <PasskeyInstead isOnly onCode={(code) => prove.mutate({ code })} /> : null}
            <CodeField
              value={typed}
              onChange={change}
              error={error}
              {...(isByPasskey ? { label: messages.recoveryCode, hint: messages.recoveryCodeHint } : {})}
            />
            {isByPasskey ? null : <PasskeyInstead onCode={(code) => prove.mutate({ code })} />}
          </div>
        ) : (
          <Field label={messages.password} required error={error}>
            <Input
              type="password"
              name="password"
              autoComplete="current-password"
              autoFocus
              value={typed}
              onChange={({ target }) => change(target.value)}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
