import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { messages } from '../messages.ts';

/** A point of a line chart that can be dragged, or moved with the arrow keys. */
export type LineHandle = {
  key: string;
  x: number;
  y: number;
  /** What it is: `Tier 2`. */
  name: string;
  /** Where it stands: `from 100%, 3%`. */
  text: string;
  /** Places in the chart's own units. */
  onMove: (place: { x: number; y: number }) => void;
  /** Steps to the right and upwards. */
  onStep: (steps: { x: number; y: number }) => void;
};

export type LineHandlesProps = {
  handles: readonly LineHandle[];
  box: RefObject<HTMLDivElement | null>;
  x: { (value: number): number; invert(pixels: number): number };
  y: { (value: number): number; invert(pixels: number): number };
  /** Told while one is dragged, so that the scales stay. */
  onHold: (holding: boolean) => void;
};

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
/** Steps at once while Shift is held. */
const largeStep = 10;

/** The handles above the drawing. */
export function LineHandles({ handles, box, x, y, onHold }: LineHandlesProps) {
  const [held, setHeld] = useState<string>();
  const hold = (key: string | undefined) => {
    setHeld(key);
    onHold(key !== undefined);
  };
  const move = (handle: LineHandle) => (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (held !== handle.key || area === undefined) return;
    handle.onMove({ x: x.invert(event.clientX - area.left), y: y.invert(event.clientY - area.top) });
  };
  const step = (handle: LineHandle) => (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const times = event.shiftKey ? largeStep : 1;
    handle.onStep({ x: by.x * times, y: by.y * times });
  };
  return handles.map((handle) => (
    <div
      key={handle.key}
      role="slider"
      tabIndex={0}
      aria-label={handle.name}
      aria-roledescription={messages.chart.handle}
      aria-valuenow={handle.y}
      aria-valuetext={handle.text}
      title={`${handle.name}: ${handle.text}`}
      className="absolute grid size-6 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full active:cursor-grabbing"
      style={{ left: x(handle.x), top: y(handle.y) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(handle.key);
      }}
      onPointerMove={move(handle)}
      onPointerUp={() => hold(undefined)}
      onPointerCancel={() => hold(undefined)}
      onKeyDown={step(handle)}
    >
      <span
        aria-hidden
        data-forced-fill
        className="size-3 rounded-full border-2 border-surface bg-primary shadow-float"
      />
    </div>
  ));
}
