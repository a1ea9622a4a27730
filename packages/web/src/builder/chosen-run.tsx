import { Link } from '@tanstack/react-router';
import { RunDetail } from '../features/runs/run-detail.tsx';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

export type ChosenRunProps = { id: string | undefined; onChoose: (runId: string) => void };

/** The run chosen from the list beside it, or that none is. */
export function ChosenRun({ id, onChoose }: ChosenRunProps) {
  if (!id)
    return (
      <Card>
        <EmptyState title="No run chosen" text="Choose a run from the list to see what it did." />
      </Card>
    );
  return (
    <RunDetail
      key={id}
      id={id}
      onStarted={onChoose}
      canvasLink={(found) => (
        <Link className={buttonLook({ size: 'sm' })} {...paths.canvasOfRun(found)}>
          On the canvas
        </Link>
      )}
    />
  );
}
