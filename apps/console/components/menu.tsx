// A button that opens a panel below it; a click elsewhere, Escape, or leaving it with Tab closes it again.
import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly className: string;
  readonly summary: ReactNode;
  readonly summaryClass?: string;
  /** Name for readers who see no icon. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function Menu({ className, summary, summaryClass, label, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return (
    <details
      ref={details}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return;
        details.current.open = false;
        details.current.querySelector('summary')?.focus();
      }}
    >
      <summary className={summaryClass} aria-label={label}>
        {summary}
      </summary>
      <div className="menu">{children}</div>
    </details>
  );
}
