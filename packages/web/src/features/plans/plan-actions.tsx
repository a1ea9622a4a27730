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
import { messages } from './messages.ts';
import { readPlanFile } from './read-plan-file.ts';
import { DiscardDraft } from './saving/discard-draft.tsx';
import { SubmitPlan } from './submit-plan.tsx';
import type { usePlanDraft } from './use-plan-draft.ts';

export type PlanActionsProps = {
  plan: PlanDetail;
  draft: ReturnType<typeof usePlanDraft>;
  readOnly: boolean;
  /** Why the tests block activation, or undefined. */
  gate: string | undefined;
  /** Opens the import of components from a spreadsheet. */
  onImportComponents: () => void;
  /** Findings to show before activation; `close` closes the dialog. */
  beforeActivating: (close: () => void) => ReactNode;
};

/** Actions on a plan, by the user's permissions. */
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
      const why = listed ? messages.actions.seeList(chosen.name) : read.message;
      const text = messages.actions.importFailedText(why);
      toast({ title: messages.actions.importFailed, text, meaning: 'bad' });
      if (listed) setRejected({ fileName: chosen.name, problems: read.problems });
    } else {
      draft.edit(read.plan);
      toast({
        title: messages.actions.imported,
        text: messages.actions.importedText(chosen.name),
        meaning: 'ok',
      });
    }
  };
  const items: (MenuItem | false)[] = [
    {
      id: 'export',
      label: messages.actions.export,
      icon: <Download aria-hidden />,
      onSelect: () => exportPlan(draft.document, plan.version),
    },
    !readOnly && {
      id: 'import',
      label: messages.actions.import,
      icon: <FileInput aria-hidden />,
      onSelect: () => file.current?.click(),
    },
    !readOnly &&
      mayImport && {
        id: 'components',
        label: messages.actions.importComponents,
        icon: <FileUp aria-hidden />,
        onSelect: onImportComponents,
      },
    draft.dirty && {
      id: 'discard',
      label: messages.actions.discard,
      icon: <Undo2 aria-hidden />,
      onSelect: draft.discard,
    },
    !readOnly &&
      isDraft &&
      plan.versions.length > 1 && {
        id: 'discard-draft',
        label: messages.actions.discardDraft(plan.version),
        danger: true,
        icon: <Trash2 aria-hidden />,
        onSelect: () => setDiscarding(true),
      },
    mayActivate &&
      plan.activeVersion !== null && {
        id: 'off',
        label: messages.actions.deactivate,
        danger: true,
        icon: <PowerOff aria-hidden />,
        onSelect: () => setLeaving(true),
      },
  ];
  const canActivate = openMoves(newestStatus(plan)).includes('activate');
  const canSubmit =
    !mayActivate &&
    !readOnly &&
    canActivate &&
    !draft.dirty &&
    draft.problems.length === 0 &&
    gate === undefined;
  const could = useRef(canActivate);
  useEffect(() => {
    // the button disappears after activation, so the focus moves to the heading
    if (could.current && !canActivate && document.activeElement === document.body) focusHeading();
    could.current = canActivate;
  }, [canActivate]);
  return (
    <>
      <DropdownMenu
        trigger={<Button square aria-label={messages.actions.more} icon={<Ellipsis aria-hidden />} />}
        sections={[{ id: 'plan', items: items.filter((item): item is MenuItem => item !== false) }]}
      />
      <input
        ref={file}
        type="file"
        accept=".json"
        hidden
        aria-label={messages.actions.document}
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
          {messages.actions.save}
        </Button>
      )}
      <SubmitPlan plan={plan} maySubmit={canSubmit} />
      {mayActivate && canActivate ? (
        <Button
          variant={draft.dirty ? 'secondary' : 'primary'}
          disabled={draft.dirty || draft.problems.length > 0 || gate !== undefined}
          title={
            draft.dirty
              ? messages.actions.saveFirst
              : draft.problems.length > 0
                ? messages.actions.fixFirst
                : gate
          }
          onClick={() => setActivating(true)}
        >
          {messages.actions.activate}
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
        title={messages.actions.deactivateTitle(plan.name)}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>{messages.actions.keep}</Button>
            <Button
              variant="danger"
              busy={draft.deactivating}
              onClick={() => {
                draft.deactivate();
                setLeaving(false);
              }}
            >
              {messages.actions.deactivate}
            </Button>
          </>
        }
      >
        <p>{messages.actions.deactivateText}</p>
      </Dialog>
    </>
  );
}

function exportPlan(document: Plan, version: number): void {
  const name = document.name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'plan';
  downloadText(`${name}-v${version}.json`, `${JSON.stringify(document, null, 2)}\n`);
}
