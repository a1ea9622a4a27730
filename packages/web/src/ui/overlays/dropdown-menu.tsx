import { lazy } from 'react';
import type { DropdownMenuProps } from './menu-sections.ts';
import { OpenWhenWanted } from './open-when-wanted.tsx';

const load = () => import('./dropdown-menu-content.tsx');
const OpenDropdownMenu = lazy(async () => ({ default: (await load()).OpenDropdownMenu }));

/** A menu of acts or choices: arrow keys, typing ahead, Escape. Its code comes when somebody reaches for it. */
export function DropdownMenu(props: DropdownMenuProps) {
  return (
    <OpenWhenWanted trigger={props.trigger} opens="menu" load={load}>
      <OpenDropdownMenu {...props} />
    </OpenWhenWanted>
  );
}
