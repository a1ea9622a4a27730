import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { messages } from '../messages.ts';

/** Props shared by dialogs and drawers. */
export type SheetProps = {
  /** Controlled; omit it and give `trigger` for an uncontrolled sheet. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A button that opens it. */
  trigger?: ReactNode;
  title: ReactNode;
  /** Shown below the title and announced with it. */
  description?: ReactNode;
  /** Next to the title: a badge. */
  beside?: ReactNode;
  /** Buttons, the primary one last. Stays visible while the body scrolls. */
  footer?: ReactNode;
  /** While true, Escape and clicks outside do not close it: work would be lost. */
  held?: boolean;
  children: ReactNode;
};

/** The opener of the last opened sheet, until that has returned the focus */
let latest: RefObject<Element | null> | null = null;

/** The frame of a dialog or drawer: scrim, focus trap, header, scrolling body, footer. */
export function Sheet({ kind, look, ...props }: SheetProps & { kind: 'dialog' | 'drawer'; look: string }) {
  const keep = (event: Event) => props.held && event.preventDefault();
  const opener = useRef<Element>(null);
  const take = (event: Event) => {
    const had = document.activeElement;
    // a sheet that replaces another one returns the focus to that one's opener
    opener.current = had === document.body && latest ? latest.current : had;
    latest = opener;
    focusFirstField(event);
  };
  // without a trigger, the focus returns to the previously focused element
  const giveBack = (event: Event) => {
    if (latest === opener) latest = null;
    if (props.trigger || !(opener.current instanceof HTMLElement)) return;
    event.preventDefault();
    // after navigation from the sheet, the heading of the new screen keeps the focus
    const now = document.activeElement;
    const hasLed =
      (now?.matches('main h1') && !opener.current.closest('main')) || now?.closest('[data-led-to]') != null;
    // a sheet still open below takes the focus: elements behind it cannot be reached
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
              <IconButton
                size="sm"
                label={messages.dialog.close}
                icon={<X aria-hidden />}
                disabled={props.held}
              />
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

/**
 * The first faulty field, the first field, or the sheet itself; never a button, so that Enter decides
 * nothing unread.
 */
function focusFirstField(event: Event): void {
  const sheet = event.currentTarget;
  if (!(sheet instanceof HTMLElement)) return;
  event.preventDefault();
  const find = (what: string) => sheet.querySelector<HTMLElement>(what);
  const field =
    find('[aria-invalid="true"]') ?? find('input:not([type="hidden"]), textarea, [role="combobox"]');
  (field ?? sheet).focus();
}

/** Closes the dialog or drawer around it; give it one button. */
export function CloseSheet({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
