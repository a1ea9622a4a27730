import { hotkeyWords } from '../../base/use-hotkey.ts';
import { messages } from './messages.ts';

/** Alternative keys for one action. */
export type Shortcut = { readonly keys: readonly string[]; readonly does: string };
/** Shortcuts of one area. */
export type ShortcutGroup = { readonly where: string; readonly shortcuts: readonly Shortcut[] };

/** Every shortcut by area. */
export function shortcutGroups(onMac?: boolean): readonly ShortcutGroup[] {
  const words = (hotkey: string) => hotkeyWords(hotkey, onMac);
  return [
    {
      where: messages.shortcuts.everywhere,
      shortcuts: [
        { keys: [words('mod+k')], does: messages.shortcuts.search },
        { keys: [words('mod+b')], does: messages.shortcuts.sidebar },
        { keys: ['?'], does: messages.shortcuts.show },
        { keys: ['F8'], does: messages.shortcuts.notification },
        { keys: ['Esc'], does: messages.shortcuts.close },
      ],
    },
    {
      where: messages.shortcuts.tables,
      shortcuts: [
        { keys: [messages.shortcuts.arrows], does: messages.shortcuts.cell },
        { keys: ['Home', 'End'], does: messages.shortcuts.column },
        { keys: ['PgUp', 'PgDn'], does: messages.shortcuts.page },
        { keys: [words('mod+Home'), words('mod+End')], does: messages.shortcuts.firstLast },
        { keys: ['Enter'], does: messages.shortcuts.openRow },
        { keys: ['Space'], does: messages.shortcuts.selectRow },
        { keys: [words('shift+Arrows')], does: messages.shortcuts.resize },
      ],
    },
    {
      where: messages.shortcuts.approvals,
      shortcuts: [
        { keys: ['J', 'K'], does: messages.shortcuts.nextRequest },
        { keys: ['A'], does: messages.shortcuts.approve },
        { keys: ['R'], does: messages.shortcuts.reject },
      ],
    },
    {
      where: messages.shortcuts.menus,
      shortcuts: [
        { keys: ['↑', '↓'], does: messages.shortcuts.move },
        { keys: ['A … Z'], does: messages.shortcuts.letter },
        { keys: ['Enter'], does: messages.shortcuts.choose },
      ],
    },
  ];
}
