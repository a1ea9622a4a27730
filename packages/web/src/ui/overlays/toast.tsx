import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { messages } from '../messages.ts';
import { dismissToast, type Toast, useToasts } from './toast-queue.ts';

const dot: Record<Toast['meaning'], string> = {
  ok: 'bg-ok',
  bad: 'bg-bad',
  info: 'bg-info',
  warn: 'bg-warn',
  ai: 'bg-ai',
};
const spoken: Record<Toast['meaning'], string> = {
  ok: messages.toast.ok,
  bad: messages.toast.bad,
  info: messages.toast.info,
  warn: messages.toast.warn,
  ai: messages.toast.ai,
};

/**
 * The toasts of the app, rendered once. One at a time, 5000 ms, swipe right 50 px, F8 focuses it; an error
 * stays until another toast waits for its place, and then 5000 ms more; it is kept among the notifications.
 * After the last one the focus returns. Placed above the buttons of an open drawer, which it would
 * otherwise cover.
 */
export function Toasts() {
  const waiting = useToasts();
  const current = waiting[0];
  const isNone = !current;
  const cameFrom = useRef<Element>(null);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  useEffect(() => {
    const before = cameFrom.current;
    cameFrom.current = null;
    if (isNone && before instanceof HTMLElement && document.activeElement === document.body) before.focus();
  }, [isNone]);
  // Toasts pause while hovered or focused. If the last one is dismissed meanwhile, the list misses the end
  // of the
  // pause and the next toast would stay forever, so an empty queue mounts a new list.
  return (
    <div role="none" className="contents" onFocus={remember}>
      <Radix.Provider
        key={isNone ? 'none' : 'some'}
        duration={5000}
        swipeDirection="right"
        swipeThreshold={50}
        label={messages.toast.label}
      >
        {current ? <Shown key={current.revision} toast={current} more={waiting.length - 1} /> : null}
        <Radix.Viewport
          hotkey={['F8']}
          className="fixed end-0 bottom-0 z-60 m-0 flex w-full max-w-sm list-none flex-col p-4 outline-none sm:w-96 [:root:has([data-sheet=drawer]>footer)_&]:bottom-14"
        />
      </Radix.Provider>
    </div>
  );
}

function Shown({ toast, more }: { toast: Toast; more: number }) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (open) return;
    // the next one follows when this one has left the screen
    const left = setTimeout(() => dismissToast(toast.id), 160);
    return () => clearTimeout(left);
  }, [open, toast.id]);
  return (
    <Radix.Root
      open={open}
      onOpenChange={setOpen}
      type={toast.meaning === 'bad' ? 'foreground' : 'background'}
      aria-label={`${spoken[toast.meaning]}: ${toast.title}`}
      duration={toast.meaning === 'bad' && more === 0 ? Number.POSITIVE_INFINITY : undefined}
      className="pointer-events-auto! flex items-start gap-3 rounded-lg border bg-surface py-3 ps-4 pe-2 shadow-float data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:duration-150 data-[state=open]:slide-in-from-bottom-4 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-out data-[swipe=end]:slide-out-to-right-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <span
        aria-hidden
        data-forced-fill
        className={`mt-1.5 size-2 shrink-0 rounded-full ${dot[toast.meaning]}`}
      />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-medium">
          <span className="sr-only">{spoken[toast.meaning]}: </span>
          {toast.title}
        </Radix.Title>
        {toast.text ? (
          <Radix.Description className="break-words text-fg-2">{toast.text}</Radix.Description>
        ) : null}
        {more > 0 ? <p className="text-12 text-fg-3">{messages.toast.more(more)}</p> : null}
        {toast.action ? (
          <Radix.Action asChild altText={toast.action.label}>
            <Button size="sm" className="mt-2" onClick={toast.action.act}>
              {toast.action.label}
            </Button>
          </Radix.Action>
        ) : null}
      </div>
      <Radix.Close asChild>
        <Button
          variant="ghost"
          size="sm"
          square
          aria-label={messages.toast.dismiss}
          icon={<X aria-hidden />}
        />
      </Radix.Close>
    </Radix.Root>
  );
}
