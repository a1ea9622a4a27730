import { X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { messages } from '../messages.ts';
import { dismissToast, type QueuedToast, type Toast, useToasts } from './toast-queue.ts';
import { useEscape, useSwipe, useTimeUp, useWindowFocus } from './toast-ways-out.ts';

const dot: Record<Toast['meaning'], string> = {
  ok: 'bg-ok',
  bad: 'bg-bad',
  info: 'bg-info',
  warn: 'bg-warn',
  ai: 'bg-ai',
};

/** Time on screen in ms. */
const shownMs = 5000;

/**
 * The toasts of the app, rendered once. One at a time, 5000 ms, swipe right 50 px, F8 focuses it; an error
 * stays until another toast waits for its place, and then 5000 ms more; it is kept among the notifications.
 * After the last one the focus returns. Placed above the buttons of an open drawer, which it would
 * otherwise cover.
 */
export function Toasts() {
  const waiting = useToasts();
  const current = waiting[0];
  const region = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element>(null);
  const [focused, setFocused] = useState(false);
  const revision = current?.revision;
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'F8' && list.current?.focus();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    // a toast that leaves takes the focus with it: the next one has it, or what had it before
    const before = cameFrom.current;
    if (before instanceof HTMLElement && document.activeElement === document.body)
      if (revision === undefined) before.focus();
      else list.current?.focus();
    if (revision === undefined) cameFrom.current = null;
    setFocused(region.current?.contains(document.activeElement) ?? false);
  }, [revision]);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget;
    setFocused(true);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setFocused(currentTarget.contains(relatedTarget));
  return (
    <section
      ref={region}
      aria-label={messages.toast.label}
      className="contents"
      onFocus={enter}
      onBlur={leave}
      // an open dialog takes neither clicks nor focus here for its own outside
      onPointerDown={(event) => event.stopPropagation()}
    >
      <Spoken toast={current} />
      <ol
        ref={list}
        tabIndex={-1}
        className="pointer-events-none fixed end-0 bottom-0 z-60 m-0 flex w-full max-w-sm list-none flex-col p-4 outline-none sm:w-96 [:root:has([data-sheet=drawer]>footer)_&]:bottom-14"
      >
        {current ? (
          <Shown key={current.revision} toast={current} more={waiting.length - 1} focused={focused} />
        ) : null}
      </ol>
    </section>
  );
}

/** Tells screen readers of the toast: an error at once, others when they pause. */
function Spoken({ toast }: { toast: QueuedToast | undefined }) {
  const [said, setSaid] = useState<QueuedToast>();
  // after a render: what comes together with its live region is not spoken
  useEffect(() => setSaid(toast), [toast]);
  const text = said ? [`${messages.toast[said.meaning]}: ${said.title}`, said.text].join(' ') : '';
  const isBad = said?.meaning === 'bad';
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isBad ? '' : text}
      </p>
      <p aria-live="assertive" className="sr-only">
        {isBad ? text : ''}
      </p>
    </>
  );
}

function Shown({ toast, more, focused }: { toast: Toast; more: number; focused: boolean }) {
  const [open, setOpen] = useState(true);
  const [pointed, setPointed] = useState(false);
  const close = () => setOpen(false);
  const inWindow = useWindowFocus();
  const swipe = useSwipe(close);
  useEscape(close);
  useTimeUp({
    ms: toast.meaning === 'bad' && more === 0 ? undefined : shownMs,
    paused: pointed || focused || !inWindow,
    onUp: close,
  });
  useEffect(() => {
    if (open) return;
    // the next one follows when this one has left the screen
    const left = setTimeout(() => dismissToast(toast.id), 160);
    return () => clearTimeout(left);
  }, [open, toast.id]);
  return (
    <li
      data-state={open ? 'open' : 'closed'}
      aria-label={`${messages.toast[toast.meaning]}: ${toast.title}`}
      className={`pointer-events-auto flex touch-none items-start gap-3 rounded-lg border bg-surface py-3 ps-4 pe-2 shadow-float select-none data-[state=closed]:animate-out data-[state=closed]:fill-mode-forwards data-[state=open]:animate-in data-[state=open]:duration-150 data-[state=open]:slide-in-from-bottom-4 ${swipe.moved > 0 ? 'data-[state=closed]:slide-out-to-right-full' : 'data-[state=closed]:fade-out-0'}`}
      style={swipe.moved > 0 && open ? { translate: `${swipe.moved}px` } : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      {...swipe.handlers}
    >
      <span
        aria-hidden
        data-forced-fill
        className={`mt-1.5 size-2 shrink-0 rounded-full ${dot[toast.meaning]}`}
      />
      <div className="min-w-0 flex-1">
        <div className="font-medium">
          <span className="sr-only">{messages.toast[toast.meaning]}: </span>
          {toast.title}
        </div>
        {toast.text ? <div className="break-words text-fg-2">{toast.text}</div> : null}
        {more > 0 ? <p className="text-12 text-fg-3">{messages.toast.more(more)}</p> : null}
        {toast.action ? (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              toast.action?.act();
              close();
            }}
          >
            {toast.action.label}
          </Button>
        ) : null}
      </div>
      <Button
        variant="ghost"
        size="sm"
        square
        aria-label={messages.toast.dismiss}
        icon={<X aria-hidden />}
        onClick={close}
      />
    </li>
  );
}
