import { PanelLeft, PanelLeftClose, PanelRight, PanelRightClose } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useElementRoom } from '../../../base/use-element-width.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';
import type { Panel, Panels } from './use-panels.ts';

// loaded only where the panels do not fit next to the drawing
const Drawer = lazy(async () => ({ default: (await import('../../../ui/overlays/drawer.tsx')).Drawer }));

/** Widths in px at default text size from which the palette and the properties fit next to the drawing. */
const roomForPalette = 640;
const roomForBoth = 860;

export type SidePanelsProps = {
  /** Null for a read-only canvas. */
  palette: ReactNode;
  /** Shown instead of the collapsed palette. */
  shortcuts: ReactNode;
  properties: ReactNode;
  panels: Panels;
  children: ReactNode;
};

/** The palette (CANVAS-07), the drawing and the properties; on narrow screens the panels are drawers. */
export function SidePanels({ palette, shortcuts, properties, panels, children }: SidePanelsProps) {
  const row = useRef<HTMLDivElement>(null);
  const room = useElementRoom(row);
  const paletteBeside = palette !== null && room >= roomForPalette;
  const propertiesBeside = room >= roomForBoth;
  return (
    <div ref={row} className="flex min-h-0 flex-1">
      {paletteBeside ? (
        <aside
          aria-label={messages.panels.palette}
          className={panels.palette ? 'relative w-52 shrink-0 border-e bg-surface' : stripLook('border-e')}
        >
          {panels.palette ? palette : shortcuts}
          <span
            className={panels.palette ? 'absolute end-2 bottom-2 rounded-md border bg-surface' : 'mt-auto'}
          >
            <IconButton
              size="sm"
              label={panels.palette ? messages.panels.collapsePalette : messages.panels.expandPalette}
              aria-expanded={panels.palette}
              icon={panels.palette ? <PanelLeftClose aria-hidden /> : <PanelLeft aria-hidden />}
              onClick={() => panels.toggle('palette')}
            />
          </span>
        </aside>
      ) : null}
      <div className="relative min-w-0 flex-1">
        {/* mounted after the panels, so that the view fits the remaining space */}
        {room > 0 ? children : null}
        <div className="absolute start-2 top-2 z-5 flex gap-1">
          {paletteBeside || palette === null ? null : (
            <Button size="sm" icon={<PanelLeft aria-hidden />} onClick={() => panels.openDrawer('palette')}>
              {messages.panels.palette}
            </Button>
          )}
          {propertiesBeside ? null : (
            <Button
              size="sm"
              icon={<PanelRight aria-hidden />}
              onClick={() => panels.openDrawer('properties')}
            >
              {messages.panels.properties}
            </Button>
          )}
        </div>
      </div>
      {propertiesBeside ? (
        <aside
          aria-label={messages.panels.nodeProperties}
          data-scroll-area
          className={
            panels.properties
              ? 'relative w-72 shrink-0 overflow-y-auto border-s bg-surface'
              : stripLook('border-s')
          }
        >
          <span className={panels.properties ? 'absolute end-2 top-2' : ''}>
            <IconButton
              size="sm"
              label={
                panels.properties ? messages.panels.collapseProperties : messages.panels.expandProperties
              }
              aria-expanded={panels.properties}
              icon={panels.properties ? <PanelRightClose aria-hidden /> : <PanelRight aria-hidden />}
              onClick={() => panels.toggle('properties')}
            />
          </span>
          {panels.properties ? properties : null}
        </aside>
      ) : null}
      <PanelDrawer
        panel="palette"
        title={messages.panels.palette}
        beside={room === 0 || paletteBeside}
        panels={panels}
      >
        {palette}
      </PanelDrawer>
      <PanelDrawer
        panel="properties"
        title={messages.panels.nodeProperties}
        beside={room === 0 || propertiesBeside}
        panels={panels}
      >
        {properties}
      </PanelDrawer>
    </div>
  );
}

type PanelDrawerProps = {
  panel: Panel;
  title: string;
  beside: boolean;
  panels: Panels;
  children: ReactNode;
};

function PanelDrawer({ panel, title, beside, panels, children }: PanelDrawerProps) {
  const open = panels.drawer === panel && !beside;
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Drawer open={open} onOpenChange={(now) => panels.openDrawer(now ? panel : null)} title={title}>
        {children}
      </Drawer>
    </Suspense>
  );
}

const stripLook = (border: string) =>
  `flex w-11 shrink-0 flex-col items-center gap-1 overflow-y-auto bg-surface py-2 ${border}`;
