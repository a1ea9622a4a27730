import { useNavigate } from '@tanstack/react-router';
import { PanelLeft, Search, Sparkles, TimerReset } from 'lucide-react';
import { useRef } from 'react';
import { useElementRoom } from '../../base/use-element-width.ts';
import { hotkeyWords } from '../../base/use-hotkey.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { inPreview } from '../device/preview.ts';
import { ConnectionBanner } from '../faults/connection-banner.tsx';
import type { BarProps } from '../frame/frame.tsx';
import { showPanel } from '../panels/panel-store.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { NoticesMenu } from './notices-menu.tsx';
import { TenantIndicator } from './tenant-indicator.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** From these widths on, in pixels of the bar at ordinary text size, there is room for icons beside the menu, and for words. */
const mediumPx = 600;
const widePx = 940;

/** Inside the phone frame it is not the page's own head any more. */
const Bar = inPreview ? 'div' : 'header';

/** The bar above every screen: sidebar, mode, commands, JIT, Tell Me, workspace, notices, theme, user. */
export function TopBar({ onToggleSidebar, sidebarOpen }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const width = useElementRoom(bar);
  const look = width >= widePx ? 'wide' : width >= mediumPx ? 'medium' : 'narrow';
  return (
    <div data-print="hide" className="sticky top-0 z-30">
      <Bar ref={bar} className="flex h-12 items-center gap-1 border-b bg-surface px-3 sm:gap-2">
        <IconButton
          label={sidebarOpen ? 'Collapse sidebar' : 'Expand sidebar'}
          keys={hotkeyWords('mod+b')}
          aria-expanded={sidebarOpen}
          icon={<PanelLeft aria-hidden />}
          onClick={onToggleSidebar}
        />
        <ModeSwitch look={look} />
        <IconButton
          label="Search and commands"
          keys={hotkeyWords('mod+k')}
          icon={<Search aria-hidden />}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => showPanel('palette')}
        />
        <div className="ms-auto flex min-w-0 items-center gap-1">
          {look === 'narrow' ? null : <Helpers words={look === 'wide'} />}
          <TenantIndicator />
          <NoticesMenu />
          {look === 'narrow' ? null : <ThemeMenu />}
          <UserMenu look={look} />
        </div>
      </Bar>
      <ConnectionBanner />
    </div>
  );
}

function Helpers({ words }: { words: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <Tooltip label="Just-in-time access">
        <Button
          variant="ghost"
          square={!words}
          aria-label="JIT"
          aria-haspopup="dialog"
          icon={<TimerReset aria-hidden />}
          onClick={() => showPanel('jit')}
        >
          {words ? 'JIT' : null}
        </Button>
      </Tooltip>
      <Tooltip label="Ask about the workspace’s numbers">
        <Button
          variant="ai"
          square={!words}
          aria-label="Tell Me"
          icon={<Sparkles aria-hidden />}
          onClick={() => void navigate({ to: '/tell-me' })}
        >
          {words ? 'Tell Me' : null}
        </Button>
      </Tooltip>
    </>
  );
}
