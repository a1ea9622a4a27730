import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';
import { PasskeyInstead } from './passkey-button.tsx';

type CodeStepProps = {
  busy: boolean;
  failure: string | null;
  onCode: (code: string) => void;
  onBack: () => void;
};

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep({ busy, failure, onCode, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!code.trim() || busy) return;
    onCode(code);
    setCode('');
    setTried(false);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <CodeField
        large
        value={code}
        onChange={setCode}
        error={tried && !code.trim() ? messages.codeMissing : undefined}
      />
      {failure === null ? null : (
        <p role="alert" className="text-bad-text">
          {failure}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={messages.busy}>
        {messages.signIn}
      </Button>
      <PasskeyInstead onCode={onCode} />
      <Button variant="ghost" onClick={onBack}>
        {messages.back}
      </Button>
      <p className="text-12 text-fg-3">{messages.lost}</p>
    </form>
  );
}
