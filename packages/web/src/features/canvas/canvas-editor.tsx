import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { canvasActs } from './editing/canvas-acts.ts';
import { CanvasContext } from './editing/canvas-context.ts';
import { openCanvas } from './editing/canvas-store.ts';
import { historyKey, readHistory } from './editing/kept-history.ts';
import { useKeptHistory } from './editing/use-kept-history.ts';
import { Workbench, type WorkbenchProps } from './workbench.tsx';

/**
 * The canvas of one workflow, editable or frozen as a run used it. Set `key` to the workflow's id, or the
 * run's when frozen.
 */
export function CanvasEditor(props: Omit<WorkbenchProps, 'kept'>) {
  const { stored, frozen } = props;
  const editable = useMay('edit:workflows') && !frozen;
  const { user } = useAuth();
  const key = historyKey(`${user?.tenantId ?? ''}.${user?.username ?? ''}`, stored.id);
  const [store] = useState(() => {
    const kept = frozen ? null : readHistory(sessionStorage, key);
    const base = kept?.base ?? { revision: stored.revision, document: stored.document };
    // touch users start in Pan mode
    return openCanvas(
      base,
      kept?.history ?? null,
      matchMedia('(pointer: coarse)').matches ? 'pan' : 'select',
    );
  });
  const canvas = useMemo(
    () => ({ workflowId: stored.id, store, acts: canvasActs(store), editable }),
    [stored.id, store, editable],
  );
  const kept = useKeptHistory(store, key);
  return (
    <CanvasContext value={canvas}>
      <ReactFlowProvider>
        <Workbench {...props} kept={kept} />
      </ReactFlowProvider>
    </CanvasContext>
  );
}
