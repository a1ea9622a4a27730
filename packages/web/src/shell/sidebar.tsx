import { Link, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronDown, Hourglass, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { useMe } from '../api/me.ts';
import { formatDay } from '../base/format-date.ts';
import { Badge } from '../ui/badge.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { BrandMark } from './brand.tsx';
import { DeviceToggle } from './device/device-toggle.tsx';
import type { NavigationProps } from './frame/frame.tsx';
import { messages } from './frame-messages.ts';
import { maySee, type NavEntry, navAfter, navBefore, navCompensation, navSoon } from './navigation.ts';

/** The navigation with labels or as icons. `onNavigate` closes the sheet that contains it. */
export function Sidebar({ expanded, onNavigate, device }: NavigationProps) {
  const me = useMe().data;
  const held = me?.permissions;
  const seen = (entries: readonly NavEntry[]) => entries.filter((entry) => maySee(entry, held));
  return (
    <div className="flex h-full flex-col">
      <div className={clsx('flex h-12 shrink-0 items-center gap-2 px-4', !expanded && 'justify-center')}>
        <BrandMark />
        <span className={clsx('text-14 font-semibold', !expanded && 'sr-only')}>{messages.nav.product}</span>
      </div>
      <nav
        aria-label={messages.nav.main}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pt-1 pb-4"
      >
        <Entries entries={seen(navBefore)} expanded={expanded} onNavigate={onNavigate} />
        <Compensation expanded={expanded} onNavigate={onNavigate} />
        <Entries entries={seen(navAfter)} expanded={expanded} onNavigate={onNavigate} />
        <ComingSoon entries={seen(navSoon.entries)} expanded={expanded} onNavigate={onNavigate} />
      </nav>
      {me?.tenant.fixedDay && expanded ? (
        <p className="shrink-0 border-t px-4 py-2 text-12 text-fg-3">
          {messages.nav.fixedDay(formatDay(me.tenant.fixedDay))}
        </p>
      ) : null}
      {device ? (
        <div className={clsx('flex shrink-0 border-t p-2', !expanded && 'justify-center')}>
          <DeviceToggle words={expanded} view={device.view} choose={device.choose} />
        </div>
      ) : null}
    </div>
  );
}

type Part = Pick<NavigationProps, 'expanded' | 'onNavigate'>;

const rowLook =
  'flex h-7 items-center gap-2.5 rounded-md px-2.5 text-13 text-fg-2 hover:bg-surface-2 hover:text-fg pointer-coarse:h-10 focus-visible:-outline-offset-2';
const activeLook = 'bg-primary-soft! font-medium text-primary-text!';

function Entries({ entries, expanded, onNavigate }: Part & { entries: readonly NavEntry[] }) {
  return (
    <ul className="flex flex-col gap-px">
      {entries.map((entry) => (
        <li key={entry.to} className="relative">
          <Entry {...entry} expanded={expanded} onNavigate={onNavigate} />
          {entry.soon && expanded ? <SoonChip /> : null}
        </li>
      ))}
    </ul>
  );
}

function Entry({
  to,
  label,
  icon: Icon,
  expanded,
  onNavigate,
  soon,
  active,
}: Part & NavEntry & { active?: boolean }) {
  const link = (
    <Link
      to={to}
      onClick={onNavigate}
      activeProps={{ className: activeLook }}
      aria-current={active ? 'page' : undefined}
      aria-description={soon ? messages.nav.comingSoon : undefined}
      className={clsx(rowLook, !expanded && 'justify-center px-0', active && activeLook)}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={clsx('truncate', !expanded && 'sr-only')}>{label}</span>
    </Link>
  );
  return expanded ? (
    link
  ) : (
    <Tooltip label={label} side="right">
      {link}
    </Tooltip>
  );
}

function Compensation({ expanded, onNavigate }: Part) {
  const [open, setOpen] = useState(true);
  const listId = useId();
  const me = useMe();
  const { pathname } = useLocation();
  const { label, icon, to, pages } = navCompensation;
  const mine = pages.filter((page) => maySee(page, me.data?.permissions));
  if (!expanded) {
    // collapsed to icons, the group represents all of its pages
    const active = pathname === '/' || pages.some((page) => pathname.startsWith(String(page.to)));
    return (
      <div className="shrink-0">
        <Entry {...{ to, label, icon, active, onNavigate }} expanded={false} />
      </div>
    );
  }
  return (
    <div>
      <GroupHead
        {...{ label, icon, open, listId, onNavigate }}
        folds={mine.length > 0}
        active={pathname === '/' || pathname === '/compensation'}
        onToggle={() => setOpen(!open)}
      />
      <ul
        id={listId}
        hidden={!open || mine.length === 0}
        className="mt-px ms-4.5 flex flex-col gap-px border-s ps-2"
      >
        {mine.map((page) => (
          <li key={page.to} className="relative">
            <Link
              to={page.to}
              onClick={onNavigate}
              activeProps={{ className: activeLook }}
              aria-description={page.soon ? messages.nav.comingSoon : undefined}
              className={clsx(rowLook, page.soon && 'pe-14')}
            >
              <span className="truncate">{page.label}</span>
            </Link>
            {page.soon ? <SoonChip /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Marks an entry whose screen is not built yet; screen readers use the link's description. */
function SoonChip() {
  return (
    <span aria-hidden className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2">
      <Badge>{messages.nav.soon}</Badge>
    </span>
  );
}

/** Areas that are not built yet, collapsed unless one of them is open. */
function ComingSoon({ entries, expanded, onNavigate }: Part & { entries: readonly NavEntry[] }) {
  const listId = useId();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const open = opened || entries.some(({ to }) => to === pathname);
  if (entries.length === 0) return null;
  const head = (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={listId}
      aria-label={navSoon.label}
      onClick={() => setOpened(!open)}
      className={clsx(rowLook, 'w-full', !expanded && 'justify-center px-0')}
    >
      <Hourglass aria-hidden className="size-4 shrink-0" />
      {expanded ? (
        <>
          <span className="flex-1 truncate text-start">{navSoon.label}</span>
          <Fold open={open} />
        </>
      ) : null}
    </button>
  );
  return (
    <div>
      {expanded ? (
        head
      ) : (
        <Tooltip label={navSoon.label} side="right">
          {head}
        </Tooltip>
      )}
      <div id={listId} hidden={!open} className="mt-px">
        <Entries
          entries={entries.map((entry) => ({ ...entry, soon: true }))}
          expanded={expanded}
          onNavigate={onNavigate}
        />
      </div>
    </div>
  );
}

function Fold({ open }: { open: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      className={clsx('size-4 shrink-0 transition-transform duration-150', !open && '-rotate-90')}
    />
  );
}

type GroupHeadProps = {
  label: string;
  icon: LucideIcon;
  open: boolean;
  active: boolean;
  listId: string;
  /** Whether it has children. */
  folds: boolean;
  onToggle: () => void;
  onNavigate?: () => void;
};

function GroupHead(props: GroupHeadProps) {
  const { label, icon: Icon, open, active, listId, folds, onToggle, onNavigate } = props;
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/compensation"
        onClick={onNavigate}
        activeProps={{}}
        aria-current={active ? 'page' : undefined}
        className={clsx(rowLook, 'min-w-0 flex-1 font-medium text-fg', active && activeLook)}
      >
        <Icon aria-hidden className="size-4 shrink-0 text-primary-text" />
        <span className="truncate">{label}</span>
      </Link>
      {folds ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          aria-label={`${open ? messages.nav.collapse : messages.nav.expand} ${label}`}
          onClick={onToggle}
          className="grid size-7 shrink-0 place-items-center rounded-md text-fg-3 hover:bg-surface-2 hover:text-fg pointer-coarse:size-10"
        >
          <Fold open={open} />
        </button>
      ) : null}
    </div>
  );
}
