import { PALETTE_GROUPS, type PaletteGroup } from '@attain/domain/workflows/nodes/node-type';
import { Bot, GitBranch, Globe, Plug, Plus, UserCheck, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';

const icons: Readonly<Record<PaletteGroup, ReactNode>> = {
  'Technical Nodes': <Bot aria-hidden />,
  'Workflow Steps': <GitBranch aria-hidden />,
  'External Systems': <Globe aria-hidden />,
  'Human Intervention': <UserCheck aria-hidden />,
  Integrations: <Plug aria-hidden />,
  Tools: <Wrench aria-hidden />,
};

type PaletteStripProps = { onSearch: () => void; onGroup: (group: PaletteGroup) => void; disabled: boolean };

/** The collapsed palette: a button per group. */
export function PaletteStrip({ onSearch, onGroup, disabled }: PaletteStripProps) {
  return (
    <>
      <IconButton
        size="sm"
        label={messages.palette.add}
        keys="N"
        icon={<Plus aria-hidden />}
        disabled={disabled}
        onClick={onSearch}
      />
      {PALETTE_GROUPS.map((group) => (
        <IconButton key={group} size="sm" label={group} icon={icons[group]} onClick={() => onGroup(group)} />
      ))}
    </>
  );
}
