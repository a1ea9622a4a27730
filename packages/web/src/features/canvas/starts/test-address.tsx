import type { WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { messages } from './messages.ts';

/** How often the screen looks for a request while it listens. */
const lookEveryMs = 2_000;

/** The test address of a webhook: shows what a sender sends, and starts nothing. */
export function TestAddress({ trigger, url }: { trigger: WorkflowTrigger; url: string }) {
  const { id, name } = trigger;
  const caught = useQuery({
    queryKey: [...keys.workflowTriggers, 'captured', id],
    queryFn: ({ signal }) => client.workflowTriggers.captured({ id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      isListening(data?.listeningUntil) && data?.capturedAt === null ? lookEveryMs : false,
  });
  const listen = useAct({
    act: client.workflowTriggers.listen,
    changes: [keys.workflowTriggers],
    failure: messages.listenFailure,
  });
  const test = `${url}/test`;
  const listening = isListening(caught.data?.listeningUntil);
  const { capturedAt = null, input } = caught.data ?? {};
  return (
    <div className="flex flex-col gap-2 py-1">
      <p className="text-fg-2">{messages.testHelp}</p>
      <p className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 break-all font-mono text-12">{test}</code>
        <CopyButton text={test} label={messages.copyTestAddress(name)} />
      </p>
      <p className="flex items-center gap-2" role="status">
        <Button
          size="sm"
          icon={<Radio aria-hidden />}
          busy={listen.isPending}
          onClick={() => listen.mutate({ id })}
        >
          {listening ? messages.listenAgain : messages.listen}
        </Button>
        {listening && capturedAt === null ? messages.listening : null}
        {capturedAt === null ? null : messages.caught(formatMoment(capturedAt))}
      </p>
      {capturedAt === null ? null : (
        <CodeBlock
          label={messages.caughtInput(name)}
          code={JSON.stringify(input, null, 2)}
          wrap
          maxHeight="16rem"
        />
      )}
    </div>
  );
}

function isListening(until: string | null | undefined): boolean {
  return until != null && Date.parse(until) > Date.now();
}
