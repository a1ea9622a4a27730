import { Link, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { BrandMark } from '../shell/brand.tsx';
import { DeviceToggle } from '../shell/device/device-toggle.tsx';
import type { NavigationProps } from '../shell/frame/frame.tsx';
import { Badge } from '../ui/badge.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { type BuilderSection, builderSections, isActiveSection } from './builder-sections.ts';
import { messages } from './messages.ts';

/** The builder's navigation with labels or as icons. `onNavigate` closes the sheet that contains it. */
export function BuilderSidebar({ expanded, onNavigate, device }: NavigationProps) {
  return (
    <div className="flex h-full flex-col">
      <div
        className={clsx('flex h-12 shrink-0 items-center gap-2 px-4', !expanded && 'justify-center px-0!')}
      >
        <BrandMark />
        <span className={clsx('text-14 font-semibold', !expanded && 'sr-only')}>{messages.header.title}</span>
      </div>
      <nav aria-label={messages.header.nav} className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4">
        <ul className="flex flex-col gap-px">
          {builderSections.map((section) => (
            <li key={section.to}>
              <Entry section={section} expanded={expanded} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      {device ? (
        <div className={clsx('flex shrink-0 border-t p-2', !expanded && 'justify-center')}>
          <DeviceToggle view={device.view} choose={device.choose} words={expanded} />
        </div>
      ) : null}
    </div>
  );
}

type EntryProps = { section: BuilderSection; expanded: boolean; onNavigate?: () => void };

function Entry({ section, expanded, onNavigate }: EntryProps) {
  const { pathname } = useLocation();
  const active = isActiveSection(section.to, pathname);
  const link = (
    <Link
      to={section.to}
      onClick={onNavigate}
      activeOptions={{ exact: true }}
      aria-current={active ? 'page' : undefined}
      className={clsx(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-13 focus-visible:-outline-offset-2 pointer-coarse:h-10',
        active
          ? 'bg-primary-soft font-medium text-primary-text'
          : 'text-fg-2 hover:bg-surface-2 hover:text-fg',
        !expanded && 'justify-center px-0!',
      )}
    >
      <section.icon aria-hidden className="size-4 shrink-0" />
      <span className={clsx('truncate', !expanded && 'sr-only')}>{section.label}</span>
      {section.badge ? (
        <span className={clsx('ms-auto', !expanded && 'sr-only')}>
          <Badge meaning="info">{section.badge}</Badge>
        </span>
      ) : null}
    </Link>
  );
  return expanded ? (
    link
  ) : (
    <Tooltip label={section.badge ? `${section.label} (${section.badge})` : section.label} side="right">
      {link}
    </Tooltip>
  );
}
