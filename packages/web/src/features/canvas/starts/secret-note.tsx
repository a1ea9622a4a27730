import type { RevealedTrigger } from '@attain/contract/workflow-triggers';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** A webhook's secret, once, with how a delivery is signed with it. */
export function SecretNote({ trigger, onClose }: { trigger: RevealedTrigger; onClose: () => void }) {
  const { name, secret } = trigger;
  if (secret === null) return null;
  return (
    <section aria-label="Secret" className="flex flex-col gap-2 rounded-md border bg-warn-soft p-3">
      <p className="font-medium text-warn-text">Copy the secret of “{name}” now: it is not shown again.</p>
      <p className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all font-mono text-12">{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      <p className="text-12 text-fg-2">
        Send JSON by POST with the headers <code>Attain-Timestamp</code> (seconds since 1970) and{' '}
        <code>Attain-Signature</code>: <code>sha256=</code> and the hex of HMAC-SHA256 over timestamp, a full
        stop and the body. It is good for five minutes, and once.
      </p>
      <div>
        <Button size="sm" onClick={onClose}>
          I have it
        </Button>
      </div>
    </section>
  );
}
