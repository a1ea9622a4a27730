import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';

export type WithRemovalProps = {
  label: string;
  readOnly: boolean;
  onRemove: () => void;
  children: ReactNode;
};

/** The last field of a list row, with a remove button. */
export function WithRemoval({ label, readOnly, onRemove, children }: WithRemovalProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      {readOnly ? null : (
        <div className="mt-6">
          <IconButton label={label} icon={<Trash2 aria-hidden />} onClick={onRemove} />
        </div>
      )}
    </div>
  );
}
