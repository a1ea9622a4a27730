import { useAuth } from '../api/session/use-auth.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for the password over the page when the session ended; what was typed stays, and the work goes on. */
export function SignInAgain() {
  const { user, forget, endedBecause } = useAuth();
  return (
    <Dialog
      open
      held
      size="sm"
      title="Please sign in again"
      description={`${endedBecause ?? 'Your session has ended.'} Nothing you typed is lost.`}
      footer={
        <Button variant="ghost" onClick={() => forget()}>
          Sign out instead
        </Button>
      }
    >
      <SignInForm username={user?.username} autoFocus />
    </Dialog>
  );
}
