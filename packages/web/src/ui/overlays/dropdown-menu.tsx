import { lazy } from 'react';
import type { DropdownMenuProps } from './menu-sections.ts';
import { OpenWhenWanted } from './open-when-wanted.tsx';

const load = () => import('./dropdown-menu-content.tsx');
const OpenDropdownMenu = lazy(async () => ({ default: (await load()).OpenDropdownMenu }));

/** A menu with arrow keys, typeahead and Escape. Its code loads on first use. */
export function DropdownMenu(props: DropdownMenuProps) {
  return (
    <OpenWhenWanted trigger={props.trigger} opens="menu" load={load}>
      <OpenDropdownMenu {...props} />
    </OpenWhenWanted>
  );
}
