import { PanelLeft, PanelRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useElementRoom } from '../../../base/use-element-width.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';

/** From these widths on, in pixels at ordinary text size, the palette and the properties stand beside the drawing. */
const roomForPalette = 640;
const roomForBoth = 860;

export type SidePanelsProps = {
  /** Null where nothing is placed. */
  palette: ReactNode;
  properties: ReactNode;
  /** Which of the two is open where there is no room for it beside the drawing. */
  open: 'palette' | 'properties' | null;
  onOpen: (panel: 'palette' | 'properties' | null) => void;
  children: ReactNode;
};

/** The palette on the left (CANVAS-07), the drawing, the properties on the right; as drawers where there is little room. */
export function SidePanels({ palette, properties, open, onOpen, children }: SidePanelsProps) {
  const row = useRef<HTMLDivElement>(null);
  const room = useElementRoom(row);
  const paletteBeside = palette !== null && room >= roomForPalette;
  const propertiesBeside = room >= roomForBoth;
  return (
    <div ref={row} className="flex min-h-0 flex-1">
      {paletteBeside ? (
        <aside aria-label="Palette" className="w-52 shrink-0 border-e bg-surface">
          {palette}
        </aside>
      ) : null}
      <div className="relative min-w-0 flex-1">
        {/* Once the panels have taken their room: the drawing is fitted into what is left. */}
        {room > 0 ? children : null}
        <div className="absolute start-2 top-2 z-5 flex gap-1">
          {paletteBeside || palette === null ? null : (
            <Button size="sm" icon={<PanelLeft aria-hidden />} onClick={() => onOpen('palette')}>
              Palette
            </Button>
          )}
          {propertiesBeside ? null : (
            <Button size="sm" icon={<PanelRight aria-hidden />} onClick={() => onOpen('properties')}>
              Properties
            </Button>
          )}
        </div>
      </div>
      {propertiesBeside ? (
        <aside
          aria-label="Node properties"
          data-scroll-area
          className="w-72 shrink-0 overflow-y-auto border-s bg-surface"
        >
          {properties}
        </aside>
      ) : null}
      <Drawer
        open={open === 'palette' && room > 0 && !paletteBeside}
        onOpenChange={(wanted) => onOpen(wanted ? 'palette' : null)}
        title="Palette"
      >
        {palette}
      </Drawer>
      <Drawer
        open={open === 'properties' && room > 0 && !propertiesBeside}
        onOpenChange={(wanted) => onOpen(wanted ? 'properties' : null)}
        title="Node properties"
      >
        {properties}
      </Drawer>
    </div>
  );
}
