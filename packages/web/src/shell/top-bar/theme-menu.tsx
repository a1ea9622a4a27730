import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes, useTheme } from '../../base/theme.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuSection } from '../../ui/overlays/menu-sections.ts';

/** The name and picture of each theme. */
export const themeWords: Readonly<Record<Theme, { label: string; icon: typeof Sun }>> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
};

/** The three themes as a section of a menu. */
export function useThemeSection(): MenuSection {
  const [theme, choose] = useTheme();
  return {
    id: 'theme',
    heading: 'Theme',
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

/** Light, dark, or as the system wishes. */
export function ThemeMenu() {
  const [theme] = useTheme();
  const Current = themeWords[theme].icon;
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          square
          aria-label={`Theme: ${themeWords[theme].label}`}
          icon={<Current aria-hidden />}
        />
      }
      sections={[useThemeSection()]}
    />
  );
}
