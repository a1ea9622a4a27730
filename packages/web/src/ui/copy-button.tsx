import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export type CopyButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  /** What lands in the clipboard. */
  text: string;
  /** Names the thing: "Copy request id". */
  label?: string;
  /** Told whether the clipboard took it; refusals also show in the button's name. */
  onCopied?: (copied: boolean) => void;
};

/** Copies a text and says so, or says that the browser refused the clipboard. */
export function CopyButton({ text, label = 'Copy', onCopied, size = 'sm', ...rest }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), 2000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setResult(copied ? 'copied' : 'refused');
    onCopied?.(copied);
  };
  const name =
    result === 'copied' ? 'Copied' : result === 'refused' ? 'The browser refused the clipboard' : label;
  const icon = result === 'copied' ? <Check aria-hidden className="text-ok-text" /> : <Copy aria-hidden />;
  return <IconButton {...rest} size={size} label={name} icon={icon} onClick={copy} />;
}
