import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Sparkles } from 'lucide-react';
import {
  Activity,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { HttpError } from '../../../api/http-error.ts';
import { useMode } from '../../../api/use-mode.ts';
import { useIdle } from '../../../base/use-idle.ts';
import { useMediaQuery } from '../../../base/use-media-query.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { suggestionQuery } from '../queries.ts';
import { messages } from './frame-messages.ts';
import { openPanel, resizePanel, roomForPanel, usePanel, usePanelPart, widths } from './panel-store.ts';

const load = () => import('./panel.tsx');
const Panel = lazy(async () => ({ default: (await load()).Panel }));
const AboutOne = lazy(async () => ({ default: (await import('./about-one.tsx')).AboutOne }));
const PanelSheet = lazyPart(async () => (await import('./panel-sheet.tsx')).PanelSheet);

/** From this width on it opens unasked. */
const wide = '(min-width: 80rem)';

/** Everything beside the page: the panel, and what is open about one suggestion. */
export function PanelSlot({ onDashboard }: { onDashboard: boolean }) {
  const opened = usePanelPart('opened');
  useMissing(usePanelPart('pointed'));
  return (
    <>
      <Place onDashboard={onDashboard} />
      {opened ? (
        <Suspense fallback={null}>
          <AboutOne />
        </Suspense>
      ) : null}
    </>
  );
}

/** Says that a link points to no suggestion, or to one outside the user's access. */
function useMissing(pointed: string | null): void {
  const { error } = useQuery({ ...suggestionQuery(pointed ?? ''), enabled: pointed !== null });
  const isMissing = error instanceof HttpError && error.status === 404;
  useEffect(() => {
    if (isMissing && pointed !== null)
      toast({ id: pointed, title: messages.missing, text: messages.missingText, meaning: 'warn' });
  }, [isMissing, pointed]);
}

/** The place of the suggestions: a rail, a panel beside the page, or a sheet where there is no room. */
function Place({ onDashboard }: { onDashboard: boolean }) {
  const [mode] = useMode();
  const { open, openElsewhere, sheet, expanded, width, planId } = usePanel();
  const hasRoom = useMediaQuery(roomForPanel);
  const isWide = useMediaQuery(wide);
  const idle = useIdle();
  const unasked = mode !== 'agentic' && isWide;
  const isOpen = onDashboard ? (open ?? unasked) : openElsewhere;
  const { aside, turn } = useFocusKept(isOpen, onDashboard);
  const [openedOn, keepOn] = useState<boolean>();
  if (isOpen && openedOn !== onDashboard) keepOn(onDashboard);
  const drawn = idle && (isOpen || onDashboard || openedOn === onDashboard);
  const close = useCallback(() => turn(false), [turn]);
  if (!hasRoom) {
    return sheet ? (
      <Suspense fallback={null}>
        <PanelSheet onClose={close} />
      </Suspense>
    ) : null;
  }
  const half = mode === 'hybrid' && !expanded;
  return (
    <aside
      ref={aside}
      data-print="hide"
      aria-label={messages.panel}
      className={clsx(
        'sticky top-12 flex h-[calc(100dvh-3rem)] border-s in-[body:has([data-strip])]:top-20 in-[body:has([data-strip])]:h-[calc(100dvh-5rem)]',
        !isOpen && 'shrink-0 flex-col items-center bg-surface px-1.5 py-3',
        isOpen && 'bg-bg',
        isOpen && (expanded ? 'min-w-0 flex-1' : 'shrink-0'),
        isOpen && !expanded && !half && 'w-80',
      )}
      style={isOpen && half ? { width: `${width}%` } : undefined}
    >
      {isOpen ? null : <OpenButton onOpen={() => turn(true)} />}
      {/* closed it stays as it is and rests, so that it is there at once */}
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        {half ? <Separator width={width} /> : null}
        {drawn ? (
          <Suspense fallback={<Waiting />}>
            <Panel planId={planId} onClose={close} />
          </Suspense>
        ) : isOpen ? (
          <Waiting />
        ) : null}
      </Activity>
    </aside>
  );
}

/** Opens and closes the panel, and moves the focus on from the button that goes with it. */
function useFocusKept(isOpen: boolean, onDashboard: boolean) {
  const aside = useRef<HTMLElement>(null);
  const asked = useRef(false);
  const turn = useCallback(
    (open: boolean) => {
      asked.current = true;
      openPanel(open, onDashboard);
    },
    [onDashboard],
  );
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    const next = isOpen ? '[data-scroll-area]' : 'button[aria-expanded]';
    aside.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [isOpen]);
  return { aside, turn };
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex-1 p-4">
      <SkeletonText lines={8} />
    </div>
  );
}

/** All that is shown of the closed panel. */
function OpenButton({ onOpen }: { onOpen: () => void }) {
  return (
    <IconButton
      variant="ai"
      label={messages.open}
      aria-expanded={false}
      icon={<Sparkles aria-hidden />}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={onOpen}
    />
  );
}

/** The edge between page and panel: arrow keys and dragging change the panel's width. */
function Separator({ width }: { width: number }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: widths.step, ArrowRight: -widths.step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const turned = getComputedStyle(event.currentTarget).direction === 'rtl' ? -by : by;
    resizePanel(width + turned);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = event.currentTarget.closest('[data-dashboard]')?.getBoundingClientRect();
    if (!frame || frame.width === 0) return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const beside = rtl ? event.clientX - frame.left : frame.right - event.clientX;
    resizePanel((beside / frame.width) * 100);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a window splitter, which no element is
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.resize}
      aria-valuenow={width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="absolute inset-y-0 -start-1 z-10 w-2 cursor-col-resize touch-none hover:bg-ai-soft focus-visible:bg-ai-soft"
    />
  );
}
