import { hotkeyWords } from '../../base/use-hotkey.ts';

/** Keys as they stand on the keyboard, any of which does it, and what it does. */
export type Shortcut = { readonly keys: readonly string[]; readonly does: string };
/** Shortcuts that work in the same place. */
export type ShortcutGroup = { readonly where: string; readonly shortcuts: readonly Shortcut[] };

/** Every shortcut there is, by where it works. */
export function shortcutGroups(onMac?: boolean): readonly ShortcutGroup[] {
  const words = (hotkey: string) => hotkeyWords(hotkey, onMac);
  return [
    {
      where: 'Everywhere',
      shortcuts: [
        { keys: [words('mod+k')], does: 'Search people, plans, deals and screens' },
        { keys: [words('mod+b')], does: 'Expand or collapse the sidebar' },
        { keys: ['?'], does: 'Show these shortcuts' },
        { keys: ['F8'], does: 'Go to the notification' },
        { keys: ['Esc'], does: 'Close what is open' },
      ],
    },
    {
      where: 'In tables',
      shortcuts: [
        { keys: ['Arrows'], does: 'Move from cell to cell' },
        { keys: ['Home', 'End'], does: 'First or last column' },
        { keys: ['PgUp', 'PgDn'], does: 'One page up or down' },
        { keys: [words('mod+Home'), words('mod+End')], does: 'First or last cell' },
        { keys: ['Enter'], does: 'Open the row, or use what is in the cell' },
        { keys: ['Space'], does: 'Select the row' },
        { keys: [words('shift+Arrows')], does: 'On a head: narrower or wider' },
      ],
    },
    {
      where: 'In approvals',
      shortcuts: [
        { keys: ['J', 'K'], does: 'Next or previous request' },
        { keys: ['A'], does: 'Approve' },
        { keys: ['R'], does: 'Reject' },
      ],
    },
    {
      where: 'In menus and lists',
      shortcuts: [
        { keys: ['↑', '↓'], does: 'Move' },
        { keys: ['A … Z'], does: 'Go to what begins with the letter' },
        { keys: ['Enter'], does: 'Choose' },
      ],
    },
  ];
}
