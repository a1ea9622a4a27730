import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes, useTheme } from '../../base/theme.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuSection } from '../../ui/overlays/menu-sections.ts';
import { messages } from '../frame-messages.ts';

export const themeWords: Readonly<Record<Theme, { label: string; icon: typeof Sun }>> = {
  light: { label: messages.theme.light, icon: Sun },
  dark: { label: messages.theme.dark, icon: Moon },
  system: { label: messages.theme.system, icon: Monitor },
};

export function useThemeSection(): MenuSection {
  const [theme, choose] = useTheme();
  return {
    id: 'theme',
    heading: messages.theme.title,
    items: themes.map((one) => {
      const Icon = themeWords[one].icon;
      return {
        id: one,
        label: themeWords[one].label,
        icon: <Icon aria-hidden />,
        checked: one === theme,
        onSelect: () => choose(one),
      };
    }),
  };
}

export function ThemeMenu() {
  const [theme] = useTheme();
  const Current = themeWords[theme].icon;
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          square
          aria-label={messages.theme.current(themeWords[theme].label)}
          icon={<Current aria-hidden />}
        />
      }
      sections={[useThemeSection()]}
    />
  );
}
