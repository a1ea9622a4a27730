import type { RevealedTrigger } from '@attain/contract/workflow-triggers';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { hookAnswerWords, hookExample } from './hook-example.ts';

/** A webhook's secret, once, with a delivery that is signed with it. */
export function SecretNote({ trigger, onClose }: { trigger: RevealedTrigger; onClose: () => void }) {
  const { name, secret, when, address } = trigger;
  if (secret === null || when.kind !== 'webhook' || address === null) return null;
  const url = new URL(address, window.location.origin).href;
  return (
    <section aria-label="Secret" className="flex flex-col gap-2 rounded-md border bg-warn-soft p-3">
      <p className="font-medium text-warn-text">Copy the secret of “{name}” now: it is not shown again.</p>
      <p className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all font-mono text-12">{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      <p className="text-12 text-fg-2">
        A delivery is JSON by POST, good for five minutes, and once. {hookAnswerWords(when)} This one can be
        tried at once:
      </p>
      <CodeBlock label="example with the secret" code={hookExample({ url, secret })} />
      <div>
        <Button size="sm" onClick={onClose}>
          I have it
        </Button>
      </div>
    </section>
  );
}
