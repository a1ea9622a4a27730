import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { type Trial, tryNode } from '@attain/domain/workflows/nodes/try-node';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from '../messages.ts';

type TestNodeProps = { type: NodeType; config: JsonObject; onClose: () => void };

/**
 * Tests a node on sample input (NODES-06, NODES-08) with the code that runs it; nothing is executed, sent or
 * stored.
 */
export function TestNode({ type, config, onClose }: TestNodeProps) {
  const [sample, setSample] = useState('{\n  "amount": "1250.00"\n}');
  const [fault, setFault] = useState<string>();
  const [trial, setTrial] = useState<Trial>();
  const test = () => {
    try {
      const input = JSON.parse(sample) as JsonValue;
      setFault(undefined);
      setTrial(tryNode({ type: type.type, config }, input, Date.now()));
    } catch (error) {
      setTrial(undefined);
      setFault(messages.nodes.badSample(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={messages.nodes.testTitle(type.label)}
      description={messages.nodes.testDescription}
      footer={
        <Button variant="primary" icon={<Play aria-hidden />} onClick={test}>
          {messages.nodes.test}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={messages.nodes.sample} required hint={messages.nodes.sampleHint} error={fault}>
          <CodeArea rows={5} value={sample} onChange={({ target }) => setSample(target.value)} />
        </Field>
        <div role="status" aria-label={messages.nodes.result} className="flex flex-col gap-2">
          {trial ? <TrialResult trial={trial} type={type} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

function TrialResult({ trial, type }: { trial: Trial; type: NodeType }) {
  switch (trial.is) {
    case 'unsound':
      return <ProblemList problems={trial.problems} title={messages.nodes.invalid} />;
    case 'untried':
      return <p>{trial.message}</p>;
    case 'failed':
      return (
        <>
          <Badge meaning="bad">{trial.error.code}</Badge>
          <p>{trial.error.message}</p>
        </>
      );
    case 'computed':
      return (
        <>
          <p>
            {trial.ports.length === 0
              ? messages.nodes.endsPath
              : messages.nodes.leavesBy(trial.ports.map((name) => labelOf(type, name)).join(', '))}
          </p>
          <CodeBlock label={messages.nodes.output} code={JSON.stringify(trial.output, null, 2)} wrap />
        </>
      );
    case 'asked':
      return (
        <>
          <p>{messages.nodes.wouldRun}</p>
          <CodeBlock label={messages.nodes.resolved} code={JSON.stringify(trial.config, null, 2)} wrap />
        </>
      );
    case 'opened':
      return (
        <>
          <p>{trial.wait.for === 'task' ? messages.nodes.wouldAsk : messages.nodes.wouldWait}</p>
          <CodeBlock label={messages.nodes.waitsFor} code={JSON.stringify(trial.wait, null, 2)} wrap />
        </>
      );
  }
}

function labelOf({ outputs }: NodeType, port: string): string {
  return outputs.find(({ name }) => name === port)?.label ?? port;
}
