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
import { useZoomPercent, type View } from './use-view.ts';

const modes: readonly { value: Mode; label: string; hint: string; icon: React.ReactNode }[] = [
  { value: 'select', label: 'Select', hint: 'Choose and move (V)', icon: <MousePointer2 aria-hidden /> },
  {
    value: 'connect',
    label: 'Connect',
    hint: 'Press one node, then another (K)',
    icon: <Cable aria-hidden />,
  },
  { value: 'pan', label: 'Pan', hint: 'Move the view (H)', icon: <Hand aria-hidden /> },
];
const sides: readonly { side: Side; label: string }[] = [
  { side: 'left', label: 'Align left edges' },
  { side: 'center', label: 'Align centres, one above the other' },
  { side: 'right', label: 'Align right edges' },
  { side: 'top', label: 'Align tops' },
  { side: 'middle', label: 'Align middles, side by side' },
  { side: 'bottom', label: 'Align bottoms' },
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
  /** What is rarely wanted: import, export, shortcuts. */
  more: readonly MenuSection[];
  saving: boolean;
  dirty: boolean;
  onSave: () => void;
  onTest: (() => void) | null;
  onPublish: (() => void) | null;
  onRun: (() => void) | null;
};

/** Modes, history, zoom, arranging, and what is done with the workflow (CANVAS-01, CANVAS-04 … CANVAS-06). */
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
          label: chosen > 1 ? 'Tidy what is chosen' : 'Tidy everything',
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
      aria-label="Canvas"
      className="flex shrink-0 flex-wrap items-center gap-1 border-b bg-surface px-2 py-1"
    >
      <SegmentedControl
        label="Mode"
        size="sm"
        segments={modes}
        value={mode}
        onValueChange={(value) => store.set({ mode: value, connectFrom: null })}
      />
      <Gap />
      <IconButton
        size="sm"
        label={past ? `Undo: ${past}` : 'Undo'}
        keys={hotkeyWords('mod+z')}
        icon={<Undo2 aria-hidden />}
        disabled={!editable || past === undefined}
        onClick={acts.undo}
      />
      <IconButton
        size="sm"
        label={future ? `Redo: ${future}` : 'Redo'}
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
            label="Arrange"
            icon={<AlignHorizontalDistributeCenter aria-hidden />}
            disabled={!editable}
          />
        }
      />
      <IconButton
        size="sm"
        label="Add a note"
        icon={<StickyNote aria-hidden />}
        disabled={!editable}
        onClick={() => acts.note(null, { text: 'Note', position: view.middle() })}
      />
      <IconButton size="sm" label="Find a node" keys="/" icon={<Search aria-hidden />} onClick={onFind} />
      <IconButton
        size="sm"
        label="Outline as a table"
        aria-pressed={outline}
        className={outline ? 'bg-primary-soft text-primary-text' : ''}
        icon={<Table2 aria-hidden />}
        onClick={onOutline}
      />
      <DropdownMenu
        sections={more}
        trigger={<IconButton size="sm" label="More" icon={<Ellipsis aria-hidden />} />}
      />
      <span className="ms-auto flex shrink-0 items-center gap-1 ps-2">
        <Button
          size="sm"
          icon={<Save aria-hidden />}
          busy={saving}
          disabled={!editable || !dirty}
          title={`Save (${hotkeyWords('mod+s')})`}
          onClick={onSave}
        >
          Save
        </Button>
        {onTest ? (
          <Button
            size="sm"
            icon={<FlaskConical aria-hidden />}
            title="Run the draft with sample data (T)"
            onClick={onTest}
          >
            Test run
          </Button>
        ) : null}
        {onPublish ? (
          <Button size="sm" icon={<Upload aria-hidden />} title="Publish (P)" onClick={onPublish}>
            Publish
          </Button>
        ) : null}
        {onRun ? (
          <Button size="sm" variant="primary" icon={<Play aria-hidden />} title="Run (R)" onClick={onRun}>
            Run
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
    <span role="group" aria-label="Zoom" className="flex items-center">
      <IconButton
        size="sm"
        label="Zoom out"
        keys="-"
        icon={<Minus aria-hidden />}
        disabled={percent <= ZOOM.min}
        onClick={() => view.zoom(-1)}
      />
      <Button size="sm" variant="ghost" className="figures w-14" onClick={() => view.zoomTo(100)}>
        <span className="sr-only">Zoom to 100%, now </span>
        {percent}%
      </Button>
      <IconButton
        size="sm"
        label="Zoom in"
        keys="+"
        icon={<Plus aria-hidden />}
        disabled={percent >= ZOOM.max}
        onClick={() => view.zoom(1)}
      />
      <IconButton
        size="sm"
        label="Fit everything"
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
