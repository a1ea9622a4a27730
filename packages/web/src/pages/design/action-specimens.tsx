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
import { Specimen } from './specimen.tsx';

/** Buttons, menus, badges and toasts. */
export function ActionSpecimens() {
  return (
    <Specimen title="Actions">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<Plus aria-hidden />}>
          New plan
        </Button>
        <Button icon={<Upload aria-hidden />}>Import</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Delete draft
        </Button>
        <Button variant="ai" icon={<Sparkles aria-hidden />}>
          Tell Me
        </Button>
        <Button disabled>Not allowed</Button>
        <BusyButton />
        <Button size="sm">Small</Button>
        <Button size="lg" variant="primary">
          Sign in
        </Button>
        <IconButton label="Export" keys="E" icon={<Download aria-hidden />} />
        <CopyButton text="a91f03c2" label="Copy hash" />
        <RowMenu />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge>Draft 3</Badge>
        <Badge meaning="ok">Active</Badge>
        <Badge meaning="warn">Stale</Badge>
        <Badge meaning="bad">Refused</Badge>
        <Badge meaning="info">Nov 2026</Badge>
        <Badge meaning="ai" icon={<Sparkles aria-hidden />}>
          AI active
        </Badge>
        <Badge mono>a91f03c2</Badge>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() => toast({ title: 'Plan published', text: 'It pays from Feb 1, 2026.', meaning: 'ok' })}
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Import failed',
              text: 'Line 214: “12,50” is no amount. Write 12.50.',
              meaning: 'bad',
              action: { label: 'Show lines', act: () => {} },
            })
          }
        >
          Error toast
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
      label="Theme"
      size="sm"
      value={theme}
      onValueChange={choose}
      segments={[
        { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
        { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
        { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
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
      Calculate
    </Button>
  );
}

function RowMenu() {
  const [dense, setDense] = useState(true);
  return (
    <DropdownMenu
      trigger={<IconButton label="More" icon={<Ellipsis aria-hidden />} />}
      sections={[
        {
          id: 'acts',
          items: [
            {
              id: 'csv',
              label: 'Export CSV',
              icon: <Download aria-hidden />,
              keys: '⌘E',
              onSelect: () => {},
            },
            {
              id: 'delete',
              label: 'Delete draft',
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => {},
            },
          ],
        },
        {
          id: 'view',
          heading: 'View',
          items: [{ id: 'dense', label: 'Compact rows', checked: dense, onSelect: () => setDense(!dense) }],
        },
      ]}
    />
  );
}
