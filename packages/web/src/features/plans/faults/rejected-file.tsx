import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import type { ReadPlan } from '../read-plan-file.ts';

export type RejectedFileProps = {
  fileName: string;
  problems: Extract<ReadPlan, { ok: false }>['problems'];
  onClose: () => void;
};

/** Every place at which a file is no plan, with the rule and how to mend it. */
export function RejectedFile({ fileName, problems, onClose }: RejectedFileProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`“${fileName}” is not a plan`}
      description="Nothing was changed: the plan stands as it stood. Mend the file and import it again; “Export JSON” writes one that fits."
      footer={
        <CloseSheet>
          <Button>Close</Button>
        </CloseSheet>
      }
    >
      <ProblemList problems={problems} />
    </Dialog>
  );
}
