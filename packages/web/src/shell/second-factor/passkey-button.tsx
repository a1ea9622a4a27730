import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';
import { codeOfPasskey, hasPasskeys, signInByPasskey } from './passkey-prompts.ts';

/** Signs in with a passkey. Nothing where the browser has none. */
export function PasskeySignIn() {
  const { enter } = useAuth();
  return (
    <PasskeyAct
      label={messages.passkeys.signIn}
      onPress={async () => enter(await signInByPasskey())}
      className="mt-4"
    />
  );
}

/** Takes the place of typing a code. */
export function PasskeyInstead({
  onCode,
  isOnly = false,
}: {
  onCode: (code: string) => void;
  /** The person has no app that shows codes. */
  isOnly?: boolean;
}) {
  return (
    <PasskeyAct
      isFirst={isOnly}
      label={isOnly ? messages.passkeys.use : messages.passkeys.instead}
      onPress={async () => onCode(await codeOfPasskey())}
    />
  );
}

type PasskeyActProps = {
  label: string;
  onPress: () => Promise<void>;
  className?: string;
  isFirst?: boolean;
};

function PasskeyAct({ label, onPress, className = '', isFirst = false }: PasskeyActProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!hasPasskeys()) return null;
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    await onPress().catch((error: unknown) => setFailure(describeError(error)));
    setBusy(false);
  };
  return (
    <div className={`flex flex-col gap-2 ${className}`}>
      <Button
        size="lg"
        autoFocus={isFirst}
        busy={busy}
        icon={<KeyRound aria-hidden />}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {failure ? (
        <p role="alert" className="text-12 text-bad-text">
          {failure}
        </p>
      ) : null}
    </div>
  );
}
