import { Link, useNavigate } from '@tanstack/react-router';
import { RunDetail } from '../features/runs/run-detail.tsx';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

export type ChosenRunProps = { id: string | undefined; onChoose: (runId: string) => void };

/** The run selected in the list, or a placeholder. */
export function ChosenRun({ id, onChoose }: ChosenRunProps) {
  const navigate = useNavigate();
  if (!id)
    return (
      <Card>
        <EmptyState title={messages.runs.none} text={messages.runs.noneText} />
      </Card>
    );
  return (
    <RunDetail
      key={id}
      id={id}
      onStarted={onChoose}
      onCaptured={(suite, testCase) =>
        void navigate({
          to: '/agent-builder/tests',
          search: { tab: 'suites', suite, case: testCase },
        })
      }
      canvasLink={(found) => (
        <>
          <Link className={buttonLook({ size: 'sm' })} {...paths.trace(found.id)}>
            {messages.runs.trace}
          </Link>
          <Link className={buttonLook({ size: 'sm' })} {...paths.canvasOfRun(found)}>
            {messages.runs.onCanvas}
          </Link>
        </>
      )}
    />
  );
}
