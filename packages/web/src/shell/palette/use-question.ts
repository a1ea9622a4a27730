import { useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useMay } from '../../api/me.ts';
import { messages } from './messages.ts';
import type { Command } from './use-commands.ts';

/** Asks Tell Me what was typed, once it is more than one word. */
export function useQuestion(text: string): readonly Command[] {
  const navigate = useNavigate();
  const mayAsk = useMay('use:assistant');
  const ask = text.trim();
  if (!mayAsk || !/\S\s+\S/.test(ask)) return [];
  return [
    {
      id: 'ask',
      group: messages.found.tellMe,
      icon: Sparkles,
      label: messages.found.ask(ask),
      run: () => void navigate({ to: '/tell-me', search: { ask } }),
    },
  ];
}
