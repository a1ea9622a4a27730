import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRight,
  Bot,
  Braces,
  Building2,
  FileUp,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  Play,
  Plus,
  TimerReset,
  UserPlus,
} from 'lucide-react';
import { useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { useMode } from '../../api/use-mode.ts';
import { modes, modeWords } from '../../base/modes.ts';
import { requestAction } from '../../base/requested-action.ts';
import { themes, useTheme } from '../../base/theme.ts';
import {
  maySee,
  type NavEntry,
  navAfter,
  navBefore,
  navCompensation,
  navHidden,
  navSoon,
} from '../navigation.ts';
import { showPanel } from '../panels/panel-store.ts';
import { modeIcons } from '../top-bar/mode-switch.tsx';
import { themeWords } from '../top-bar/theme-menu.tsx';
import { builderScreens } from './builder-screens.ts';
import type { Findable } from './match-commands.ts';

/** Something the palette can do. */
export type Command = Findable & {
  readonly id: string;
  readonly icon: LucideIcon;
  /** What tells it apart from others of its name. */
  readonly detail?: string;
  /** A shortcut that does it too. */
  readonly keys?: string;
  /** It holds already: the present mode, theme or workspace. */
  readonly on?: boolean;
  readonly run: () => void;
};

/** Every screen one may see, and every act that is not bound to one. */
export function useCommands(): readonly Command[] {
  return [...useActs(), ...useScreens(), ...useChoices()];
}

function useScreens(): readonly Command[] {
  const held = useMe().data?.permissions;
  const navigate = useNavigate();
  const group = navCompensation;
  const screens: readonly (NavEntry & { keywords?: string })[] = [
    ...navBefore,
    { to: group.to, label: group.label, icon: group.icon },
    ...group.pages.map((page) => ({ ...page, icon: ArrowRight, keywords: group.label })),
    ...navAfter,
    ...navSoon.entries,
    ...navHidden.map((page) => ({ ...page, icon: ArrowRight })),
    ...builderScreens.map((page) => ({
      ...page,
      icon: Bot,
      label: `Agent Builder: ${page.label}`,
      needs: 'read:agents' as const,
    })),
  ];
  return screens
    .filter((screen) => maySee(screen, held))
    .map(({ to, ...screen }) => ({
      ...screen,
      id: `go ${to}`,
      group: 'Go to',
      run: () => void navigate({ to }),
    }));
}

function useActs(): readonly Command[] {
  const held = useMe().data?.permissions;
  const navigate = useNavigate();
  const { logout } = useAuth();
  const act = (id: string, label: string, rest: Omit<Command, 'id' | 'label' | 'group'>): Command => ({
    ...{ id, label, group: 'Do' },
    ...rest,
  });
  const acts: readonly (Command & Parameters<typeof maySee>[0])[] = [
    {
      ...act('new-plan', 'New plan', {
        icon: Plus,
        keywords: 'create compensation',
        run: () => void navigate({ to: '/compensation/plan-design' }).then(() => requestAction('new-plan')),
      }),
      needs: 'edit:plans',
    },
    {
      ...act('import', 'Import a file', {
        icon: FileUp,
        keywords: 'upload csv excel deals quotas participants new',
        run: () => void navigate({ to: '/compensation/imports/new' }),
      }),
      needs: 'import:records',
    },
    {
      ...act('calculate', 'Calculate a period', {
        icon: Play,
        keywords: 'run pay payout commission',
        run: () => void navigate({ to: '/compensation/payout' }).then(() => requestAction('calculate')),
      }),
      needs: 'run:calculations',
    },
    {
      ...act('invite', 'Invite person', {
        icon: UserPlus,
        keywords: 'add user member account access',
        run: () => void navigate({ to: '/people' }).then(() => requestAction('invite-person')),
      }),
      needs: 'manage:people',
    },
    act('jit', 'JIT access', {
      icon: TimerReset,
      keywords: 'just in time permission ask',
      run: () => showPanel('jit'),
    }),
    act('sessions', 'Active sessions', {
      icon: MonitorSmartphone,
      keywords: 'devices account',
      run: () => showPanel('sessions'),
    }),
    act('tokens', 'API tokens', {
      icon: Braces,
      keywords: 'key program curl account',
      run: () => showPanel('tokens'),
    }),
    act('password', 'Change password', {
      icon: KeyRound,
      keywords: 'account',
      run: () => showPanel('password'),
    }),
    {
      ...act('workspace', 'Workspace settings', {
        icon: Building2,
        keywords: 'currency of reports reporting',
        run: () => showPanel('workspace'),
      }),
      needs: 'edit:workspace',
    },
    act('shortcuts', 'Keyboard shortcuts', {
      icon: Keyboard,
      keys: '?',
      keywords: 'help',
      run: () => showPanel('shortcuts'),
    }),
    act('sign-out', 'Sign out', { icon: LogOut, keywords: 'log out leave', run: () => void logout() }),
  ];
  return acts.filter((one) => maySee(one, held));
}

function useChoices(): readonly Command[] {
  const me = useMe().data;
  const { switchTo } = useAuth();
  const [mode, chooseMode] = useMode();
  const [theme, chooseTheme] = useTheme();
  const workspaces = me && me.memberships.length > 1 ? me.memberships : [];
  return [
    ...modes.map((one) => ({
      id: `mode ${one}`,
      group: 'Mode',
      label: modeWords[one].long,
      icon: modeIcons[one],
      on: one === mode,
      run: () => chooseMode(one),
    })),
    ...themes.map((one) => ({
      id: `theme ${one}`,
      group: 'Theme',
      label: themeWords[one].label,
      icon: themeWords[one].icon,
      on: one === theme,
      run: () => chooseTheme(one),
    })),
    ...workspaces.map((one) => ({
      id: `workspace ${one.tenantId}`,
      group: 'Workspace',
      label: one.name,
      keywords: 'switch tenant change',
      icon: Building2,
      on: one.tenantId === me?.tenant.id,
      run: () => void switchTo(one.tenantId),
    })),
  ];
}
