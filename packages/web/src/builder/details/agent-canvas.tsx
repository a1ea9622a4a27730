import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import { CanvasEditor } from '../../features/canvas/canvas-editor.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from '../messages.ts';

/** The workflow of an agent on the canvas, inside the dashboard. */
export function AgentCanvas({ agent }: { agent: AgentDetail }) {
  const { workflowId } = agent;
  if (workflowId !== null) return <OneCanvas key={workflowId} id={workflowId} />;
  return (
    <Page title={messages.sections.canvas} needs="read:workflows">
      <Card>
        <EmptyState title={messages.agent.noWorkflow} text={messages.agent.noWorkflowText} />
      </Card>
    </Page>
  );
}

function OneCanvas({ id }: { id: string }) {
  const stored = useQuery(workflowQuery(id));
  const [run, setRun] = useState<string>();
  const navigate = useNavigate();
  return (
    <Page title={messages.sections.canvas} needs="read:workflows">
      <div className="flex h-[calc(100dvh-13rem)] min-h-96 flex-col overflow-hidden rounded-lg border">
        <Loaded query={stored} failure={messages.canvas.failure}>
          {(found) => (
            <CanvasEditor
              stored={found}
              runId={run}
              frozen={false}
              onRun={setRun}
              onCreated={(created) => void navigate(paths.canvas(created))}
              runLink={(runId) => (
                <Link className={buttonLook({ size: 'sm' })} {...paths.workflowRun(runId)}>
                  {messages.canvas.openRun}
                </Link>
              )}
            />
          )}
        </Loaded>
      </div>
    </Page>
  );
}
