import { isObject, ownField } from '@attain/domain/workflows/json-value';
import { Download } from 'lucide-react';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatBytes } from '../../base/format-number.ts';
import { buttonLook } from '../../ui/button.tsx';
import { messages } from './messages.ts';

/** A file stored by a step of a run. */
export type RunFile = { readonly id: string; readonly name: string; readonly bytes: number };

/** The files stored by the steps of a run, in step order. */
export function runFiles(
  steps: readonly Pick<WorkflowRunDetail['steps'][number], 'type' | 'output'>[],
): RunFile[] {
  return steps.flatMap(({ type, output }) => {
    if (type !== 'file_upload' || !isObject(output)) return [];
    const [id, name, bytes] = [
      ownField(output, 'file'),
      ownField(output, 'fileName'),
      ownField(output, 'bytes'),
    ];
    return typeof id === 'string' && typeof name === 'string'
      ? [{ id, name, bytes: typeof bytes === 'number' ? bytes : 0 }]
      : [];
  });
}

/** Links that download the files of a run; renders nothing without files. */
export function RunFiles({ steps }: Pick<WorkflowRunDetail, 'steps'>) {
  const files = runFiles(steps);
  if (files.length === 0) return null;
  return (
    <ul aria-label={messages.overview.files} className="flex flex-wrap gap-2">
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a className={buttonLook({ size: 'sm' })} href={`/api/files/${id}`} download={name}>
            <Download aria-hidden />
            {name}
            <span className="figures text-fg-3">{formatBytes(bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
