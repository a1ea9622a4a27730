import { Download, Ellipsis, Monitor, Moon, Plus, Sparkles, Sun, Trash2, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Theme, useTheme } from '../../base/theme.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { Specimen } from './specimen.tsx';

/** Buttons, menus, badges and toasts. */
export function ActionSpecimens() {
  return (
    <Specimen title={messages.action.actions}>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {messages.action.newPlan}
        </Button>
        <Button icon={<Upload aria-hidden />}>{messages.action.import}</Button>
        <Button variant="ghost">{messages.action.cancel}</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          {messages.action.deleteDraft}
        </Button>
        <Button variant="ai" icon={<Sparkles aria-hidden />}>
          {messages.action.tellMe}
        </Button>
        <Button disabled>{messages.action.notAllowed}</Button>
        <BusyButton />
        <Button size="sm">{messages.action.small}</Button>
        <Button size="lg" variant="primary">
          {messages.action.signIn}
        </Button>
        <IconButton label={messages.action.export} keys="E" icon={<Download aria-hidden />} />
        <CopyButton text="a91f03c2" label={messages.action.copyHash} />
        <RowMenu />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge>{messages.action.draft3}</Badge>
        <Badge meaning="ok">{messages.action.active}</Badge>
        <Badge meaning="warn">{messages.action.stale}</Badge>
        <Badge meaning="bad">{messages.action.rejected}</Badge>
        <Badge meaning="info">{messages.action.nov2026}</Badge>
        <Badge meaning="ai" icon={<Sparkles aria-hidden />}>
          {messages.action.aIActive}
        </Badge>
        <Badge mono>a91f03c2</Badge>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() =>
            toast({
              title: messages.action.planPublished,
              text: messages.action.itPaysFromFeb,
              meaning: 'ok',
            })
          }
        >
          {messages.action.toast}
        </Button>
        <Button
          onClick={() =>
            toast({
              title: messages.action.importFailed,
              text: messages.action.line2141250Is,
              meaning: 'bad',
              action: { label: messages.action.showLines, act: () => {} },
            })
          }
        >
          {messages.action.errorToast}
        </Button>
      </div>
    </Specimen>
  );
}

/** The theme of the whole page. */
export function ThemeChoice() {
  const [theme, choose] = useTheme();
  return (
    <SegmentedControl<Theme>
      label={messages.action.theme}
      size="sm"
      value={theme}
      onValueChange={choose}
      segments={[
        { value: 'system', label: messages.action.system, icon: <Monitor aria-hidden /> },
        { value: 'light', label: messages.action.light, icon: <Sun aria-hidden /> },
        { value: 'dark', label: messages.action.dark, icon: <Moon aria-hidden /> },
      ]}
    />
  );
}

function BusyButton() {
  const [share, setShare] = useState<number>();
  useEffect(() => {
    if (share === undefined) return;
    const timer = setTimeout(() => setShare(share >= 1 ? undefined : share + 0.1), 300);
    return () => clearTimeout(timer);
  }, [share]);
  return (
    <Button busy={share !== undefined} busyLabel="calculating" progress={share} onClick={() => setShare(0)}>
      {messages.action.calculate}
    </Button>
  );
}

function RowMenu() {
  const [dense, setDense] = useState(true);
  return (
    <DropdownMenu
      trigger={<IconButton label={messages.action.more} icon={<Ellipsis aria-hidden />} />}
      sections={[
        {
          id: 'acts',
          items: [
            {
              id: 'csv',
              label: messages.action.exportCSV,
              icon: <Download aria-hidden />,
              keys: '⌘E',
              onSelect: () => {},
            },
            {
              id: 'delete',
              label: messages.action.deleteDraft,
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => {},
            },
          ],
        },
        {
          id: 'view',
          heading: messages.action.view,
          items: [
            {
              id: 'dense',
              label: messages.action.compactRows,
              checked: dense,
              onSelect: () => setDense(!dense),
            },
          ],
        },
      ]}
    />
  );
}
