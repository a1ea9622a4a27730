import type { RevealedTrigger } from '@attain/contract/workflow-triggers';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { hookAnswerWords, hookExample } from './hook-example.ts';
import { messages } from './messages.ts';

/** Shows a webhook's secret once, with an example of a signed delivery. */
export function SecretNote({ trigger, onClose }: { trigger: RevealedTrigger; onClose: () => void }) {
  const { name, secret, when, address } = trigger;
  if (secret === null || when.kind !== 'webhook' || address === null) return null;
  const url = new URL(address, window.location.origin).href;
  return (
    <section aria-label={messages.secret} className="flex flex-col gap-2 rounded-md border bg-warn-soft p-3">
      <p className="font-medium text-warn-text">{messages.copyNow(name)}</p>
      <p className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all font-mono text-12">{secret}</code>
        <CopyButton text={secret} label={messages.copySecret} />
      </p>
      <p className="text-12 text-fg-2">
        {messages.delivery(when.scheme === 'attain', hookAnswerWords(when))}
      </p>
      <CodeBlock label={messages.exampleWithSecret} code={hookExample({ url, secret, when })} />
      <div>
        <Button size="sm" onClick={onClose}>
          {messages.haveIt}
        </Button>
      </div>
    </section>
  );
}
