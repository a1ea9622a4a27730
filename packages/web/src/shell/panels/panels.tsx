import { type ComponentType, useEffect, useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { useHotkey } from '../../base/use-hotkey.ts';
import { focusOpener, type Panel, showPanel, usePanel } from '../../ui/overlays/frame-panels.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';

type PanelComponent = ComponentType<{ onClose: () => void }>;

const load: Readonly<Record<Panel, () => Promise<PanelComponent>>> = {
  palette: async () => (await import('../palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('../palette/shortcut-sheet.tsx')).ShortcutSheet,
  sessions: async () => (await import('../account/sessions-dialog.tsx')).SessionsDialog,
  password: async () => (await import('../account/password-dialog.tsx')).PasswordDialog,
  'second-factor': async () => (await import('../second-factor/second-factor-dialog.tsx')).SecondFactorDialog,
  tokens: async () => (await import('../tokens/tokens-dialog.tsx')).TokensDialog,
  workspace: async () => (await import('../account/workspace-dialog.tsx')).WorkspaceDialog,
  jit: async () => (await import('./jit-dialog.tsx')).JitDialog,
};

/** Command palette, shortcuts and account dialogs, loaded when opened. Rendered once per frame. */
export function Panels() {
  const panel = usePanel();
  const [loaded, setLoaded] = useState<{ panel: Panel; Shown: PanelComponent }>();
  useHotkey('mod+k', () => showPanel(panel === 'palette' ? null : 'palette'));
  useHotkey('?', () => showPanel('shortcuts'));
  useEffect(() => () => showPanel(null), []);
  useEffect(() => {
    // a panel opened from a menu returns the focus to the menu's button
    if (!panel) return focusOpener();
    let wanted = true;
    load[panel]().then(
      (Shown) => wanted && setLoaded({ panel, Shown }),
      (error: unknown) => {
        toast({ id: 'panel', title: messages.faults.panel, text: describeError(error), meaning: 'bad' });
        showPanel(null);
      },
    );
    return () => {
      wanted = false;
    };
  }, [panel]);
  if (!panel || loaded?.panel !== panel) return null;
  return <loaded.Shown onClose={() => showPanel(null)} />;
}
