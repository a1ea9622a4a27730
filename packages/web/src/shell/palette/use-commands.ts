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
  ShieldCheck,
  TimerReset,
  UserPlus,
} from 'lucide-react';
import { useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { useMode } from '../../api/use-mode.ts';
import { modes, modeWords } from '../../base/modes.ts';
import { requestAction } from '../../base/requested-action.ts';
import { themes, useTheme } from '../../base/theme.ts';
import { showPanel } from '../../ui/overlays/frame-panels.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { messages as entryMessages } from '../messages.ts';
import {
  maySee,
  type NavEntry,
  navAfter,
  navBefore,
  navCompensation,
  navHidden,
  navSoon,
} from '../navigation.ts';
import { modeIcons } from '../top-bar/mode-switch.tsx';
import { themeWords } from '../top-bar/theme-menu.tsx';
import { builderScreens } from './builder-screens.ts';
import type { Findable } from './match-commands.ts';
import { messages } from './messages.ts';

/** A command of the palette. */
export type Command = Findable & {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Distinguishes commands of the same name. */
  readonly detail?: string;
  /** A shortcut for the same action. */
  readonly keys?: string;
  /** Already active: the current mode, theme or workspace. */
  readonly on?: boolean;
  readonly run: () => void;
};

/** Every visible screen, and every action not bound to a screen. */
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
      label: messages.commands.builderPage(page.label),
      needs: 'read:agents' as const,
    })),
  ];
  return screens
    .filter((screen) => maySee(screen, held))
    .map(({ to, ...screen }) => ({
      ...screen,
      id: `go ${to}`,
      group: messages.commands.goTo,
      run: () => void navigate({ to }),
    }));
}

function useActs(): readonly Command[] {
  const held = useMe().data?.permissions;
  const navigate = useNavigate();
  const { logout } = useAuth();
  const act = (id: string, label: string, rest: Omit<Command, 'id' | 'label' | 'group'>): Command => ({
    id,
    label,
    group: messages.commands.actions,
    ...rest,
  });
  const acts: readonly (Command & Parameters<typeof maySee>[0])[] = [
    {
      ...act('new-plan', messages.commands.newPlan, {
        icon: Plus,
        keywords: messages.commands.newPlanKeywords,
        run: () => void navigate({ to: '/compensation/plan-design' }).then(() => requestAction('new-plan')),
      }),
      needs: 'edit:plans',
    },
    {
      ...act('import', messages.commands.import, {
        icon: FileUp,
        keywords: messages.commands.importKeywords,
        run: () => void navigate({ to: '/compensation/imports/new' }),
      }),
      needs: 'import:records',
    },
    {
      ...act('calculate', messages.commands.calculate, {
        icon: Play,
        keywords: messages.commands.calculateKeywords,
        run: () => void navigate({ to: '/compensation/payout' }).then(() => requestAction('calculate')),
      }),
      needs: 'run:calculations',
    },
    {
      ...act('invite', messages.commands.invite, {
        icon: UserPlus,
        keywords: messages.commands.inviteKeywords,
        run: () => void navigate({ to: '/people' }).then(() => requestAction('invite-person')),
      }),
      needs: 'manage:people',
    },
    act('jit', frameMessages.bar.jitAccess, {
      icon: TimerReset,
      keywords: messages.commands.jitKeywords,
      run: () => showPanel('jit'),
    }),
    act('sessions', frameMessages.titles.sessions, {
      icon: MonitorSmartphone,
      keywords: messages.commands.sessionsKeywords,
      run: () => showPanel('sessions'),
    }),
    act('tokens', messages.commands.tokens, {
      icon: Braces,
      keywords: messages.commands.tokensKeywords,
      run: () => showPanel('tokens'),
    }),
    act('password', frameMessages.titles.password, {
      icon: KeyRound,
      keywords: 'account',
      run: () => showPanel('password'),
    }),
    act('second-factor', frameMessages.titles.secondFactor, {
      icon: ShieldCheck,
      keywords: messages.commands.secondFactorKeywords,
      run: () => showPanel('second-factor'),
    }),
    {
      ...act('workspace', frameMessages.titles.workspace, {
        icon: Building2,
        keywords: messages.commands.workspaceKeywords,
        run: () => showPanel('workspace'),
      }),
      needs: 'edit:workspace',
    },
    act('shortcuts', frameMessages.titles.shortcuts, {
      icon: Keyboard,
      keys: '?',
      keywords: 'help',
      run: () => showPanel('shortcuts'),
    }),
    act('sign-out', entryMessages.faults.signOut, {
      icon: LogOut,
      keywords: messages.commands.signOutKeywords,
      run: () => void logout(),
    }),
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
      group: messages.commands.mode,
      label: modeWords[one].long,
      icon: modeIcons[one],
      on: one === mode,
      run: () => chooseMode(one),
    })),
    ...themes.map((one) => ({
      id: `theme ${one}`,
      group: frameMessages.theme.title,
      label: themeWords[one].label,
      icon: themeWords[one].icon,
      on: one === theme,
      run: () => chooseTheme(one),
    })),
    ...workspaces.map((one) => ({
      id: `workspace ${one.tenantId}`,
      group: frameMessages.titles.workspaces,
      label: one.name,
      keywords: messages.commands.workspaceSwitch,
      icon: Building2,
      on: one.tenantId === me?.tenant.id,
      run: () => void switchTo(one.tenantId),
    })),
  ];
}
