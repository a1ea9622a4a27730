import { CircleCheck, CircleX } from 'lucide-react';
import type { TestResult, TestRunDetail } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Differences, shownValue } from './differences.tsx';
import { messages } from './messages.ts';
import { nodeName, TestStatus } from './suite-words.tsx';
import { type NodeLook, stateWords, WorkflowPicture } from './workflow-picture.tsx';

const words = messages.result;
type Graph = TestRunDetail['graph'];
type Check = TestResult['checks'][number];

/** What a case came to: expected and actual of each expectation, and its steps on the graph. */
export function CaseResult({ result, graph }: { result: TestResult; graph: Graph }) {
  const failed = new Set(
    result.checks.flatMap(({ passed, node }) => (passed || node === null ? [] : [node])),
  );
  const states = new Map(result.steps.map(({ node, status }) => [node, status]));
  const look = (node: string): NodeLook => {
    const status = states.get(node);
    if (failed.has(node) || status === 'error') return 'bad';
    return status === 'success' ? 'ok' : 'missed';
  };
  return (
    <Card title={words.title(result.name)} beside={<TestStatus status={result.status} />}>
      <div className="flex flex-col gap-4">
        {result.withheld ? <p className="text-12 text-fg-2">{result.withheld}</p> : null}
        <ul className="flex flex-col divide-y">
          {result.checks.map((check, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: checks have no identity and never change
            <li key={at} className="py-2 first:pt-0">
              <OneCheck check={check} graph={graph} isHidden={result.withheld !== null} />
            </li>
          ))}
        </ul>
        <WorkflowPicture
          label={words.picture}
          graph={graph}
          look={look}
          words={(node) => stateWords(states.get(node))}
        />
      </div>
    </Card>
  );
}

function OneCheck({ check, graph, isHidden }: { check: Check; graph: Graph; isHidden: boolean }) {
  const { passed, node } = check;
  const Icon = passed ? CircleCheck : CircleX;
  const place = node === null ? null : words.where(nodeName(graph.nodes, node));
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden className={passed ? 'size-4 text-ok-text' : 'size-4 text-bad-text'} />
        <span className="font-medium">{words.kinds[check.kind] ?? check.kind}</span>
        <span className={passed ? 'text-fg-2' : 'text-bad-text'}>
          {passed ? messages.status.passed : check.message || messages.status.failed}
        </span>
        {place ? <span className="text-12 text-fg-3">{place}</span> : null}
      </p>
      {passed || isHidden || check.kind === 'stub' ? null : <CheckDifferences check={check} />}
    </div>
  );
}

/** Expected beside actual: only the places that differ, if the output is known to differ in few. */
function CheckDifferences({ check: { expected, actual, differences } }: { check: Check }) {
  const isWhole = differences.length === 0 || differences.some(({ path }) => path === '');
  if (isWhole)
    return (
      <div className="grid gap-3 @lg:grid-cols-2">
        {(
          [
            [words.expected, expected],
            [words.actual, actual],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <p className="pb-1 text-12 text-fg-3">{label}</p>
            <CodeBlock label={label} code={shownValue(value)} maxHeight="14rem" wrap />
          </div>
        ))}
      </div>
    );
  return <Differences differences={differences} heads={[words.expected, words.actual]} />;
}
