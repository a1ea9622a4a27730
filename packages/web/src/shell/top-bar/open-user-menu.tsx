import { roleNames } from '@attain/domain/access/role-names';
import { useNavigate } from '@tanstack/react-router';
import {
  Bot,
  Braces,
  Keyboard,
  KeyRound,
  LogOut,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  TimerReset,
  Users,
  Webhook as WebhookIcon,
} from 'lucide-react';
import { useMay, useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { usePreferences } from '../../api/use-preferences.ts';
import { OpenDropdownMenu } from '../../ui/overlays/dropdown-menu-content.tsx';
import { showPanel } from '../../ui/overlays/frame-panels.ts';
import type { MenuSection } from '../../ui/overlays/menu-sections.ts';
import type { Trigger } from '../../ui/overlays/open-when-wanted.tsx';
import { messages } from '../frame-messages.ts';
import { messages as entryMessages } from '../messages.ts';
import { useThemeSection } from './theme-menu.tsx';

/** The signed-in user's open menu. On narrow bars it also holds the items that do not fit. */
export function OpenUserMenu({ trigger, name, narrow }: { trigger: Trigger; name: string; narrow: boolean }) {
  const { logout } = useAuth();
  const me = useMe();
  const mayEdit = useMay('edit:workspace');
  const seesPeople = useMay('read:people');
  const seesWebhooks = useMay('read:connections');
  const [preferences, savePreferences] = usePreferences(messages.bar.mailFailure);
  const getsMail = preferences?.mailNotices !== false;
  const navigate = useNavigate();
  const theme = useThemeSection();
  const roles = [
    ...(me.data?.roles.map((role) => roleNames[role]) ?? []),
    ...(me.data?.teamRoles.map((role) => messages.bar.forTeam(roleNames[role])) ?? []),
    ...(me.data?.customRoles ?? []),
  ].join(', ');
  const bar: MenuSection = {
    id: 'bar',
    items: [
      {
        id: 'tell-me',
        label: messages.nav.tellMe,
        icon: <Sparkles aria-hidden />,
        onSelect: () => void navigate({ to: '/tell-me' }),
      },
      {
        id: 'jit',
        label: messages.bar.jitAccess,
        icon: <TimerReset aria-hidden />,
        onSelect: () => showPanel('jit'),
      },
    ],
  };
  const account: MenuSection = {
    id: 'account',
    heading: roles ? `${name} · ${roles}` : name,
    items: [
      {
        id: 'sessions',
        label: messages.titles.sessions,
        icon: <MonitorSmartphone aria-hidden />,
        onSelect: () => showPanel('sessions'),
      },
      {
        id: 'password',
        label: messages.titles.password,
        icon: <KeyRound aria-hidden />,
        onSelect: () => showPanel('password'),
      },
      {
        id: 'second-factor',
        label: messages.titles.secondFactor,
        icon: <ShieldCheck aria-hidden />,
        onSelect: () => showPanel('second-factor'),
      },
      {
        id: 'tokens',
        label: 'API tokens',
        icon: <Braces aria-hidden />,
        onSelect: () => showPanel('tokens'),
      },
      {
        id: 'mail-notices',
        label: getsMail ? messages.bar.mailOn : messages.bar.mailOff,
        icon: <Mail aria-hidden />,
        onSelect: () => savePreferences({ mailNotices: !getsMail }),
      },
      ...(seesPeople
        ? [
            {
              id: 'people',
              label: messages.nav.people,
              icon: <Users aria-hidden />,
              onSelect: () => void navigate({ to: '/people' }),
            },
          ]
        : []),
      ...(seesWebhooks
        ? [
            {
              id: 'webhooks',
              label: messages.nav.webhooks,
              icon: <WebhookIcon aria-hidden />,
              onSelect: () => void navigate({ to: '/webhooks' }),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              id: 'assistant',
              label: messages.nav.assistantSettings,
              icon: <Bot aria-hidden />,
              onSelect: () => void navigate({ to: '/assistant-settings' }),
            },
            {
              id: 'workspace',
              label: messages.titles.workspace,
              icon: <SlidersHorizontal aria-hidden />,
              onSelect: () => showPanel('workspace'),
            },
          ]
        : []),
      {
        id: 'shortcuts',
        label: messages.titles.shortcuts,
        icon: <Keyboard aria-hidden />,
        keys: '?',
        onSelect: () => showPanel('shortcuts'),
      },
    ],
  };
  const out: MenuSection = {
    id: 'out',
    items: [
      {
        id: 'out',
        label: entryMessages.faults.signOut,
        icon: <LogOut aria-hidden />,
        onSelect: () => void logout(),
      },
    ],
  };
  return (
    <OpenDropdownMenu trigger={trigger} sections={narrow ? [account, bar, theme, out] : [account, out]} />
  );
}
