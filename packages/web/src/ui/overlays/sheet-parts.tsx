import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';

/** What dialogs and drawers share. */
export type SheetProps = {
  /** Controlled; leave out and give `trigger` to let it open itself. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A button that opens it. */
  trigger?: ReactNode;
  title: ReactNode;
  /** Read aloud with the title; shown beneath it. */
  description?: ReactNode;
  /** Stands beside the title: a badge. */
  beside?: ReactNode;
  /** Buttons; the primary one last. Stays in view while the body scrolls. */
  footer?: ReactNode;
  /** While true neither Escape nor a click outside closes it: work would be lost. */
  held?: boolean;
  children: ReactNode;
};

/** What the sheet that was opened last was opened from, until it has given the focus back. */
let latest: RefObject<Element | null> | null = null;

/** The frame of a dialog or drawer: scrim, focus trap, head, scrolling body, foot. */
export function Sheet({ kind, look, ...props }: SheetProps & { kind: 'dialog' | 'drawer'; look: string }) {
  const keep = (event: Event) => props.held && event.preventDefault();
  const opener = useRef<Element>(null);
  const take = (event: Event) => {
    const had = document.activeElement;
    // A sheet in the place of another one, which took the focus with it, goes back to where that one came from.
    opener.current = had === document.body && latest ? latest.current : had;
    latest = opener;
    focusFirstField(event);
  };
  // Without a trigger of its own a sheet gives the focus back to whatever had it before.
  const giveBack = (event: Event) => {
    if (latest === opener) latest = null;
    if (props.trigger || !(opener.current instanceof HTMLElement)) return;
    event.preventDefault();
    // What was done in the sheet may have led to another screen: its heading keeps the focus before a control of the frame.
    const now = document.activeElement;
    const hasLed =
      (now?.matches('main h1') && !opener.current.closest('main')) || now?.closest('[data-led-to]') != null;
    // A sheet still open over that place takes it: what lies behind a sheet cannot be reached.
    const beneath = [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-state="open"]')].at(-1);
    if (beneath && !beneath.contains(opener.current)) beneath.focus();
    else if (!hasLed) opener.current.focus();
  };
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      {props.trigger ? <Radix.Trigger asChild>{props.trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0" />
        <Radix.Content
          {...(props.description ? {} : { 'aria-describedby': undefined })}
          data-sheet={kind}
          tabIndex={-1}
          onOpenAutoFocus={take}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keep}
          onInteractOutside={keep}
          className={`fixed z-40 flex flex-col bg-surface shadow-float outline-none data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:duration-150 data-[state=open]:duration-200 ${look}`}
        >
          <header className="flex items-start gap-3 border-b py-3 ps-4 pe-3">
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-2">
                <Radix.Title className="text-14 font-semibold">{props.title}</Radix.Title>
                {props.beside}
              </div>
              {props.description ? (
                <Radix.Description className="text-12 text-fg-2">{props.description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton size="sm" label="Close" icon={<X aria-hidden />} disabled={props.held} />
            </Radix.Close>
          </header>
          <div data-scroll-area className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
            {props.children}
          </div>
          {props.footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{props.footer}</footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What is wrong in a form that opens, its first field, or the sheet itself: never a button, so that Enter decides nothing unread. */
function focusFirstField(event: Event): void {
  const sheet = event.currentTarget;
  if (!(sheet instanceof HTMLElement)) return;
  event.preventDefault();
  const find = (what: string) => sheet.querySelector<HTMLElement>(what);
  const field =
    find('[aria-invalid="true"]') ?? find('input:not([type="hidden"]), textarea, [role="combobox"]');
  (field ?? sheet).focus();
}

/** Closes the dialog or drawer it stands in; give it one button. */
export function CloseSheet({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
