import type { Plan } from '@attain/domain/plans/plan';
import { newestStatus, openMoves } from '@attain/domain/plans/plan-statuses';
import { Download, Ellipsis, FileInput, FileUp, PowerOff, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMay } from '../../api/me.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { downloadText } from '../../base/files/download.ts';
import { focusHeading } from '../../base/follow-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu-sections.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { RejectedFile, type RejectedFileProps } from './faults/rejected-file.tsx';
import { readPlanFile } from './read-plan-file.ts';
import { DiscardDraft } from './saving/discard-draft.tsx';
import type { usePlanDraft } from './use-plan-draft.ts';

export type PlanActionsProps = {
  plan: PlanDetail;
  draft: ReturnType<typeof usePlanDraft>;
  readOnly: boolean;
  /** Why its tests stop it from being activated; undefined when they do not. */
  gate: string | undefined;
  /** Leads to the import of components from a spreadsheet. */
  onImportComponents: () => void;
  /** What should be known before it is activated; `close` takes the question away, to look at something else first. */
  beforeActivating: (close: () => void) => ReactNode;
};

/** What can be done with a plan, by what the signed-in person may do. */
export function PlanActions(props: PlanActionsProps) {
  const { plan, draft, readOnly, gate, onImportComponents, beforeActivating } = props;
  const mayActivate = useMay('activate:plans');
  const mayImport = useMay('import:records');
  const [leaving, setLeaving] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [activating, setActivating] = useState(false);
  const [rejected, setRejected] = useState<Omit<RejectedFileProps, 'onClose'>>();
  const isDraft = newestStatus(plan) === 'Draft';
  const file = useRef<HTMLInputElement>(null);
  const takeFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    const read = await readPlanFile(chosen);
    if (!read.ok) {
      const listed = read.problems.length > 0;
      const why = listed ? `${chosen.name} is not a plan: see the list.` : read.message;
      const text = `Unable to import file. Please check format and try again. ${why}`;
      toast({ title: 'Import Failed', text, meaning: 'bad' });
      if (listed) setRejected({ fileName: chosen.name, problems: read.problems });
    } else {
      draft.edit(read.plan);
      toast({ title: 'Import Successful', text: `Plan imported from "${chosen.name}"`, meaning: 'ok' });
    }
  };
  const items: (MenuItem | false)[] = [
    {
      id: 'export',
      label: 'Export JSON',
      icon: <Download aria-hidden />,
      onSelect: () => exportPlan(draft.document, plan.version),
    },
    !readOnly && {
      id: 'import',
      label: 'Import JSON',
      icon: <FileInput aria-hidden />,
      onSelect: () => file.current?.click(),
    },
    !readOnly &&
      mayImport && {
        id: 'components',
        label: 'Import components from a file',
        icon: <FileUp aria-hidden />,
        onSelect: onImportComponents,
      },
    draft.dirty && {
      id: 'discard',
      label: 'Discard changes',
      icon: <Undo2 aria-hidden />,
      onSelect: draft.discard,
    },
    !readOnly &&
      isDraft &&
      plan.versions.length > 1 && {
        id: 'discard-draft',
        label: `Discard draft version ${plan.version}`,
        danger: true,
        icon: <Trash2 aria-hidden />,
        onSelect: () => setDiscarding(true),
      },
    mayActivate &&
      plan.activeVersion !== null && {
        id: 'off',
        label: 'Take out of use',
        danger: true,
        icon: <PowerOff aria-hidden />,
        onSelect: () => setLeaving(true),
      },
  ];
  const canActivate = openMoves(newestStatus(plan)).includes('activate');
  const could = useRef(canActivate);
  useEffect(() => {
    // The button that was used goes with its act.
    if (could.current && !canActivate && document.activeElement === document.body) focusHeading();
    could.current = canActivate;
  }, [canActivate]);
  return (
    <>
      <DropdownMenu
        trigger={<Button square aria-label="More acts" icon={<Ellipsis aria-hidden />} />}
        sections={[{ id: 'plan', items: items.filter((item): item is MenuItem => item !== false) }]}
      />
      <input
        ref={file}
        type="file"
        accept=".json"
        hidden
        aria-label="Plan document"
        onChange={(event) => {
          void takeFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {readOnly ? null : (
        <Button
          variant={draft.dirty ? 'primary' : 'secondary'}
          disabled={!draft.dirty}
          busy={draft.saving}
          onClick={draft.save}
        >
          Save
        </Button>
      )}
      {!mayActivate && canActivate && !draft.dirty && draft.problems.length === 0 && gate === undefined ? (
        <span className="text-12 text-fg-2">Ready for finance to activate</span>
      ) : null}
      {mayActivate && canActivate ? (
        <Button
          variant={draft.dirty ? 'secondary' : 'primary'}
          disabled={draft.dirty || draft.problems.length > 0 || gate !== undefined}
          title={draft.dirty ? 'Save first' : draft.problems.length > 0 ? 'Mend the problems first' : gate}
          onClick={() => setActivating(true)}
        >
          Activate
        </Button>
      ) : null}
      {activating && canActivate ? (
        <ActivateDialog
          plan={plan}
          busy={draft.activating}
          onActivate={() => draft.activate(() => setActivating(false))}
          onClose={() => setActivating(false)}
        >
          {beforeActivating(() => setActivating(false))}
        </ActivateDialog>
      ) : null}
      {discarding ? (
        <DiscardDraft
          plan={plan}
          onClose={() => setDiscarding(false)}
          onDone={() => {
            draft.discard();
            setDiscarding(false);
          }}
        />
      ) : null}
      {rejected ? <RejectedFile {...rejected} onClose={() => setRejected(undefined)} /> : null}
      <Dialog
        open={leaving}
        onOpenChange={setLeaving}
        size="sm"
        title={`Take “${plan.name}” out of use?`}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>Keep it</Button>
            <Button
              variant="danger"
              busy={draft.deactivating}
              onClick={() => {
                draft.deactivate();
                setLeaving(false);
              }}
            >
              Take out of use
            </Button>
          </>
        }
      >
        <p>
          It can no longer be calculated. What was calculated with it stays, and it can be activated again.
        </p>
      </Dialog>
    </>
  );
}

function exportPlan(document: Plan, version: number): void {
  const name = document.name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'plan';
  downloadText(`${name}-v${version}.json`, `${JSON.stringify(document, null, 2)}\n`);
}
