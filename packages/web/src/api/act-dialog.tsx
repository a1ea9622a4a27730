import type { ReactNode } from 'react';
import { ActFooter } from '../ui/overlays/act-footer.tsx';
import { Dialog, type DialogProps } from '../ui/overlays/dialog.tsx';
import { ProblemList } from '../ui/states/problem-list.tsx';
import { describeError, HttpError } from './http-error.ts';

export type ActDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  children?: ReactNode;
  /** The result of `useAct`: whether it is running, and its error. */
  act: { isPending: boolean; isError: boolean; error: Error | null };
  /** The label of the action's button. */
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** The action deletes, ends or takes away something. */
  danger?: boolean;
  /** Runs the action; without it the button submits the form with `formId` in the body. */
  onAct?: () => void;
  formId?: string;
  /** Follows the error: another way to what it refused. */
  wayOut?: ReactNode;
  onClose: () => void;
};

/** A dialog with a short form for one server action; errors appear below the form. */
export function ActDialog({ act, label, onAct, formId, wayOut, onClose, ...rest }: ActDialogProps) {
  const { title, description, size, icon, disabled, danger = false, children } = rest;
  const error = act.isError ? describeError(act.error) : null;
  const issues = act.error instanceof HttpError ? act.error.issues : [];
  const isSaid = issues.length === 1 && issues[0]?.message === error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={size}
      title={title}
      description={description}
      footer={
        <ActFooter
          type={onAct ? 'button' : 'submit'}
          form={formId}
          variant={danger ? 'danger' : 'primary'}
          icon={icon}
          busy={act.isPending}
          disabled={disabled}
          onClick={onAct}
        >
          {label}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {error === null ? null : (
          <p role="alert" className="text-bad-text">
            {error}
          </p>
        )}
        {isSaid ? null : <ProblemList problems={issues} />}
        {wayOut}
      </div>
    </Dialog>
  );
}
