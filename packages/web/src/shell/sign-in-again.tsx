import { lazy, Suspense } from 'react';
import { useAuth } from '../api/session/use-auth.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';

const ProviderButtons = lazy(async () => ({
  default: (await import('./providers/provider-buttons.tsx')).ProviderButtons,
}));

/** Asks for the password over the page after the session ended; unsaved input is kept. */
export function SignInAgain() {
  const { user, forget, endedBecause } = useAuth();
  return (
    <Dialog
      open
      held
      size="sm"
      title={messages.signIn.again}
      description={messages.signIn.againText(endedBecause ?? messages.signIn.ended)}
      footer={
        <Button variant="ghost" onClick={() => forget()}>
          {messages.signIn.signOut}
        </Button>
      }
    >
      <SignInForm username={user?.username} autoFocus />
      <Suspense fallback={null}>
        <ProviderButtons />
      </Suspense>
    </Dialog>
  );
}
