import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { PanelLeft, Search, Sparkles, TimerReset } from 'lucide-react';
import { useRef } from 'react';
import { useMe } from '../../api/me.ts';
import { formatTime } from '../../base/format-date.ts';
import { useElementRoom } from '../../base/use-element-width.ts';
import { hotkeyWords } from '../../base/use-hotkey.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showPanel } from '../../ui/overlays/frame-panels.ts';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { inPreview } from '../device/preview.ts';
import { ConnectionBanner } from '../faults/connection-banner.tsx';
import type { BarProps } from '../frame/frame.tsx';
import { messages } from '../frame-messages.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { NoticesMenu } from './notices-menu.tsx';
import { TenantIndicator } from './tenant-indicator.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Widths of the bar, in px at default text size, from which more parts fit. */
const roomFor = { searchField: 660, modes: 820, allWords: 1080, industry: 1200 } as const;

/** inside the phone frame this is not the page's own header */
const Bar = inPreview ? 'div' : 'header';

/** The bar of every screen: sidebar, mode, commands, JIT, Tell Me, workspace, notifications, theme, user. */
export function TopBar({ onToggleSidebar, sidebarOpen }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const width = useElementRoom(bar);
  const look = width >= roomFor.modes ? 'wide' : width >= roomFor.searchField ? 'medium' : 'narrow';
  const allWords = width >= roomFor.allWords;
  return (
    <div data-print="hide" className="sticky top-0 z-30">
      <Bar ref={bar} className="flex h-12 items-center gap-1 border-b bg-surface px-3 sm:gap-2">
        <IconButton
          label={sidebarOpen ? messages.nav.collapseSidebar : messages.nav.expandSidebar}
          keys={hotkeyWords('mod+b')}
          aria-expanded={sidebarOpen}
          icon={<PanelLeft aria-hidden />}
          onClick={onToggleSidebar}
        />
        {look === 'narrow' ? (
          <IconButton
            label={messages.titles.palette}
            keys={hotkeyWords('mod+k')}
            icon={<Search aria-hidden />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => showPanel('palette')}
          />
        ) : (
          <SearchField wide={look === 'wide'} />
        )}
        <div className={clsx('ms-auto flex items-center gap-1', look === 'narrow' ? 'min-w-0' : 'shrink-0')}>
          <ModeSwitch look={look} />
          {look === 'narrow' ? null : <Helpers words={look === 'wide'} jitWords={allWords} />}
          <TenantIndicator withIndustry={width >= roomFor.industry} />
          <NoticesMenu />
          {look === 'narrow' ? null : <ThemeMenu />}
          <UserMenu look={allWords ? 'wide' : look === 'narrow' ? 'narrow' : 'medium'} />
        </div>
      </Bar>
      <ConnectionBanner />
    </div>
  );
}

/** A button in the form of a search field, which opens the palette. */
function SearchField({ wide }: { wide: boolean }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showPanel('palette')}
      className={clsx(
        'flex h-8 w-75 max-w-full shrink items-center gap-2 rounded-md border bg-surface-2 px-2.5 text-13 text-fg-3 hover:border-border-strong hover:text-fg-2 pointer-coarse:h-10',
        wide ? 'min-w-58' : 'min-w-28',
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-start">{messages.bar.search}</span>
      <kbd aria-hidden className="shrink-0 rounded-sm border bg-surface px-1 text-11 text-fg-3">
        {hotkeyWords('mod+k')}
      </kbd>
    </button>
  );
}

function Helpers({ words, jitWords }: { words: boolean; jitWords: boolean }) {
  const navigate = useNavigate();
  const [first] = useMe().data?.temporaryAccess ?? [];
  const jit = first ? messages.bar.jitUntil(formatTime(first.endsAt)) : messages.bar.jit;
  return (
    <>
      <Tooltip label={messages.titles.jit}>
        <Button
          variant="ghost"
          square={!jitWords && !first}
          aria-label={jit}
          aria-haspopup="dialog"
          icon={<TimerReset aria-hidden />}
          onClick={() => showPanel('jit')}
        >
          {first ? <Badge meaning="warn">{jit}</Badge> : jitWords ? jit : null}
        </Button>
      </Tooltip>
      <Tooltip label={messages.bar.tellMeHint}>
        <Button
          variant="ai"
          square={!words}
          aria-label={messages.nav.tellMe}
          icon={<Sparkles aria-hidden />}
          onClick={() => void navigate({ to: '/tell-me' })}
        >
          {words ? messages.nav.tellMe : null}
        </Button>
      </Tooltip>
    </>
  );
}
