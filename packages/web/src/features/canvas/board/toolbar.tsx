import type { Side } from '@attain/domain/workflows/canvas/arrange';
import { ZOOM } from '@attain/domain/workflows/canvas/geometry';
import {
  AlignHorizontalDistributeCenter,
  Cable,
  Ellipsis,
  FlaskConical,
  Hand,
  Maximize,
  Minus,
  MousePointer2,
  Play,
  Plus,
  Redo2,
  Save,
  Search,
  StickyNote,
  Table2,
  Undo2,
  Upload,
} from 'lucide-react';
import { hotkeyWords } from '../../../base/use-hotkey.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx';
import type { MenuSection } from '../../../ui/overlays/menu-sections.ts';
import { useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState, Mode } from '../editing/canvas-store.ts';
import { messages } from '../messages.ts';
import { useZoomPercent, type View } from './use-view.ts';

const modes: readonly { value: Mode; label: string; hint: string; icon: React.ReactNode }[] = [
  {
    value: 'select',
    label: messages.toolbar.select,
    hint: messages.toolbar.selectHint,
    icon: <MousePointer2 aria-hidden />,
  },
  {
    value: 'connect',
    label: messages.toolbar.connect,
    hint: messages.toolbar.connectHint,
    icon: <Cable aria-hidden />,
  },
  { value: 'pan', label: messages.toolbar.pan, hint: messages.toolbar.panHint, icon: <Hand aria-hidden /> },
];
const sides: readonly { side: Side; label: string }[] = [
  { side: 'left', label: messages.toolbar.alignLeft },
  { side: 'center', label: messages.toolbar.alignCenter },
  { side: 'right', label: messages.toolbar.alignRight },
  { side: 'top', label: messages.toolbar.alignTop },
  { side: 'middle', label: messages.toolbar.alignMiddle },
  { side: 'bottom', label: messages.toolbar.alignBottom },
];

const pickMode = ({ mode }: CanvasState) => mode;
const pickChosen = ({ selection }: CanvasState) => selection.nodes.size;
const pickPast = ({ history }: CanvasState) => history.past.at(-1)?.label;
const pickFuture = ({ history }: CanvasState) => history.future[0]?.label;

export type CanvasToolbarProps = {
  view: View;
  outline: boolean;
  onOutline: () => void;
  onFind: () => void;
  /** Less common actions: import, export, shortcuts. */
  more: readonly MenuSection[];
  saving: boolean;
  dirty: boolean;
  onSave: () => void;
  onTest: (() => void) | null;
  onPublish: (() => void) | null;
  onRun: (() => void) | null;
};

/** Modes, history, zoom, arranging and workflow actions (CANVAS-01, CANVAS-04 … CANVAS-06). */
export function CanvasToolbar(props: CanvasToolbarProps) {
  const { view, outline, onOutline, onFind, more, saving, dirty, onSave, onTest, onPublish, onRun } = props;
  const { store, acts, editable } = useCanvas();
  const mode = useCanvasState(pickMode);
  const chosen = useCanvasState(pickChosen);
  const past = useCanvasState(pickPast);
  const future = useCanvasState(pickFuture);
  const arrange: readonly MenuSection[] = [
    {
      id: 'tidy',
      items: [
        {
          id: 'tidy',
          label: chosen > 1 ? messages.toolbar.tidySelected : messages.toolbar.tidyAll,
          keys: 'Shift T',
          onSelect: acts.tidy,
        },
      ],
    },
    {
      id: 'align',
      items: sides.map(({ side, label }) => ({
        id: side,
        label,
        disabled: chosen < 2,
        onSelect: () => acts.align(side),
      })),
    },
  ];
  return (
    <div
      role="toolbar"
      aria-label={messages.toolbar.label}
      className="flex shrink-0 flex-wrap items-center gap-1 border-b bg-surface px-2 py-1"
    >
      <SegmentedControl
        label={messages.toolbar.mode}
        size="sm"
        segments={modes}
        value={mode}
        onValueChange={(value) => store.set({ mode: value, connectFrom: null })}
      />
      <Gap />
      <IconButton
        size="sm"
        label={past ? messages.toolbar.undoLast(past) : messages.toolbar.undo}
        keys={hotkeyWords('mod+z')}
        icon={<Undo2 aria-hidden />}
        disabled={!editable || past === undefined}
        onClick={acts.undo}
      />
      <IconButton
        size="sm"
        label={future ? messages.toolbar.redoNext(future) : messages.toolbar.redo}
        keys={hotkeyWords('mod+shift+z')}
        icon={<Redo2 aria-hidden />}
        disabled={!editable || future === undefined}
        onClick={acts.redo}
      />
      <Gap />
      <ZoomButtons view={view} />
      <Gap />
      <DropdownMenu
        align="start"
        sections={arrange}
        trigger={
          <IconButton
            size="sm"
            label={messages.toolbar.arrange}
            icon={<AlignHorizontalDistributeCenter aria-hidden />}
            disabled={!editable}
          />
        }
      />
      <IconButton
        size="sm"
        label={messages.toolbar.addNote}
        icon={<StickyNote aria-hidden />}
        disabled={!editable}
        onClick={() => acts.note(null, { text: messages.toolbar.note, position: view.middle() })}
      />
      <IconButton
        size="sm"
        label={messages.toolbar.find}
        keys="/"
        icon={<Search aria-hidden />}
        onClick={onFind}
      />
      <IconButton
        size="sm"
        label={messages.toolbar.outline}
        aria-pressed={outline}
        className={outline ? 'bg-primary-soft text-primary-text' : ''}
        icon={<Table2 aria-hidden />}
        onClick={onOutline}
      />
      <DropdownMenu
        sections={more}
        trigger={<IconButton size="sm" label={messages.toolbar.more} icon={<Ellipsis aria-hidden />} />}
      />
      <span className="ms-auto flex shrink-0 items-center gap-1 ps-2">
        <Button
          size="sm"
          icon={<Save aria-hidden />}
          busy={saving}
          disabled={!editable || !dirty}
          title={messages.toolbar.saveHint(hotkeyWords('mod+s'))}
          onClick={onSave}
        >
          {messages.toolbar.save}
        </Button>
        {onTest ? (
          <Button
            size="sm"
            icon={<FlaskConical aria-hidden />}
            title={messages.toolbar.testHint}
            onClick={onTest}
          >
            {messages.toolbar.test}
          </Button>
        ) : null}
        {onPublish ? (
          <Button
            size="sm"
            icon={<Upload aria-hidden />}
            title={messages.toolbar.publishHint}
            onClick={onPublish}
          >
            {messages.toolbar.publish}
          </Button>
        ) : null}
        {onRun ? (
          <Button
            size="sm"
            variant="primary"
            icon={<Play aria-hidden />}
            title={messages.toolbar.runHint}
            onClick={onRun}
          >
            {messages.toolbar.run}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function ZoomButtons({ view }: { view: View }) {
  const percent = useZoomPercent();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would break the row of the toolbar
    <span role="group" aria-label={messages.toolbar.zoom} className="flex items-center">
      <IconButton
        size="sm"
        label={messages.toolbar.zoomOut}
        keys="-"
        icon={<Minus aria-hidden />}
        disabled={percent <= ZOOM.min}
        onClick={() => view.zoom(-1)}
      />
      <Button size="sm" variant="ghost" className="figures w-14" onClick={() => view.zoomTo(100)}>
        <span className="sr-only">{messages.toolbar.zoomReset} </span>
        {percent}%
      </Button>
      <IconButton
        size="sm"
        label={messages.toolbar.zoomIn}
        keys="+"
        icon={<Plus aria-hidden />}
        disabled={percent >= ZOOM.max}
        onClick={() => view.zoom(1)}
      />
      <IconButton
        size="sm"
        label={messages.toolbar.fit}
        keys="0"
        icon={<Maximize aria-hidden />}
        onClick={view.fit}
      />
    </span>
  );
}

function Gap() {
  return <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-border" />;
}
