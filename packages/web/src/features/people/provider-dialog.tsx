import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { SignInSettings } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const texts = messages.signIn;

const blank = {
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  domains: '',
  groupsClaim: 'groups',
  createsAccounts: false,
  provesSecondFactor: false,
};
type Typed = typeof blank;

/** The identity provider of the workspace: its address, its client, and whom it lets in. */
export function ProviderDialog({ settings, onClose }: { settings: SignInSettings; onClose: () => void }) {
  const { provider, returnPath } = settings;
  const formId = useId();
  const [typed, setTyped] = useState<Typed>(() =>
    provider === null ? blank : { ...blank, ...provider, domains: provider.domains.join(', ') },
  );
  const save = useAct({
    act: client.signIn.saveProvider,
    changes: [keys.people, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: texts.saved, text: typed.name, meaning: 'ok' });
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const errorAt = (name: string) =>
    issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  const text = (name: 'name' | 'issuer' | 'clientId' | 'domains' | 'groupsClaim') => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { secret, domains, name, issuer, clientId, groupsClaim, createsAccounts, provesSecondFactor } =
      typed;
    save.mutate({
      name,
      issuer: issuer.trim(),
      clientId,
      groupsClaim,
      createsAccounts,
      provesSecondFactor,
      domains: domains.split(/[\s,;]+/).filter(Boolean),
      ...(secret === '' ? {} : { secret }),
    });
  };
  const returnAddress = `${location.origin}${returnPath}`;
  return (
    <ActDialog
      title={texts.providerTitle}
      description={texts.providerText}
      act={save}
      label={texts.save}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field label={texts.returnAddress} required hint={texts.returnHint}>
              <Input readOnly value={returnAddress} onFocus={({ target }) => target.select()} />
            </Field>
          </div>
          <CopyButton text={returnAddress} label={texts.copy} />
        </div>
        <Field label={texts.name} required hint={texts.nameHint} error={errorAt('name')}>
          <Input maxLength={60} {...text('name')} />
        </Field>
        <Field label={texts.issuer} required hint={texts.issuerHint} error={errorAt('issuer')}>
          <Input inputMode="url" spellCheck={false} {...text('issuer')} />
        </Field>
        <Field label={texts.clientId} required error={errorAt('clientId')}>
          <Input spellCheck={false} autoComplete="off" {...text('clientId')} />
        </Field>
        <Field
          label={texts.secret}
          required={provider === null}
          hint={provider === null ? texts.secretHint : texts.secretKept}
          error={errorAt('secret')}
        >
          <Input
            type="password"
            autoComplete="new-password"
            value={typed.secret}
            onChange={({ target }) => setTyped({ ...typed, secret: target.value })}
          />
        </Field>
        <Field label={texts.domains} required hint={texts.domainsHint} error={errorAt('domains')}>
          <Input spellCheck={false} {...text('domains')} />
        </Field>
        <Field label={texts.groupsClaim} required error={errorAt('groupsClaim')}>
          <Input spellCheck={false} {...text('groupsClaim')} />
        </Field>
        <Checkbox
          label={texts.createsAccounts}
          hint={texts.createsAccountsHint}
          checked={typed.createsAccounts}
          onChange={({ target }) => setTyped({ ...typed, createsAccounts: target.checked })}
        />
        <Checkbox
          label={texts.provesSecondFactor}
          hint={texts.provesSecondFactorHint}
          checked={typed.provesSecondFactor}
          onChange={({ target }) => setTyped({ ...typed, provesSecondFactor: target.checked })}
        />
      </form>
    </ActDialog>
  );
}
