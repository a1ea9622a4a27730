import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, PanelLeft } from 'lucide-react';
import { useRef } from 'react';
import { useMode } from '../api/use-mode.ts';
import { useElementRoom } from '../base/use-element-width.ts';
import { hotkeyWords } from '../base/use-hotkey.ts';
import { paths } from '../paths.ts';
import { ConnectionBanner } from '../shell/faults/connection-banner.tsx';
import type { BarProps } from '../shell/frame/frame.tsx';
import { NoticesMenu } from '../shell/top-bar/notices-menu.tsx';
import { ThemeMenu } from '../shell/top-bar/theme-menu.tsx';
import { UserMenu } from '../shell/top-bar/user-menu.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AgentButtons } from './agent-buttons.tsx';
import { messages } from './messages.ts';

/** Widths of the bar, in px at default text size, from which the theme menu and labels fit. */
const mediumPx = 560;
const widePx = 900;

/** The bar of every builder screen: back, sidebar toggle and agent actions. */
export function BuilderHeader({ onToggleSidebar, sidebarOpen }: BarProps) {
  const bar = useRef<HTMLElement>(null);
  const width = useElementRoom(bar);
  const look = width >= widePx ? 'wide' : width >= mediumPx ? 'medium' : 'narrow';
  const words = look === 'wide';
  const navigate = useNavigate();
  const [, chooseMode] = useMode();
  const back = () => {
    chooseMode('agentic');
    void navigate(paths.overview);
  };
  return (
    <div data-print="hide" className="sticky top-0 z-30">
      <header ref={bar} className="flex h-12 items-center border-b bg-surface px-3 lg:gap-1">
        <IconButton
          label={sidebarOpen ? messages.header.collapse : messages.header.expand}
          keys={hotkeyWords('mod+b')}
          aria-expanded={sidebarOpen}
          icon={<PanelLeft aria-hidden />}
          onClick={onToggleSidebar}
        />
        <Button
          variant="ghost"
          square={!words}
          aria-label={messages.header.back}
          icon={<ArrowLeft aria-hidden className="rtl:rotate-180" />}
          onClick={back}
        >
          {words ? messages.header.back : null}
        </Button>
        <div className="ms-auto flex items-center lg:gap-1">
          <AgentButtons words={words} />
          <NoticesMenu />
          {look === 'narrow' ? null : <ThemeMenu />}
          <UserMenu look={look} />
        </div>
      </header>
      <ConnectionBanner />
    </div>
  );
}
