import { PanelLeft, PanelLeftClose, PanelRight, PanelRightClose } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useElementRoom } from '../../../base/use-element-width.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Panel, Panels } from './use-panels.ts';

// Only where there is no room beside the drawing.
const Drawer = lazy(async () => ({ default: (await import('../../../ui/overlays/drawer.tsx')).Drawer }));

/** From these widths on, in pixels at ordinary text size, the palette and the properties are beside the drawing. */
const roomForPalette = 640;
const roomForBoth = 860;

export type SidePanelsProps = {
  /** Null where nothing is placed. */
  palette: ReactNode;
  /** Shown in the palette's place while it is collapsed. */
  shortcuts: ReactNode;
  properties: ReactNode;
  panels: Panels;
  children: ReactNode;
};

/** The palette on the left (CANVAS-07), the drawing, the properties on the right; as drawers where there is little room. */
export function SidePanels({ palette, shortcuts, properties, panels, children }: SidePanelsProps) {
  const row = useRef<HTMLDivElement>(null);
  const room = useElementRoom(row);
  const paletteBeside = palette !== null && room >= roomForPalette;
  const propertiesBeside = room >= roomForBoth;
  return (
    <div ref={row} className="flex min-h-0 flex-1">
      {paletteBeside ? (
        <aside
          aria-label="Palette"
          className={panels.palette ? 'relative w-52 shrink-0 border-e bg-surface' : stripLook('border-e')}
        >
          {panels.palette ? palette : shortcuts}
          <span
            className={panels.palette ? 'absolute end-2 bottom-2 rounded-md border bg-surface' : 'mt-auto'}
          >
            <IconButton
              size="sm"
              label={panels.palette ? 'Collapse the palette' : 'Expand the palette'}
              aria-expanded={panels.palette}
              icon={panels.palette ? <PanelLeftClose aria-hidden /> : <PanelLeft aria-hidden />}
              onClick={() => panels.toggle('palette')}
            />
          </span>
        </aside>
      ) : null}
      <div className="relative min-w-0 flex-1">
        {/* Once the panels have taken their room: the drawing is fitted into what is left. */}
        {room > 0 ? children : null}
        <div className="absolute start-2 top-2 z-5 flex gap-1">
          {paletteBeside || palette === null ? null : (
            <Button size="sm" icon={<PanelLeft aria-hidden />} onClick={() => panels.openDrawer('palette')}>
              Palette
            </Button>
          )}
          {propertiesBeside ? null : (
            <Button
              size="sm"
              icon={<PanelRight aria-hidden />}
              onClick={() => panels.openDrawer('properties')}
            >
              Properties
            </Button>
          )}
        </div>
      </div>
      {propertiesBeside ? (
        <aside
          aria-label="Node properties"
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
              label={panels.properties ? 'Collapse the properties' : 'Expand the properties'}
              aria-expanded={panels.properties}
              icon={panels.properties ? <PanelRightClose aria-hidden /> : <PanelRight aria-hidden />}
              onClick={() => panels.toggle('properties')}
            />
          </span>
          {panels.properties ? properties : null}
        </aside>
      ) : null}
      <PanelDrawer panel="palette" title="Palette" beside={room === 0 || paletteBeside} panels={panels}>
        {palette}
      </PanelDrawer>
      <PanelDrawer
        panel="properties"
        title="Node properties"
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
