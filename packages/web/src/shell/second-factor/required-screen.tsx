import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { BrandMark } from '../brand.tsx';
import { messages } from './messages.ts';
import { AddPasskey } from './passkey-list.tsx';
import { RecoveryCodes, SetupSteps } from './setup-steps.tsx';

/** Shown at every address to a person whose role requires two-step sign-in, until it is set up. */
export function RequiredScreen({ onDone }: { onDone: () => void }) {
  const { logout } = useAuth();
  const cache = useQueryClient();
  const workspace = useMe().data?.tenant.name ?? '';
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = () => {
    void cache.resetQueries();
    onDone();
  };
  useEffect(() => {
    document.title = messages.windowTitle;
  }, []);
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="w-full max-w-95">
        <BrandMark large />
        <h1 className="mt-6 text-20 font-semibold tracking-[-0.015em]">{messages.requiredTitle}</h1>
        <p className="mb-6 text-fg-2">{messages.requiredText(workspace)}</p>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={finish} />
        ) : (
          <>
            <AddPasskey onCodes={setCodes} />
            <h2 className="mt-6 mb-3 border-t pt-4 font-medium">{messages.passkeys.orApp}</h2>
            <SetupSteps onDone={finish} />
          </>
        )}
        <div className="mt-6 border-t pt-3">
          <Button variant="ghost" onClick={() => void logout()}>
            {messages.signOut}
          </Button>
        </div>
      </div>
    </main>
  );
}
