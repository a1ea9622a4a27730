import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../base/copy-text.ts';
import type { ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { messages } from './messages.ts';

/** How long the check mark stays. */
const shownMs = 2000;

export type CopyButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  text: string;
  /** Names the text: "Copy request id". */
  label?: string;
  /** Called with whether the clipboard accepted it; failures also show in the button's label. */
  onCopied?: (copied: boolean) => void;
};

/** Copies a text and reports success or a blocked clipboard. */
export function CopyButton({
  text,
  label = messages.copy.label,
  onCopied,
  size = 'sm',
  ...rest
}: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const copied = await copyText(text);
    setResult(copied ? 'copied' : 'refused');
    onCopied?.(copied);
  };
  const name = result === 'copied' ? messages.copy.done : result === 'refused' ? messages.copy.failed : label;
  const icon = result === 'copied' ? <Check aria-hidden className="text-ok-text" /> : <Copy aria-hidden />;
  return <IconButton {...rest} size={size} label={name} icon={icon} onClick={copy} />;
}
