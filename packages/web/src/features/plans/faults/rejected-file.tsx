import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from '../messages.ts';
import type { ReadPlan } from '../read-plan-file.ts';

export type RejectedFileProps = {
  fileName: string;
  problems: Extract<ReadPlan, { ok: false }>['problems'];
  onClose: () => void;
};

/** Problems of a file that is not a valid plan. */
export function RejectedFile({ fileName, problems, onClose }: RejectedFileProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.rejected.title(fileName)}
      description={messages.rejected.text}
      footer={
        <CloseSheet>
          <Button>{messages.rejected.close}</Button>
        </CloseSheet>
      }
    >
      <ProblemList problems={problems} />
    </Dialog>
  );
}
