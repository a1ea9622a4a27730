import { roleNames } from '@attain/domain/access/role-names';
import { useNavigate } from '@tanstack/react-router';
import {
  Braces,
  CircleUserRound,
  Keyboard,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  SlidersHorizontal,
  Sparkles,
  TimerReset,
  Users,
} from 'lucide-react';
import { useMay, useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuSection } from '../../ui/overlays/menu-sections.ts';
import { showPanel } from '../panels/panel-store.ts';
import { useThemeSection } from './theme-menu.tsx';

/** Who is signed in, and what concerns this person alone. On a narrow bar it also holds what found no place there. */
export function UserMenu({ look }: { look: 'wide' | 'medium' | 'narrow' }) {
  const { user, logout } = useAuth();
  const me = useMe();
  const mayEdit = useMay('edit:workspace');
  const seesPeople = useMay('read:people');
  const navigate = useNavigate();
  const theme = useThemeSection();
  const name = me.data?.user.displayName ?? user?.username ?? '';
  const roles = me.data?.roles.map((role) => roleNames[role]).join(', ');
  const bar: MenuSection = {
    id: 'bar',
    items: [
      {
        id: 'tell-me',
        label: 'Tell Me',
        icon: <Sparkles aria-hidden />,
        onSelect: () => void navigate({ to: '/tell-me' }),
      },
      {
        id: 'jit',
        label: 'JIT access',
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
        label: 'Active sessions',
        icon: <MonitorSmartphone aria-hidden />,
        onSelect: () => showPanel('sessions'),
      },
      {
        id: 'password',
        label: 'Change password',
        icon: <KeyRound aria-hidden />,
        onSelect: () => showPanel('password'),
      },
      {
        id: 'tokens',
        label: 'API tokens',
        icon: <Braces aria-hidden />,
        onSelect: () => showPanel('tokens'),
      },
      ...(seesPeople
        ? [
            {
              id: 'people',
              label: 'People & access',
              icon: <Users aria-hidden />,
              onSelect: () => void navigate({ to: '/people' }),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              id: 'workspace',
              label: 'Workspace settings',
              icon: <SlidersHorizontal aria-hidden />,
              onSelect: () => showPanel('workspace'),
            },
          ]
        : []),
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        icon: <Keyboard aria-hidden />,
        keys: '?',
        onSelect: () => showPanel('shortcuts'),
      },
    ],
  };
  const out: MenuSection = {
    id: 'out',
    items: [{ id: 'out', label: 'Sign out', icon: <LogOut aria-hidden />, onSelect: () => void logout() }],
  };
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          square={look !== 'wide'}
          aria-label={`User menu of ${name}`}
          icon={<CircleUserRound aria-hidden />}
        >
          {look === 'wide' ? <span className="max-w-32 truncate">{name}</span> : null}
        </Button>
      }
      sections={look === 'narrow' ? [account, bar, theme, out] : [account, out]}
    />
  );
}
